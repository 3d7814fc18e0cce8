#include "exchange/store_windows.h"

#include <algorithm>

#include "base/checked_math.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kFirstGuess = 256;
constexpr std::uint64_t kLargestGuess = 65'536;

/// Both ends lie inside, so everything between does.
bool isInside(const IndexRange& range, std::uint64_t length)
{
    if (range.count == 0)
        return true;
    const std::uint64_t steps = range.count - 1;
    const std::uint64_t stride = range.step < 0 ? ~static_cast<std::uint64_t>(range.step) + 1 : static_cast<std::uint64_t>(range.step);
    const auto distance = checkedMultiply(steps, stride);
    if (!distance || range.start >= length)
        return false;
    return range.step < 0 ? *distance <= range.start : *distance < length - range.start;
}

void keepFirst(RaggedLayout& layout, std::size_t count)
{
    layout.offsets.resize(count + 1);
    layout.shapeOffsets.resize(count + 1);
    layout.dimensions.resize(static_cast<std::size_t>(layout.shapeOffsets.back()));
}

}  // namespace

StoreWindows::StoreWindows(const Store& store, std::vector<IndexRange> ranges, std::uint64_t windowBytes)
    : m_store(store), m_ranges(std::move(ranges)), m_windowBytes(windowBytes), m_guess(kFirstGuess)
{
    for (const IndexRange& range : m_ranges)
        m_total += range.count;
}

Result<StoreWindows> StoreWindows::make(const Store& store, const std::optional<std::vector<IndexRange>>& selection,
                                        std::uint64_t windowBytes)
{
    if (!store.isOpen())
        return Status(ErrorCode::Closed, "the store is closed").withStore(store.summary().path.string());
    const std::uint64_t length = store.size();
    std::vector<IndexRange> ranges = selection.value_or(std::vector<IndexRange>{{0, length, 1}});
    std::uint64_t total = 0;
    for (const IndexRange& range : ranges) {
        const auto sum = checkedAdd(total, range.count);
        if (!sum || !isInside(range, length))
            return Status(ErrorCode::OutOfRange, "the selection (" + std::to_string(range.count) + " records from " +
                                                     std::to_string(range.start) + ", step " + std::to_string(range.step) +
                                                     ") leaves the store of " + std::to_string(length) + " records")
                .withStore(store.summary().path.string());
        total = *sum;
    }
    return StoreWindows(store, std::move(ranges), windowBytes);
}

void StoreWindows::restart()
{
    m_range = 0;
    m_inRange = 0;
}

void StoreWindows::takeIndices(std::vector<std::uint64_t>& indices, std::uint64_t count)
{
    indices.clear();
    std::uint64_t at = m_inRange;
    for (std::size_t r = m_range; r < m_ranges.size() && indices.size() < count; ++r, at = 0) {
        const IndexRange& range = m_ranges[r];
        for (; at < range.count && indices.size() < count; ++at)
            indices.push_back(range.start + at * static_cast<std::uint64_t>(range.step));
    }
}

void StoreWindows::skip(std::uint64_t count)
{
    while (count > 0) {
        const std::uint64_t part = std::min(count, m_ranges[m_range].count - m_inRange);
        m_inRange += part;
        count -= part;
        if (m_inRange == m_ranges[m_range].count) {
            ++m_range;
            m_inRange = 0;
        }
    }
}

Status StoreWindows::next(StoreWindow& window, const OperationContext& context)
{
    window.bytes.clear();
    if (m_store.summary().kind == StoreKind::Ragged)
        return nextRagged(window, context);
    const std::uint64_t width = m_store.summary().recordBytes;
    takeIndices(window.indices, std::max<std::uint64_t>(1, m_windowBytes / width));
    window.bytes.resize(static_cast<std::size_t>(window.indices.size() * width));
    if (!window.indices.empty())
        ZR_RETURN_IF_ERROR(m_store.gather(window.indices, window.bytes, context));
    skip(window.indices.size());
    return Status::success();
}

Status StoreWindows::nextRagged(StoreWindow& window, const OperationContext& context)
{
    takeIndices(window.indices, m_guess);
    if (window.indices.empty())
        return Status::success();
    ZR_ASSIGN_OR_RETURN(window.layout, m_store.layout(window.indices, context));
    const auto& offsets = window.layout.offsets;
    const auto end = std::upper_bound(offsets.begin() + 1, offsets.end(), m_windowBytes);
    const std::size_t count = std::max<std::size_t>(1, static_cast<std::size_t>(end - offsets.begin()) - 1);
    m_guess = std::clamp<std::uint64_t>(count * 2, 16, kLargestGuess);
    window.indices.resize(count);
    keepFirst(window.layout, count);
    window.bytes.resize(static_cast<std::size_t>(window.layout.offsets.back()));
    ZR_RETURN_IF_ERROR(m_store.gather(window.indices, window.layout, window.bytes, context));
    skip(count);
    return Status::success();
}

Status StoreWindows::nextLayout(StoreWindow& window, const OperationContext& context)
{
    window.bytes.clear();
    takeIndices(window.indices, kLargestGuess);
    if (window.indices.empty())
        return Status::success();
    ZR_ASSIGN_OR_RETURN(window.layout, m_store.layout(window.indices, context));
    skip(window.indices.size());
    return Status::success();
}

}  // namespace zrecord
