#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

namespace zrecord {

enum class ProgressUnit : std::uint8_t { Records, Bytes, Steps };

/// How far a long operation is. Counts, never fractions; total 0 = unknown.
struct Progress {
    std::string_view stage;  ///< a constant: "verifying entries"; lives as long as the program
    std::uint64_t done = 0;
    std::uint64_t total = 0;
    ProgressUnit unit = ProgressUnit::Records;
};

/// Called at most every 50 ms and once at the end of each stage, one call at a time, from any thread of the operation.
/// Must return quickly and must not call back into the store.
using ProgressSink = std::function<void(const Progress&)>;

}  // namespace zrecord
