#include "workbench/messages/curate_text.h"

#include <QCoreApplication>

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

}  // namespace zrecord::workbench::text
