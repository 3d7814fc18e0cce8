#include "sampling/index_map.h"

#include <algorithm>
#include <string>

#include "base/checked_math.h"
#include "base/checksum.h"

namespace zrecord {
namespace {

__extension__ using Signed = __int128;

std::uint64_t indexOf(const IndexRange& range, std::uint64_t i) noexcept
{
    return range.start + static_cast<std::uint64_t>(range.step) * i;  // wraps as signed steps need
}

Status checkRange(const IndexRange& range, std::uint64_t length)
{
    const Signed last = static_cast<Signed>(range.start) + static_cast<Signed>(range.step) * static_cast<Signed>(range.count - 1);
    if (range.start < length && last >= 0 && last < static_cast<Signed>(length))
        return {};
    return Status(ErrorCode::OutOfRange, "the range of " + std::to_string(range.count) + " indices from " + std::to_string(range.start) +
                                             " in steps of " + std::to_string(range.step) + " leaves the " + std::to_string(length) +
                                             " records");
}

}  // namespace

void IndexMap::join(const IndexRange& range)
{
    if (!m_ranges.empty()) {
        IndexRange& last = m_ranges.back();
        const bool isRun = (last.step == 1 || last.count == 1) && (range.step == 1 || range.count == 1);
        if (isRun && range.start == last.start + last.count) {
            last.step = 1;
            last.count += range.count;
            return;
        }
    }
    m_ranges.push_back(range);
}

Result<IndexMap> IndexMap::create(const std::vector<IndexRange>& ranges, std::uint64_t length)
{
    IndexMap map;
    for (const IndexRange& range : ranges) {
        if (range.count == 0)
            continue;
        ZR_RETURN_IF_ERROR(checkRange(range, length));
        const auto size = checkedAdd(map.m_size, range.count);
        if (!size)
            return Status(ErrorCode::InvalidArgument, "the ranges name more than 2^64 indices");
        map.m_size = *size;
        map.join(range);
    }
    map.m_checksum = checksumOf(std::as_bytes(std::span(map.m_ranges)));
    // A range with its first place takes as much as four listed indices.
    if (map.m_ranges.size() > map.m_size / 4) {
        map.m_list.reserve(static_cast<std::size_t>(map.m_size));
        for (const IndexRange& range : map.m_ranges)
            for (std::uint64_t i = 0; i < range.count; ++i)
                map.m_list.push_back(indexOf(range, i));
        map.m_ranges = {};
        return map;
    }
    std::uint64_t first = 0;
    for (const IndexRange& range : map.m_ranges) {
        map.m_firsts.push_back(first);
        first += range.count;
    }
    return map;
}

std::uint64_t IndexMap::at(std::uint64_t i) const noexcept
{
    if (!m_list.empty())
        return m_list[i];
    const auto after = std::ranges::upper_bound(m_firsts, i);
    const auto number = static_cast<std::size_t>(after - m_firsts.begin()) - 1;
    return indexOf(m_ranges[number], i - m_firsts[number]);
}

}  // namespace zrecord
