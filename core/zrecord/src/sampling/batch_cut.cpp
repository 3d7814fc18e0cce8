#include "sampling/batch_cut.h"

#include <algorithm>
#include <limits>
#include <string>

#include "base/checked_math.h"

namespace zrecord {
namespace {

std::uint64_t divideUp(std::uint64_t a, std::uint64_t b) noexcept
{
    return a / b + (a % b != 0 ? 1 : 0);
}

}  // namespace

BatchCut::BatchCut(std::uint64_t cycle, const BatchOrderOptions& options)
    : m_cycle(cycle), m_batch(options.batch), m_end(options.cycleEnd),
      m_batchLength(m_end == CycleEnd::Continue ? m_batch : std::min(m_batch, cycle)),
      m_stepsPerCycle(m_end == CycleEnd::Keep ? divideUp(cycle, m_batch) : std::max<std::uint64_t>(cycle / m_batch, 1))
{
}

Status BatchCut::limit(const std::optional<std::uint64_t>& epochs)
{
    if (!epochs)
        return {};
    if (*epochs == 0)
        return Status(ErrorCode::InvalidArgument, "an order is run through at least once, but the number of epochs is 0");
    const auto last = checkedMultiply(*epochs, m_end == CycleEnd::Continue ? m_cycle : m_stepsPerCycle);
    if (!last)
        return Status(ErrorCode::InvalidArgument, std::to_string(*epochs) + " epochs have more steps than 64 bits count");
    m_endStep = last;
    if (m_end == CycleEnd::Continue) {
        m_lastPosition = last;
        m_endStep = divideUp(*last, m_batch);
    }
    return {};
}

Result<BatchCut::Piece> BatchCut::pieceOf(std::uint64_t step) const
{
    if (m_endStep && step >= *m_endStep)
        return Status(ErrorCode::OutOfRange, "there is no step " + std::to_string(step) + ": the order ends after " + std::to_string(*m_endStep));
    const bool runsOn = m_end == CycleEnd::Continue;
    const auto start = runsOn ? checkedMultiply(step, m_batch) : checkedMultiply(step / m_stepsPerCycle, m_cycle);
    if (!start || !checkedAdd(*start, runsOn ? m_batch : m_cycle))
        return Status(ErrorCode::OutOfRange, "step " + std::to_string(step) + " of batches of " + std::to_string(m_batch) +
                                                 " lies more than 2^64 records from the start");
    if (runsOn)
        return Piece{*start, m_lastPosition ? std::min(m_batch, *m_lastPosition - *start) : m_batch};
    const std::uint64_t place = step % m_stepsPerCycle * m_batchLength;
    return Piece{*start + place, std::min(m_batchLength, m_cycle - place)};
}

BatchCut::Window BatchCut::windowOf(std::uint64_t step, std::uint64_t window) const noexcept
{
    const bool runsOn = m_end == CycleEnd::Continue;
    const std::uint64_t cycleStart = runsOn ? 0 : step - step % m_stepsPerCycle;
    std::uint64_t limit = m_endStep.value_or(std::numeric_limits<std::uint64_t>::max());
    if (!runsOn)
        limit = std::min(limit, cycleStart + m_stepsPerCycle);
    const std::uint64_t first = step - (step - cycleStart) % window;
    return {first, window < limit - first ? first + window : limit};
}

}  // namespace zrecord
