#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <zrecord/result.h>

namespace zrecord::workbench {

/// Records first … first + count − 1.
struct RecordRange {
    std::uint64_t first = 0;
    std::uint64_t count = 0;
    [[nodiscard]] std::uint64_t end() const noexcept { return first + count; }  ///< one past the last
    friend bool operator==(const RecordRange&, const RecordRange&) = default;
};

/// A set of 64-bit record indices kept as sorted ranges that neither touch nor overlap: "all of 2^31 records" is one
/// range. Value type; costs grow with the number of ranges, never with the number of records.
class RecordRanges {
public:
    RecordRanges() = default;
    RecordRanges(std::uint64_t first, std::uint64_t count) { add(first, count); }
    /// The set of the given indices, in any order, repeats allowed.
    static RecordRanges fromIndices(std::span<const std::uint64_t> indices);

    [[nodiscard]] bool isEmpty() const noexcept { return m_ranges.empty(); }
    [[nodiscard]] std::uint64_t count() const noexcept { return m_count; }  ///< records in the set
    [[nodiscard]] const std::vector<RecordRange>& ranges() const noexcept { return m_ranges; }
    [[nodiscard]] bool contains(std::uint64_t index) const noexcept;
    /// True when at least one record of [first, first + count) is in the set.
    [[nodiscard]] bool intersects(std::uint64_t first, std::uint64_t count) const noexcept;
    /// The k-th smallest index; k < count().
    [[nodiscard]] std::uint64_t nth(std::uint64_t k) const;
    /// How many members are smaller than `index`.
    [[nodiscard]] std::uint64_t rank(std::uint64_t index) const noexcept;

    void clear() noexcept;
    void add(std::uint64_t first, std::uint64_t count = 1);
    void remove(std::uint64_t first, std::uint64_t count = 1);
    void toggle(std::uint64_t first, std::uint64_t count = 1);
    void add(const RecordRanges& other);
    void remove(const RecordRanges& other);
    /// Keeps what `other` has too.
    void intersect(const RecordRanges& other);
    /// Becomes the other records of [0, total); members at or beyond total are dropped.
    void invert(std::uint64_t total);
    /// Drops members at or beyond `total`.
    void clip(std::uint64_t total);

    /// All members in ascending order; InvalidArgument when there are more than `limit`.
    [[nodiscard]] Result<std::vector<std::uint64_t>> indices(std::uint64_t limit) const;

    /// Calls body(index) for every member in ascending order.
    template <typename Body>
    void forEach(Body&& body) const {
        for (const RecordRange& range : m_ranges) {
            for (std::uint64_t i = 0; i < range.count; ++i)
                body(range.first + i);
        }
    }

    friend bool operator==(const RecordRanges& a, const RecordRanges& b) { return a.m_ranges == b.m_ranges; }

private:
    void recount() noexcept;

    std::vector<RecordRange> m_ranges;
    std::uint64_t m_count = 0;
};

}  // namespace zrecord::workbench
