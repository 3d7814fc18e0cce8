#pragma once

#include <cstdint>
#include <span>
#include <stop_token>

#include "sampling/draw_checkpoints.h"
#include "sampling/random_engine.h"

namespace zrecord {

/// Independent uniform draws with repeats; one stream of draws runs on from step to step.
class IidSampler {
public:
    IidSampler(std::uint64_t length, std::uint64_t batch, std::uint64_t seed) noexcept;
    /// Fills `out` (batch indices) for the step that the stream stands at, and moves on.
    void fill(std::span<std::uint64_t> out) noexcept;
    enum class SeekOutcome { Done, TooFar, Stopped };
    /// Replays draws up to that step, from the nearest place before it that is known: here, where the sampler has been, or
    /// the start. TooFar: the number of draws does not fit 64 bits. Unless Done, the sampler stays where it is. A stop is
    /// noticed within some milliseconds.
    SeekOutcome seek(std::uint64_t step, const std::stop_token& stop = {}) noexcept;
    [[nodiscard]] RandomEngine::State generator() const noexcept { return m_engine.state(); }
    /// Goes on from a saved generator; false, and nothing changes, when it cannot be that of the step.
    bool restore(std::uint64_t step, const RandomEngine::State& generator) noexcept;

private:
    std::uint64_t m_length;
    std::uint64_t m_batch;
    std::uint64_t m_seed;
    std::uint64_t m_step = 0;
    RandomEngine m_engine;
    DrawCheckpoints m_checkpoints;
    bool m_isOwnStream = true;  ///< m_engine came from the seed, not from restore()
};

}  // namespace zrecord
