#include "sampling/iid_sampler.h"

#include <algorithm>

namespace zrecord {
namespace {

/// Some milliseconds of draws: a stop is noticed soon, and asking costs nothing.
constexpr std::uint64_t kDrawsBetweenLooks = 1U << 20U;

/// False: stopped.
bool replay(RandomEngine& engine, std::uint64_t bound, std::uint64_t draws, const std::stop_token& stop) noexcept
{
    RandomEngine local = engine;  // stays in registers
    while (draws > 0) {
        if (stop.stop_requested())
            return false;
        const std::uint64_t run = std::min(draws, kDrawsBetweenLooks);
        for (std::uint64_t i = 0; i < run; ++i)
            local.nextBelow(bound);
        draws -= run;
    }
    engine = local;
    return true;
}

}  // namespace

IidSampler::IidSampler(std::uint64_t length, std::uint64_t batch, std::uint64_t seed) noexcept
    : m_length(length), m_batch(batch), m_seed(seed), m_engine(seed), m_checkpoints(batch)
{
}

void IidSampler::fill(std::span<std::uint64_t> out) noexcept
{
    if (m_isOwnStream)
        m_checkpoints.pass(m_step, m_engine);
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
    std::uint64_t at = 0;
    RandomEngine engine(m_seed);
    if (const auto* checkpoint = m_checkpoints.before(step)) {
        at = checkpoint->step;
        engine = RandomEngine(checkpoint->generator);
    }
    bool isOwnStream = true;
    if (m_step >= at && m_step <= step) {
        at = m_step;
        engine = m_engine;
        isOwnStream = m_isOwnStream;
    }
    const std::uint64_t stride = std::max<std::uint64_t>(kDrawsBetweenLooks / m_batch, 1);
    while (at < step) {
        const std::uint64_t steps = std::min(step - at, stride);
        if (!replay(engine, m_length, steps * m_batch, stop))
            return SeekOutcome::Stopped;
        at += steps;
        if (isOwnStream)
            m_checkpoints.pass(at, engine);
    }
    m_engine = engine;
    m_step = step;
    m_isOwnStream = isOwnStream;
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
    m_isOwnStream = false;  // nobody can tell whether it is that of this seed: it must not end up among the checkpoints
    return true;
}

}  // namespace zrecord
