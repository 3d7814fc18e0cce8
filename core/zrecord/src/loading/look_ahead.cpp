#include "loading/look_ahead.h"

#include <algorithm>
#include <new>

#include "loading/batch_reader.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kWarmSteps = 16;      // in a row, until the data counts as being in memory
constexpr std::uint64_t kLookEvery = 16;      // claims, while it is
constexpr std::uint64_t kAskedAfterFault = 32;

}  // namespace

void LookAhead::plan(const SamplerState& next, Work& work) noexcept
{
    work.count = 0;
    work.bytes = work.cold = work.warm = work.majorFaults = 0;
    try {
        choose(next, work);
    } catch (const std::bad_alloc&) {
        // The step itself reports what it could not have; asking ahead is a favour, and ends here.
        work.count = 0;
        m_depth = 0;
    }
}

void LookAhead::choose(const SamplerState& next, Work& work)
{
    if (m_depth == 0 || next.step >= m_end)
        return;
    if (!m_cold && m_untilLook > 0) {
        --m_untilLook;
        return;
    }
    m_untilLook = kLookEvery;
    if (m_sampler.state().step < next.step && !m_sampler.restore(next).ok())
        return;
    work.mustAsk = m_faulted > 0;
    // While warm, one step shows whether it still is.
    const std::uint64_t last = std::min(m_end - next.step, m_cold ? m_depth : 1) + next.step;
    for (; m_sampler.state().step < last; ++work.count) {
        if (work.steps.size() == work.count)
            work.steps.emplace_back();
        work.steps[work.count].step = m_sampler.state().step;
        if (!m_sampler.claim(work.steps[work.count].indices).ok())
            return;
    }
}

void LookAhead::announce(Work& work, const BatchReader& reader) const
{
    for (std::size_t i = 0; i < work.count; ++i) {
        Work::Step& step = work.steps[i];
        // A failure is for the step itself to report.
        if (!m_sampler.complete(step.step, step.indices, work.global).ok())
            continue;
        const std::uint64_t bytes = reader.readAhead(step.indices, work.scratch, work.mustAsk ? ReadAheadCheck::None : ReadAheadCheck::Sample);
        work.bytes += bytes;
        ++(bytes != 0 ? work.cold : work.warm);
    }
}

void LookAhead::note(const Work& work)
{
    m_faulted -= std::min(m_faulted, work.cold);
    if (work.majorFaults > 0)
        m_faulted = kAskedAfterFault;
    if (work.majorFaults > 0 || work.cold > 0) {
        m_cold = true;
        m_warmSteps = 0;
    } else if (m_cold && (m_warmSteps += work.warm) >= kWarmSteps) {
        m_cold = false;
    }
}

}  // namespace zrecord
