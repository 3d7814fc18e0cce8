#include "workbench/selection/record_order.h"

#include <algorithm>
#include <span>
#include <utility>

#include "workbench/document/index_remap.h"

namespace zrecord::workbench {

RecordOrder::RecordOrder(RecordRanges records) : m_kind(Kind::Ranges), m_count(records.count()), m_ranges(records.ranges()) {
    std::uint64_t row = 0;
    for (const RecordRange& range : m_ranges) {
        m_starts.push_back(row);
        row += range.count;
    }
}

RecordOrder::RecordOrder(std::vector<std::uint64_t> records) : m_kind(Kind::List), m_count(records.size()), m_records(std::move(records)) {
    m_places.reserve(m_records.size());
    for (std::size_t row = 0; row < m_records.size(); ++row)
        m_places.push_back({m_records[row], row});
    std::sort(m_places.begin(), m_places.end(), [](const Place& a, const Place& b) { return a.record < b.record; });
}

std::uint64_t RecordOrder::recordAt(std::uint64_t row) const {
    switch (m_kind) {
    case Kind::Whole: return row;
    case Kind::List: return m_records[row];
    case Kind::Ranges: break;
    }
    const auto after = std::upper_bound(m_starts.begin(), m_starts.end(), row);
    const auto range = static_cast<std::size_t>(after - m_starts.begin()) - 1;
    return m_ranges[range].first + (row - m_starts[range]);
}

std::optional<std::uint64_t> RecordOrder::rowOf(std::uint64_t record) const {
    if (m_count == 0)
        return std::nullopt;
    const std::uint64_t row = nearestRow(record);
    return recordAt(row) == record ? std::optional(row) : std::nullopt;
}

std::uint64_t RecordOrder::nearestRow(std::uint64_t record) const {
    const std::uint64_t last = m_count - 1;
    if (m_kind == Kind::Whole)
        return std::min(record, last);
    if (m_kind == Kind::List) {
        const auto place = std::lower_bound(m_places.begin(), m_places.end(), record, [](const Place& a, std::uint64_t b) { return a.record < b; });
        return place == m_places.end() ? m_places.back().row : place->row;
    }
    const auto range = std::partition_point(m_ranges.begin(), m_ranges.end(), [record](const RecordRange& each) { return each.end() <= record; });
    if (range == m_ranges.end())
        return last;
    const std::uint64_t start = m_starts[static_cast<std::size_t>(range - m_ranges.begin())];
    return record <= range->first ? start : start + (record - range->first);
}

RecordRanges RecordOrder::records(std::uint64_t first, std::uint64_t last) const {
    if (m_count == 0)
        return {};
    last = std::min(last, m_count - 1);
    if (first > last)
        return {};
    if (m_kind == Kind::Whole)
        return {first, last - first + 1};
    if (m_kind == Kind::List)
        return RecordRanges::fromIndices(std::span(m_records).subspan(first, last - first + 1));
    RecordRanges chosen(recordAt(first), recordAt(last) - recordAt(first) + 1);
    chosen.intersect(all());
    return chosen;
}

RecordRanges RecordOrder::all() const {
    if (m_kind == Kind::Whole)
        return {0, m_count};
    if (m_kind == Kind::List)
        return RecordRanges::fromIndices(m_records);
    RecordRanges whole;
    for (const RecordRange& range : m_ranges)
        whole.add(range.first, range.count);
    return whole;
}

RecordOrder RecordOrder::remapped(const IndexRemap& remap) const {
    if (m_kind == Kind::Whole)
        return RecordOrder(remap.recordsAfter());
    if (m_kind == Kind::Ranges)
        return RecordOrder(remap.map(all()));
    std::vector<std::uint64_t> followed;
    for (const std::uint64_t record : m_records)
        if (const auto now = remap.map(record))
            followed.push_back(*now);
    return RecordOrder(std::move(followed));
}

}  // namespace zrecord::workbench
