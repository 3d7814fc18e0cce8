#include "workbench/messages/user_message.h"

#include <string_view>

#include <QCoreApplication>
#include <QDir>
#include <QStringList>

#include "workbench/messages/number_text.h"

namespace zrecord::workbench {
namespace {

QString translated(const char* text) {
    return QCoreApplication::translate("UserMessage", text);
}

QString fromUtf8(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

QString titleFor(UserAction action) {
    switch (action) {
    case UserAction::Open: return translated(QT_TRANSLATE_NOOP("UserMessage", "The store could not be opened."));
    case UserAction::EnableEditing: return translated(QT_TRANSLATE_NOOP("UserMessage", "Editing could not be enabled."));
    case UserAction::DisableEditing: return translated(QT_TRANSLATE_NOOP("UserMessage", "Editing could not be ended."));
    case UserAction::Reload: return translated(QT_TRANSLATE_NOOP("UserMessage", "The store could not be read again."));
    case UserAction::ReadRecord: return translated(QT_TRANSLATE_NOOP("UserMessage", "The record could not be read."));
    case UserAction::ApplyChanges: return translated(QT_TRANSLATE_NOOP("UserMessage", "The marked records could not be removed."));
    case UserAction::UndoDelete: return translated(QT_TRANSLATE_NOOP("UserMessage", "The delete could not be undone."));
    case UserAction::Append: return translated(QT_TRANSLATE_NOOP("UserMessage", "The records could not all be appended."));
    case UserAction::Compact: return translated(QT_TRANSLATE_NOOP("UserMessage", "The store could not be compacted."));
    case UserAction::Verify: return translated(QT_TRANSLATE_NOOP("UserMessage", "The check could not be finished."));
    case UserAction::Statistics: return translated(QT_TRANSLATE_NOOP("UserMessage", "The statistics could not be computed."));
    case UserAction::Export: return translated(QT_TRANSLATE_NOOP("UserMessage", "The records could not be exported."));
    case UserAction::Other: break;
    }
    return translated(QT_TRANSLATE_NOOP("UserMessage", "The operation failed."));
}

/// The kind of fault in words; the technical sentence goes below it.
QString faultText(ErrorCode code) {
    switch (code) {
    case ErrorCode::Ok: return {};
    case ErrorCode::InvalidArgument: return translated(QT_TRANSLATE_NOOP("UserMessage", "The request does not fit this store."));
    case ErrorCode::OutOfRange: return translated(QT_TRANSLATE_NOOP("UserMessage", "There is no such record."));
    case ErrorCode::RecordTooLarge: return translated(QT_TRANSLATE_NOOP("UserMessage", "A record may have 1 byte to 2 GiB."));
    case ErrorCode::StoreFull: return translated(QT_TRANSLATE_NOOP("UserMessage", "The store holds as much as its format allows."));
    case ErrorCode::BufferTooSmall: return translated(QT_TRANSLATE_NOOP("UserMessage", "The memory set aside was too small."));
    case ErrorCode::NotFound: return translated(QT_TRANSLATE_NOOP("UserMessage", "There is no store at this place."));
    case ErrorCode::AlreadyExists: return translated(QT_TRANSLATE_NOOP("UserMessage", "Something with this name exists already."));
    case ErrorCode::WrongKind: return translated(QT_TRANSLATE_NOOP("UserMessage", "The store is not of the kind that this needs."));
    case ErrorCode::Busy: return translated(QT_TRANSLATE_NOOP("UserMessage", "Another program or job is using the store."));
    case ErrorCode::ReadOnly: return translated(QT_TRANSLATE_NOOP("UserMessage", "The store is open for reading only, or its files are write-protected."));
    case ErrorCode::Closed: return translated(QT_TRANSLATE_NOOP("UserMessage", "The store was closed meanwhile."));
    case ErrorCode::BadFormat: return translated(QT_TRANSLATE_NOOP("UserMessage", "The files are not those of a store, or are damaged."));
    case ErrorCode::CorruptRecord: return translated(QT_TRANSLATE_NOOP("UserMessage", "The stored bytes of a record are damaged."));
    case ErrorCode::RecoveryNeeded: return translated(QT_TRANSLATE_NOOP("UserMessage", "An interrupted change must be finished or undone first."));
    case ErrorCode::TrainingFailed: return translated(QT_TRANSLATE_NOOP("UserMessage", "No dictionary could be trained from these records."));
    case ErrorCode::DictionaryError: return translated(QT_TRANSLATE_NOOP("UserMessage", "The dictionary is missing or does not belong to this store."));
    case ErrorCode::Unsupported: return translated(QT_TRANSLATE_NOOP("UserMessage", "This is valid, but not something the program does."));
    case ErrorCode::OutOfMemory: return translated(QT_TRANSLATE_NOOP("UserMessage", "There is not enough memory."));
    case ErrorCode::OutOfSpace: return translated(QT_TRANSLATE_NOOP("UserMessage", "The disk or a quota is full."));
    case ErrorCode::IoError: return translated(QT_TRANSLATE_NOOP("UserMessage", "A file could not be read or written."));
    case ErrorCode::Cancelled: return translated(QT_TRANSLATE_NOOP("UserMessage", "It was stopped on request."));
    case ErrorCode::Internal: return translated(QT_TRANSLATE_NOOP("UserMessage", "The program found a fault of its own."));
    }
    return {};
}

QString remedyFor(ErrorCode code) {
    switch (code) {
    case ErrorCode::Busy: return translated(QT_TRANSLATE_NOOP("UserMessage", "Close the other program or wait for the job, then try again."));
    case ErrorCode::ReadOnly: return translated(QT_TRANSLATE_NOOP("UserMessage", "Enable editing, or check the permissions of the folder."));
    case ErrorCode::NotFound: return translated(QT_TRANSLATE_NOOP("UserMessage", "Choose the folder of a store, or a folder whose direct subfolders are stores."));
    case ErrorCode::CorruptRecord: return translated(QT_TRANSLATE_NOOP("UserMessage", "Run Verify to list every damaged record; the others stay readable."));
    case ErrorCode::BadFormat: return translated(QT_TRANSLATE_NOOP("UserMessage", "Restore the folder from a copy, or choose another one."));
    case ErrorCode::OutOfSpace: return translated(QT_TRANSLATE_NOOP("UserMessage", "Free some space and try again; the store is as it was."));
    case ErrorCode::OutOfMemory: return translated(QT_TRANSLATE_NOOP("UserMessage", "Close other programs or choose fewer records."));
    case ErrorCode::Closed: return translated(QT_TRANSLATE_NOOP("UserMessage", "Open it again."));
    case ErrorCode::Internal: return translated(QT_TRANSLATE_NOOP("UserMessage", "Copy the details and report them."));
    default: return {};
    }
}

/// "process 17 is using it" → "Process 17 is using it."
QString sentence(QString text) {
    text.replace(0, 1, text.left(1).toUpper());
    return text.endsWith(u'.') ? text : text + u'.';
}

/// "record 17 of image, 0.chunk, byte 4 096"
QString placeText(const Status& status) {
    QStringList parts;
    if (status.record())
        parts << translated(QT_TRANSLATE_NOOP("UserMessage", "record %1")).arg(countText(*status.record()));
    if (!status.store().empty())
        parts << QDir::toNativeSeparators(fromUtf8(status.store()));
    if (!status.file().empty())
        parts << fromUtf8(status.file());
    if (status.offset())
        parts << translated(QT_TRANSLATE_NOOP("UserMessage", "byte %1")).arg(countText(*status.offset()));
    return parts.join(QStringLiteral(", "));
}

}  // namespace

UserMessage userMessage(const Status& status, UserAction action) {
    UserMessage message;
    if (status.ok())
        return message;
    message.title = titleFor(action);
    const QString place = placeText(status);
    message.reason = faultText(status.code());
    const bool refusedWriter = action == UserAction::EnableEditing && status.code() == ErrorCode::ReadOnly;
    if (refusedWriter)
        message.reason = translated(QT_TRANSLATE_NOOP("UserMessage", "The files of the store may not be written by you."));
    // The library knows which program holds the store.
    if (status.code() == ErrorCode::Busy && !status.what().empty())
        message.reason = sentence(fromUtf8(status.what()));
    // "Damaged" alone helps nobody: which fault it is decides what can be saved.
    if (status.code() == ErrorCode::BadFormat && !status.what().empty())
        message.reason += u' ' + sentence(fromUtf8(status.what()));
    if (!place.isEmpty())
        message.reason += u' ' + translated(QT_TRANSLATE_NOOP("UserMessage", "Place: %1.")).arg(place);
    // A remedy that the library gave for this very case beats the general one.
    const QString given = fromUtf8(status.remedy());
    const QString general = remedyFor(status.code());
    const bool isSpecific = !given.isEmpty() && given != fromUtf8(status.info().advice);
    message.remedy = isSpecific || general.isEmpty() ? given : general;
    if (refusedWriter)
        message.remedy = translated(QT_TRANSLATE_NOOP("UserMessage", "Change the permissions of the folder and the files in it, or copy the store to a place of your own."));
    message.details = fromUtf8(status.message());
    return message;
}

QString UserMessage::oneLine() const {
    QStringList parts;
    for (const QString& part : {title, reason, remedy}) {
        if (!part.isEmpty())
            parts << part;
    }
    return parts.join(u' ');
}

}  // namespace zrecord::workbench
