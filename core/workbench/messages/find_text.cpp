#include "workbench/messages/find_text.h"

#include <QCoreApplication>

#include "workbench/messages/number_text.h"

namespace zrecord::workbench::text {

QString findJob(const QString& filter) {
    return filter.isEmpty() ? QCoreApplication::translate("FindText", "Sort records") : QCoreApplication::translate("FindText", "Find %1").arg(filter);
}

QString duplicatesJob(const QString& stream) {
    return stream.isEmpty() ? QCoreApplication::translate("FindText", "Find duplicates") : QCoreApplication::translate("FindText", "Find duplicates in %1").arg(stream);
}

QString measureJob(const QString& stream) {
    return stream.isEmpty() ? QCoreApplication::translate("FindText", "Statistics of the records") : QCoreApplication::translate("FindText", "Statistics of %1").arg(stream);
}

QString foundText(std::uint64_t matches, std::uint64_t records, std::uint64_t unreadable) {
    const QString found = QCoreApplication::translate("FindText", "%1 of %2 match.").arg(countText(matches), recordsText(records));
    return unreadable == 0 ? found : found + u' ' + QCoreApplication::translate("FindText", "%1 could not be read.").arg(recordsText(unreadable));
}

QString duplicatesText(std::uint64_t groups, std::uint64_t redundant) {
    if (groups == 0)
        return QCoreApplication::translate("FindText", "No two records are equal.");
    return QCoreApplication::translate("FindText", "Groups of equal records: %1. Records that repeat another one: %2.").arg(countText(groups), countText(redundant));
}

QString coverageText(std::uint64_t covered, std::uint64_t records) {
    return QCoreApplication::translate("FindText", "Statistics of %1 of %2.").arg(countText(covered), recordsText(records));
}

QString duplicateOf(std::uint64_t record) {
    return QCoreApplication::translate("FindText", "Duplicate of record %1").arg(countText(record));
}

}  // namespace zrecord::workbench::text
