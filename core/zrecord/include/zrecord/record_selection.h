#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "zrecord/export.h"
#include "zrecord/result.h"

namespace zrecord {

/// start, start + step, … (count items); step may be negative.
struct IndexRange {
    std::uint64_t start = 0;
    std::uint64_t count = 0;
    std::int64_t step = 1;
    friend bool operator==(const IndexRange&, const IndexRange&) = default;
};

/// Turns −1 into length − 1. OutOfRange names the value and the length.
ZRECORD_EXPORT Result<std::uint64_t> resolveIndex(std::int64_t index, std::uint64_t length);

/// Reads one selector for a store of `length` records: an index ("7", "-1") or a Python slice ("10:20", "::100", "-5:").
/// Slices are clipped as Python does, single indices are checked. InvalidArgument points at the character.
ZRECORD_EXPORT Result<IndexRange> parseSelector(std::string_view text, std::uint64_t length);

/// Indices of several selectors, in order; refuses more than `limit` of them with InvalidArgument.
ZRECORD_EXPORT Result<std::vector<std::uint64_t>> expandRanges(const std::vector<IndexRange>& ranges,
                                                               std::uint64_t limit = UINT64_C(1) << 32);

}  // namespace zrecord
