#pragma once

#include <cstdint>
#include <span>
#include <stop_token>

#include "sampling/random_engine.h"

namespace zrecord {

/// Independent uniform draws with repeats; one stream of draws runs on from step to step.
class IidSampler {
public:
    IidSampler(std::uint64_t length, std::uint64_t batch, std::uint64_t seed) noexcept;
    /// Fills `out` (batch indices) for the step that the stream stands at, and moves on.
    void fill(std::span<std::uint64_t> out) noexcept;
    enum class SeekOutcome { Done, TooFar, Stopped };
    /// Replays draws up to that step: from here when it lies ahead, else from the start. TooFar: the number of draws does
    /// not fit 64 bits. Unless Done, nothing changes. A stop is noticed within some milliseconds.
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
};

}  // namespace zrecord
