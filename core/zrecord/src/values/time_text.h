#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace zrecord {

/// NumPy's "not a time".
inline constexpr std::int64_t kNotATime = INT64_MIN;

/// `unit` as in the dtype: "ns", "25s", "D"; empty = generic, which is the bare count.
void appendDateTimeText(std::string& out, std::int64_t count, std::string_view unit);
void appendTimeDeltaText(std::string& out, std::int64_t count, std::string_view unit);

}  // namespace zrecord
