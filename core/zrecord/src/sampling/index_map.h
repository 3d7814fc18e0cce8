#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "zrecord/record_selection.h"

namespace zrecord {

/// The i-th index of a sequence of ranges. Neighbouring ranges are joined; sequences without regularity are kept as a list.
class IndexMap {
public:
    IndexMap() = default;
    /// OutOfRange names the range that leaves [0, length).
    static Result<IndexMap> create(const std::vector<IndexRange>& ranges, std::uint64_t length);

    [[nodiscard]] std::uint64_t size() const noexcept { return m_size; }
    /// i < size().
    [[nodiscard]] std::uint64_t at(std::uint64_t i) const noexcept;
    /// XXH3-64 over the joined ranges.
    [[nodiscard]] std::uint64_t checksum() const noexcept { return m_checksum; }

private:
    void join(const IndexRange& range);

    std::uint64_t m_size = 0;
    std::uint64_t m_checksum = 0;
    std::vector<IndexRange> m_ranges;     ///< empty when there is a list
    std::vector<std::uint64_t> m_firsts;  ///< number of indices before each range
    std::vector<std::uint64_t> m_list;
};

}  // namespace zrecord
