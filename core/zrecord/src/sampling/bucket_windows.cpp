#include "sampling/bucket_windows.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include "sampling/keyed_permutation.h"
#include "sampling/philox.h"

namespace zrecord {

Status BucketWindows::fill(std::uint64_t step, std::vector<std::uint64_t>& out, const OperationContext& context) const
{
    ZR_RETURN_IF_ERROR(m_cut.pieceOf(step).status());
    ZR_ASSIGN_OR_RETURN(const std::shared_ptr<const Window> window, windowOf(step, context));
    const auto number = static_cast<std::size_t>(step - window->first);
    const auto begin = window->records.begin();
    out.assign(begin + static_cast<std::ptrdiff_t>(window->starts[number]), begin + static_cast<std::ptrdiff_t>(window->starts[number + 1]));
    // Sorted as they are, the first part of a blocked split would have all the short ones.
    const std::uint64_t key = Philox(m_options.seed, RandomPurpose::SlotKey).number(step);
    const KeyedPermutation slots(out.size(), key);
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = begin[static_cast<std::ptrdiff_t>(window->starts[number] + slots.at(i))];
    return {};
}

Result<std::shared_ptr<const BucketWindows::Window>> BucketWindows::windowOf(std::uint64_t step, const OperationContext& context) const
{
    const BatchCut::Window wanted = m_cut.windowOf(step, m_options.buckets.window);
    // Held while a window is made: whoever wants the same one need not make it again.
    const std::lock_guard lock(m_mutex);
    if (m_recent[1] && m_recent[1]->first == wanted.first)
        std::swap(m_recent[0], m_recent[1]);
    if (!m_recent[0] || m_recent[0]->first != wanted.first) {
        ZR_ASSIGN_OR_RETURN(std::shared_ptr<const Window> made, make(wanted, context));
        m_recent[1] = std::exchange(m_recent[0], std::move(made));
    }
    return m_recent[0];
}

Result<std::shared_ptr<const BucketWindows::Window>> BucketWindows::make(const BatchCut::Window& window, const OperationContext& context) const
{
    auto made = std::make_shared<Window>();
    made->first = window.first;
    const auto steps = static_cast<std::size_t>(window.end - window.first);
    std::vector<std::uint64_t> counts(steps);
    std::vector<std::uint64_t> records;
    for (std::size_t i = 0; i < steps; ++i) {
        // Beyond all positions a window just ends.
        const auto piece = m_cut.pieceOf(window.first + i);
        if (!piece.ok())
            continue;
        counts[i] = piece->count;
        const std::size_t before = records.size();
        records.resize(before + static_cast<std::size_t>(piece->count));
        m_order->fill(m_options.seed, piece->position, std::span(records).subspan(before));
    }
    std::vector<std::uint64_t> lengths(records.size());
    ZR_RETURN_IF_ERROR(m_options.buckets.lengths(records, lengths, context));
    std::vector<std::size_t> sorted(records.size());
    std::iota(sorted.begin(), sorted.end(), 0);
    std::ranges::stable_sort(sorted, {}, [&lengths](std::size_t i) { return lengths[i]; });
    // Each step takes as many records as it had before, the steps in random order.
    const KeyedPermutation stepOrder(steps, Philox(m_options.seed, RandomPurpose::GroupKey).number(window.first));
    std::vector<std::uint64_t> from(steps);
    std::uint64_t next = 0;
    for (std::size_t i = 0; i < steps; ++i) {
        const auto step = static_cast<std::size_t>(stepOrder.at(i));
        from[step] = next;
        next += counts[step];
    }
    made->starts.assign(1, 0);
    made->records.reserve(records.size());
    for (std::size_t step = 0; step < steps; ++step) {
        for (std::uint64_t i = 0; i < counts[step]; ++i)
            made->records.push_back(records[sorted[static_cast<std::size_t>(from[step] + i)]]);
        made->starts.push_back(made->records.size());
    }
    return std::shared_ptr<const Window>(std::move(made));
}

}  // namespace zrecord
