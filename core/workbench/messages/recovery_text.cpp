#include "workbench/messages/recovery_text.h"

#include <algorithm>
#include <string_view>

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QStringList>

#include "workbench/curate/curation_log.h"

namespace zrecord::workbench {
namespace {

QString translated(const char* text) {
    return QCoreApplication::translate("RecoveryText", text);
}

/// The more a person has to know of it, the higher.
int weight(RecoveryAction action) {
    if (action == RecoveryAction::SetAside)
        return 3;
    if (isPending(action))
        return 2;
    return action == RecoveryAction::Discarded || action == RecoveryAction::None ? 0 : 1;
}

QString titleFor(RecoveryAction action) {
    switch (action) {
    case RecoveryAction::None: return {};
    case RecoveryAction::Discarded: return translated(QT_TRANSLATE_NOOP("RecoveryText", "An earlier change of %1 had been interrupted; what it left behind was cleared away, and no record changed."));
    case RecoveryAction::TakenBack: return translated(QT_TRANSLATE_NOOP("RecoveryText", "A change of all streams of %1 had been interrupted and was taken back: every stream is as before it."));
    case RecoveryAction::FinishedDelete: return translated(QT_TRANSLATE_NOOP("RecoveryText", "A delete in %1 had been interrupted and was finished now."));
    case RecoveryAction::FinishedCompact: return translated(QT_TRANSLATE_NOOP("RecoveryText", "The compaction of %1 had been interrupted and was finished now."));
    case RecoveryAction::FinishedUndo: return translated(QT_TRANSLATE_NOOP("RecoveryText", "The undo of a delete in %1 had been interrupted and was finished now."));
    case RecoveryAction::ShownDelete: return translated(QT_TRANSLATE_NOOP("RecoveryText", "A delete in %1 was interrupted: you see the records as after it, and no file was changed."));
    case RecoveryAction::ShownCompact: return translated(QT_TRANSLATE_NOOP("RecoveryText", "The compaction of %1 was interrupted: you see all records, and no file was changed."));
    case RecoveryAction::ShownUndo: return translated(QT_TRANSLATE_NOOP("RecoveryText", "The undo of a delete in %1 was interrupted: you see the records as after it, and no file was changed."));
    case RecoveryAction::ShownBefore: return translated(QT_TRANSLATE_NOOP("RecoveryText", "A change of all streams of %1 was interrupted: you see the records as before it, and no file was changed."));
    case RecoveryAction::SetAside: return translated(QT_TRANSLATE_NOOP("RecoveryText", "%1 held the journal of a change that does not fit its records; it was set aside, and the store should be verified."));
    }
    return {};
}

QString nextFor(RecoveryAction action) {
    if (isPending(action))
        return translated(QT_TRANSLATE_NOOP("RecoveryText", "Enabling editing completes the change in the files; until then loaderx refuses the store rather than mix up records."));
    switch (action) {
    case RecoveryAction::SetAside: return translated(QT_TRANSLATE_NOOP("RecoveryText", "Another program may have changed the store since. Verify names every record that is held twice or cannot be read; the journal lies in .zrx/salvage."));
    case RecoveryAction::FinishedDelete: return translated(QT_TRANSLATE_NOOP("RecoveryText", "Nothing remains to be done. Undo brings the removed records back until records are appended or the store is compacted."));
    default: return translated(QT_TRANSLATE_NOOP("RecoveryText", "Nothing remains to be done."));
    }
}

QString fromUtf8(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

}  // namespace

bool isPending(RecoveryAction action) {
    return action == RecoveryAction::ShownDelete || action == RecoveryAction::ShownCompact || action == RecoveryAction::ShownUndo ||
           action == RecoveryAction::ShownBefore;
}

RecoveryMessage recoveryMessage(const QString& path, const std::vector<StreamRecovery>& found) {
    const auto heaviest = std::max_element(found.begin(), found.end(), [](const StreamRecovery& a, const StreamRecovery& b) {
        return weight(a.note.action) < weight(b.note.action);
    });
    const RecoveryAction action = heaviest->note.action;
    RecoveryMessage message;
    message.title = titleFor(action).arg(QFileInfo(path).fileName());
    if (isPending(action))
        message.step = RecoveryMessage::Step::Finish;
    else if (action == RecoveryAction::SetAside)
        message.step = RecoveryMessage::Step::Verify;
    QStringList lines;
    for (const StreamRecovery& each : found)
        lines << translated(QT_TRANSLATE_NOOP("RecoveryText", "%1: %2")).arg(fromUtf8(each.stream), fromUtf8(each.note.text));
    lines << nextFor(action) << QDir::toNativeSeparators(path);
    message.details = lines.join(u'\n');
    return message;
}

RecoveryMessage recoveryNeededMessage(const QString& path, const Status& status) {
    RecoveryMessage message;
    message.title = translated(QT_TRANSLATE_NOOP("RecoveryText", "The store %1 was left in the middle of a change that cannot be completed by itself; no file was changed."))
                        .arg(QFileInfo(path).fileName());
    message.details = QStringList{fromUtf8(status.message()),
                                  translated(QT_TRANSLATE_NOOP("RecoveryText", "If that does not help: zr repair %1 lists what can be saved and changes nothing; with --apply it keeps a copy of all that it changes."))
                                      .arg(command::quoted(path))}
                          .join(u'\n');
    return message;
}

}  // namespace zrecord::workbench
