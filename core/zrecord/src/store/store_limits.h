#pragma once

#include <cstdint>

namespace zrecord {

/// Sizes that the format fixes; tests lower them so that rollovers happen early. Never stored: a store made with other
/// limits must be opened with the same ones.
struct StoreLimits {
    std::uint64_t chunkCapacity = std::uint64_t{1} << 32;      ///< a record ends below this offset, in bytes
    std::uint64_t entriesPerSegment = std::uint64_t{1} << 28;  ///< entries in one loc file; even
    friend bool operator==(const StoreLimits&, const StoreLimits&) = default;
};

}  // namespace zrecord
