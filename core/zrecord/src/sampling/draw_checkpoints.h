#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "sampling/random_engine.h"

namespace zrecord {

/// Generators at some steps of one stream of draws, so that going back replays little. They lie at least a million draws
/// apart; when there are too many of them every other one goes. Allocates nothing.
class DrawCheckpoints {
public:
    struct Checkpoint {
        std::uint64_t step = 0;
        RandomEngine::State generator{};
    };
    static constexpr std::size_t kKept = 256;
    static constexpr std::uint64_t kDrawsApart = 1U << 20U;

    /// batch: draws a step, ≥ 1.
    explicit DrawCheckpoints(std::uint64_t batch) noexcept;
    /// The stream stands before the draws of that step; kept when it lies far enough behind the last one kept.
    void pass(std::uint64_t step, const RandomEngine& engine) noexcept
    {
        if (step >= m_due) [[unlikely]]
            keep(step, engine.state());
    }
    /// The last one at or before the step, or null.
    [[nodiscard]] const Checkpoint* before(std::uint64_t step) const noexcept;
    [[nodiscard]] std::uint64_t stepsApart() const noexcept { return m_stepsApart; }

private:
    void keep(std::uint64_t step, const RandomEngine::State& generator) noexcept;
    void thinOut() noexcept;
    void setDue() noexcept;

    std::uint64_t m_stepsApart;
    std::uint64_t m_due;
    std::size_t m_count = 0;
    std::array<Checkpoint, kKept> m_kept;  ///< by step
};

}  // namespace zrecord
