#include "workbench/messages/model_text.h"

#include <QCoreApplication>

#include "workbench/messages/number_text.h"

namespace zrecord::workbench::text {

QString recordColumn() {
    return QCoreApplication::translate("ModelText", "Record");
}

QString shapeColumn(const QString& stream) {
    return QCoreApplication::translate("ModelText", "Shape of %1").arg(stream);
}

QString reasonColumn() {
    return QCoreApplication::translate("ModelText", "Reason");
}

QString effectColumn() {
    return QCoreApplication::translate("ModelText", "Its slot afterwards");
}

QString slotRemoved() {
    return QCoreApplication::translate("ModelText", "None: the store gets shorter");
}

QString slotFilledFrom(std::uint64_t record) {
    return QCoreApplication::translate("ModelText", "Record %1 moves here").arg(countText(record));
}

QString effectUnknown() {
    return QCoreApplication::translate("ModelText", "Worked out when applied");
}

QString bytesNotLoaded(std::uint64_t bytes) {
    return QCoreApplication::translate("ModelText", "%1, not loaded").arg(bytesText(bytes));
}

QString noElements() {
    return QCoreApplication::translate("ModelText", "No elements");
}

QString elementCount(std::uint64_t count) {
    return QCoreApplication::translate("ModelText", "%1 values").arg(countText(count));
}

QString markRecords(std::uint64_t count) {
    //: Undo text; %1 is "12 records"
    return QCoreApplication::translate("ModelText", "Mark %1 for deletion").arg(recordsText(count));
}

QString unmarkRecords(std::uint64_t count) {
    return QCoreApplication::translate("ModelText", "Unmark %1").arg(recordsText(count));
}

QString statisticsJob() {
    return QCoreApplication::translate("ModelText", "Count live and dead bytes");
}

QString verifyJob() {
    return QCoreApplication::translate("ModelText", "Verify");
}

QString forecastJob() {
    return QCoreApplication::translate("ModelText", "Forecast compaction");
}

QString applyJob(std::uint64_t count) {
    return QCoreApplication::translate("ModelText", "Delete %1").arg(recordsText(count));
}

QString undoJob(std::uint64_t count) {
    return QCoreApplication::translate("ModelText", "Take back the delete of %1").arg(recordsText(count));
}

QString appendJob() {
    return QCoreApplication::translate("ModelText", "Append records");
}

QString compactJob() {
    return QCoreApplication::translate("ModelText", "Compact");
}

}  // namespace zrecord::workbench::text
