#include "workbench/selection/record_ranges.h"

#include <algorithm>
#include <string>

namespace zrecord::workbench {
namespace {

std::uint64_t clippedEnd(std::uint64_t first, std::uint64_t count) noexcept {
    return count > UINT64_MAX - first ? UINT64_MAX : first + count;
}

/// Appends to a sorted list, joining with the last range where they touch.
void append(std::vector<RecordRange>& ranges, std::uint64_t first, std::uint64_t end) {
    if (first >= end)
        return;
    if (!ranges.empty() && ranges.back().end() >= first) {
        RecordRange& last = ranges.back();
        last.count = std::max(last.end(), end) - last.first;
    } else {
        ranges.push_back({first, end - first});
    }
}

/// First range that ends after `index`.
auto firstEndingAfter(const std::vector<RecordRange>& ranges, std::uint64_t index) {
    return std::partition_point(ranges.begin(), ranges.end(),
                                [index](const RecordRange& range) { return range.end() <= index; });
}

std::vector<RecordRange> subtracted(const std::vector<RecordRange>& from, const std::vector<RecordRange>& what) {
    std::vector<RecordRange> result;
    result.reserve(from.size() + what.size());
    auto hole = what.begin();
    for (const RecordRange& range : from) {
        std::uint64_t at = range.first;
        while (hole != what.end() && hole->end() <= at)
            ++hole;
        for (auto cut = hole; cut != what.end() && cut->first < range.end(); ++cut) {
            append(result, at, cut->first);
            at = std::max(at, cut->end());
        }
        append(result, at, range.end());
    }
    return result;
}

}  // namespace

RecordRanges RecordRanges::fromIndices(std::span<const std::uint64_t> indices) {
    std::vector<std::uint64_t> sorted(indices.begin(), indices.end());
    std::sort(sorted.begin(), sorted.end());
    RecordRanges result;
    for (const std::uint64_t index : sorted)
        append(result.m_ranges, index, clippedEnd(index, 1));
    result.recount();
    return result;
}

void RecordRanges::recount() noexcept {
    m_count = 0;
    for (const RecordRange& range : m_ranges)
        m_count += range.count;
}

bool RecordRanges::contains(std::uint64_t index) const noexcept {
    const auto range = firstEndingAfter(m_ranges, index);
    return range != m_ranges.end() && range->first <= index;
}

bool RecordRanges::intersects(std::uint64_t first, std::uint64_t count) const noexcept {
    const auto range = firstEndingAfter(m_ranges, first);
    return count > 0 && range != m_ranges.end() && range->first < clippedEnd(first, count);
}

std::uint64_t RecordRanges::nth(std::uint64_t k) const {
    for (const RecordRange& range : m_ranges) {
        if (k < range.count)
            return range.first + k;
        k -= range.count;
    }
    return UINT64_MAX;
}

std::uint64_t RecordRanges::rank(std::uint64_t index) const noexcept {
    std::uint64_t smaller = 0;
    for (const RecordRange& range : m_ranges) {
        if (range.first >= index)
            break;
        smaller += std::min(index, range.end()) - range.first;
    }
    return smaller;
}

void RecordRanges::clear() noexcept {
    m_ranges.clear();
    m_count = 0;
}

void RecordRanges::add(std::uint64_t first, std::uint64_t count) {
    const std::uint64_t end = clippedEnd(first, count);
    if (first >= end)
        return;
    // Ranges that overlap or touch [first, end) melt into one.
    const auto from = std::partition_point(m_ranges.begin(), m_ranges.end(),
                                           [first](const RecordRange& range) { return range.end() < first; });
    auto to = from;
    RecordRange joined{first, end - first};
    while (to != m_ranges.end() && to->first <= end) {
        const std::uint64_t low = std::min(joined.first, to->first);
        joined = {low, std::max(joined.end(), to->end()) - low};
        m_count -= to->count;
        ++to;
    }
    m_count += joined.count;
    if (from == to) {
        m_ranges.insert(from, joined);
    } else {
        *from = joined;
        m_ranges.erase(from + 1, to);
    }
}

void RecordRanges::remove(std::uint64_t first, std::uint64_t count) {
    RecordRanges what;
    what.add(first, count);
    remove(what);
}

void RecordRanges::toggle(std::uint64_t first, std::uint64_t count) {
    RecordRanges common(first, count);
    const RecordRanges missing = [&] {
        RecordRanges all = common;
        all.remove(*this);
        return all;
    }();
    common.intersect(*this);
    remove(common);
    add(missing);
}

void RecordRanges::add(const RecordRanges& other) {
    if (other.m_ranges.size() <= 4) {
        for (const RecordRange& range : other.m_ranges)
            add(range.first, range.count);
        return;
    }
    std::vector<RecordRange> merged(m_ranges.size() + other.m_ranges.size());
    std::merge(m_ranges.begin(), m_ranges.end(), other.m_ranges.begin(), other.m_ranges.end(), merged.begin(),
               [](const RecordRange& a, const RecordRange& b) { return a.first < b.first; });
    m_ranges.clear();
    for (const RecordRange& range : merged)
        append(m_ranges, range.first, range.end());
    recount();
}

void RecordRanges::remove(const RecordRanges& other) {
    if (isEmpty() || other.isEmpty())
        return;
    m_ranges = subtracted(m_ranges, other.m_ranges);
    recount();
}

void RecordRanges::intersect(const RecordRanges& other) {
    std::vector<RecordRange> result;
    auto a = m_ranges.begin();
    auto b = other.m_ranges.begin();
    while (a != m_ranges.end() && b != other.m_ranges.end()) {
        append(result, std::max(a->first, b->first), std::min(a->end(), b->end()));
        if (a->end() < b->end())
            ++a;
        else
            ++b;
    }
    m_ranges = std::move(result);
    recount();
}

void RecordRanges::invert(std::uint64_t total) {
    const RecordRanges all(0, total);
    m_ranges = subtracted(all.m_ranges, m_ranges);
    recount();
}

void RecordRanges::clip(std::uint64_t total) {
    if (!m_ranges.empty() && m_ranges.back().end() > total)
        remove(total, UINT64_MAX - total);
}

Result<std::vector<std::uint64_t>> RecordRanges::indices(std::uint64_t limit) const {
    if (m_count > limit) {
        return Status(ErrorCode::InvalidArgument, std::to_string(m_count) + " records are more than the " +
                                                      std::to_string(limit) + " that fit one step")
            .withRemedy("Choose fewer records and go on in several steps.");
    }
    std::vector<std::uint64_t> result;
    result.reserve(m_count);
    forEach([&result](std::uint64_t index) { result.push_back(index); });
    return result;
}

}  // namespace zrecord::workbench
