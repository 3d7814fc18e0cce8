#pragma once

#include <cstdint>

#include <QString>

namespace zrecord::workbench::text {

/// Titles of jobs.
[[nodiscard]] QString findJob(const QString& filter);
[[nodiscard]] QString duplicatesJob(const QString& stream);
[[nodiscard]] QString measureJob(const QString& stream);

/// "1 204 of 60 000 records match." and how many could not be read.
[[nodiscard]] QString foundText(std::uint64_t matches, std::uint64_t records, std::uint64_t unreadable);
/// "12 groups of equal records; 18 records repeat another one."
[[nodiscard]] QString duplicatesText(std::uint64_t groups, std::uint64_t redundant);
/// "Statistics of 40 960 of 60 000 records."
[[nodiscard]] QString coverageText(std::uint64_t covered, std::uint64_t records);
/// "Duplicate of record 18"
[[nodiscard]] QString duplicateOf(std::uint64_t record);

}  // namespace zrecord::workbench::text
