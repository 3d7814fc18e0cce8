#pragma once

#include <cstdint>
#include <optional>

#include <QString>

namespace zrecord::workbench {

/// "340 205 976" with thin spaces.
[[nodiscard]] QString countText(std::uint64_t count);
/// "12 records", "1 record", translated with plural forms.
[[nodiscard]] QString recordsText(std::uint64_t count);
/// "4.1 GB", "784 bytes"; decimal units, three figures.
[[nodiscard]] QString bytesText(std::uint64_t bytes);
/// "2.3 %"; "0 %" only for exactly nothing, "< 0.1 %" below that.
[[nodiscard]] QString percentText(std::uint64_t part, std::uint64_t whole);
/// "0:31", "1:02:05".
[[nodiscard]] QString durationText(std::int64_t milliseconds);

}  // namespace zrecord::workbench
