#include "workbench/messages/curate_text.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QLocale>

#include <zrecord/restoration.h>

#include "workbench/messages/number_text.h"

namespace zrecord::workbench::text {

QString tagsColumn() { return QCoreApplication::translate("CurateText", "tags"); }

QString newTagName(std::size_t key) { return QCoreApplication::translate("CurateText", "tag %1").arg(key); }

QString addTag(const QString& name, std::uint64_t records) {
    return QCoreApplication::translate("CurateText", "tag %1 as %2").arg(recordsText(records), name);
}

QString removeTag(const QString& name, std::uint64_t records) {
    return QCoreApplication::translate("CurateText", "take %2 off %1").arg(recordsText(records), name);
}

QString deleteOf(std::uint64_t records) { return QCoreApplication::translate("CurateText", "delete of %1").arg(recordsText(records)); }

QString deleteOf(const UndoableRemoval& removal) {
    const QString when = QLocale().toString(QDateTime::fromSecsSinceEpoch(removal.when), QLocale::ShortFormat);
    return QCoreApplication::translate("CurateText", "%1, %2").arg(deleteOf(removal.records), when);
}

QString undoEnded(std::uint64_t records) {
    return QCoreApplication::translate("CurateText", "The %1 cannot be undone any more.").arg(deleteOf(records));
}

QString undoEndedByCompact() {
    return QCoreApplication::translate("CurateText", "The store was compacted since, and the bytes of the deleted records are gone.");
}

QString undoEndedByAppend() {
    return QCoreApplication::translate("CurateText", "Records were appended since. A delete can be undone only until then.");
}

QString undoEndedElsewhere() {
    return QCoreApplication::translate("CurateText", "Another program has changed the store since.");
}

QString indexTableJob() { return QCoreApplication::translate("CurateText", "Write the table of old and new indices"); }

QString indexTableWritten(const QString& file) {
    return QCoreApplication::translate("CurateText", "%1 says where every record goes that moves or is removed.").arg(file);
}

QString needsEditing() { return QCoreApplication::translate("CurateText", "The store is open for reading only."); }

QString needsEditingReason() {
    return QCoreApplication::translate("CurateText", "Undoing or repeating a delete writes to the store. Enable editing first (Ctrl+E), then try again.");
}

}  // namespace zrecord::workbench::text
