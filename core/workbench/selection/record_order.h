#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "workbench/selection/record_ranges.h"

namespace zrecord::workbench {

class IndexRemap;

/// Which records a view shows, and in what order: row r shows record recordAt(r). All records in their own order unless a
/// filter or a sort says otherwise. Immutable; rows and records are 64-bit.
class RecordOrder {
public:
    /// Every record of a store of that many.
    explicit RecordOrder(std::uint64_t records = 0) : m_count(records) {}
    /// Some records, ascending. Logarithmic in the number of ranges.
    explicit RecordOrder(RecordRanges records);
    /// Some records as listed, each once. Takes 16 bytes for each.
    explicit RecordOrder(std::vector<std::uint64_t> records);

    /// True when row and record are the same number.
    [[nodiscard]] bool isWhole() const noexcept { return m_kind == Kind::Whole; }
    [[nodiscard]] std::uint64_t count() const noexcept { return m_count; }  ///< rows
    [[nodiscard]] std::uint64_t recordAt(std::uint64_t row) const;          ///< row < count()
    /// Nothing when the record is not shown.
    [[nodiscard]] std::optional<std::uint64_t> rowOf(std::uint64_t record) const;
    /// The record's row, or that of the record that comes next in the store; the last row when there is none. count() > 0.
    [[nodiscard]] std::uint64_t nearestRow(std::uint64_t record) const;
    /// Records of the rows first … last.
    [[nodiscard]] RecordRanges records(std::uint64_t first, std::uint64_t last) const;
    /// All records shown.
    [[nodiscard]] RecordRanges all() const;
    /// The same records after a removal.
    [[nodiscard]] RecordOrder remapped(const IndexRemap& remap) const;

private:
    enum class Kind { Whole, Ranges, List };
    struct Place {
        std::uint64_t record;
        std::uint64_t row;
    };
    Kind m_kind = Kind::Whole;
    std::uint64_t m_count = 0;
    std::vector<RecordRange> m_ranges;
    std::vector<std::uint64_t> m_starts;   ///< Ranges: row of the first record of each
    std::vector<std::uint64_t> m_records;  ///< List
    std::vector<Place> m_places;           ///< List, ascending by record
};

}  // namespace zrecord::workbench
