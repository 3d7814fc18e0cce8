#include "sampling/draw_checkpoints.h"

#include <algorithm>
#include <limits>

namespace zrecord {

DrawCheckpoints::DrawCheckpoints(std::uint64_t batch) noexcept
    : m_stepsApart(std::max<std::uint64_t>(kDrawsApart / batch, 1)), m_due(m_stepsApart)
{
}

const DrawCheckpoints::Checkpoint* DrawCheckpoints::before(std::uint64_t step) const noexcept
{
    const auto* const end = m_kept.data() + m_count;
    const auto* const after = std::upper_bound(
        m_kept.data(), end, step, [](std::uint64_t wanted, const Checkpoint& checkpoint) { return wanted < checkpoint.step; });
    return after == m_kept.data() ? nullptr : after - 1;
}

void DrawCheckpoints::keep(std::uint64_t step, const RandomEngine::State& generator) noexcept
{
    if (m_count == kKept)
        thinOut();
    if (step < m_due)
        return;
    m_kept[m_count++] = {step, generator};
    setDue();
}

void DrawCheckpoints::thinOut() noexcept
{
    // The later one of each pair stays.
    for (std::size_t i = 0; i < kKept / 2; ++i)
        m_kept[i] = m_kept[2 * i + 1];
    m_count = kKept / 2;
    m_stepsApart *= 2;
    setDue();
}

void DrawCheckpoints::setDue() noexcept
{
    const std::uint64_t last = m_kept[m_count - 1].step;
    constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();
    m_due = last > kNever - m_stepsApart ? kNever : last + m_stepsApart;
}

}  // namespace zrecord
