#include "sampling/iid_sampler.h"

#include <algorithm>

namespace zrecord {
namespace {

/// Some milliseconds of draws: a stop is noticed soon, and asking costs nothing.
constexpr std::uint64_t kDrawsBetweenLooks = 1U << 20U;

}  // namespace

IidSampler::IidSampler(std::uint64_t length, std::uint64_t batch, std::uint64_t seed) noexcept
    : m_length(length), m_batch(batch), m_seed(seed), m_engine(seed)
{
}

void IidSampler::fill(std::span<std::uint64_t> out) noexcept
{
    RandomEngine engine = m_engine;  // a local copy stays in registers
    for (std::uint64_t& value : out)
        value = engine.nextBelow(m_length);
    m_engine = engine;
    ++m_step;
}

IidSampler::SeekOutcome IidSampler::seek(std::uint64_t step, const std::stop_token& stop) noexcept
{
    if (step != 0 && m_batch > UINT64_MAX / step)
        return SeekOutcome::TooFar;
    const bool ahead = step >= m_step;
    RandomEngine engine = ahead ? m_engine : RandomEngine(m_seed);
    std::uint64_t draws = (ahead ? step - m_step : step) * m_batch;
    while (draws > 0) {
        if (stop.stop_requested())
            return SeekOutcome::Stopped;
        const std::uint64_t run = std::min(draws, kDrawsBetweenLooks);
        for (std::uint64_t i = 0; i < run; ++i)
            engine.nextBelow(m_length);
        draws -= run;
    }
    m_engine = engine;
    m_step = step;
    return SeekOutcome::Done;
}

bool IidSampler::restore(std::uint64_t step, const RandomEngine::State& generator) noexcept
{
    // Each draw takes one output, rarely more.
    if (step != 0 && m_batch > (UINT64_MAX - RandomEngine::kFirstCounter) / step)
        return false;
    if (generator[3] < RandomEngine::kFirstCounter + step * m_batch)
        return false;
    m_engine = RandomEngine(generator);
    m_step = step;
    return true;
}

}  // namespace zrecord
