#pragma once

#include <cstdint>

#include <QString>

namespace zrecord::workbench {

/// Titles that models and jobs need, in one place because only this folder translates.
namespace text {

[[nodiscard]] QString recordColumn();
[[nodiscard]] QString shapeColumn(const QString& stream);
[[nodiscard]] QString reasonColumn();
[[nodiscard]] QString effectColumn();
[[nodiscard]] QString slotRemoved();                        ///< the last slots go away
[[nodiscard]] QString slotFilledFrom(std::uint64_t record); ///< record … moves here
[[nodiscard]] QString effectUnknown();                      ///< too many marks to plan at once
[[nodiscard]] QString bytesNotLoaded(std::uint64_t bytes);
[[nodiscard]] QString noElements();
[[nodiscard]] QString elementCount(std::uint64_t count);    ///< "784 values"
[[nodiscard]] QString markRecords(std::uint64_t count);     ///< undo text
[[nodiscard]] QString unmarkRecords(std::uint64_t count);
[[nodiscard]] QString statisticsJob();
[[nodiscard]] QString verifyJob();
[[nodiscard]] QString forecastJob();
[[nodiscard]] QString applyJob(std::uint64_t count);
[[nodiscard]] QString undoJob(std::uint64_t count);         ///< takes a delete of so many back
[[nodiscard]] QString appendJob();
[[nodiscard]] QString compactJob();

}  // namespace text

}  // namespace zrecord::workbench
