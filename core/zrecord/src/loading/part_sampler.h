#pragma once

#include <cstdint>
#include <vector>

#include "loading/rank_part.h"
#include "zrecord/sampler.h"

namespace zrecord {

/// One rank's indices of every step. One thread at a time.
class PartSampler {
public:
    PartSampler(Sampler sampler, const RankPart& part);

    [[nodiscard]] const Sampler& sampler() const noexcept { return m_sampler; }
    [[nodiscard]] const RankPart& part() const noexcept { return m_part; }
    [[nodiscard]] SamplerState state() const noexcept { return m_sampler.state(); }
    Status restore(const SamplerState& state) { return m_sampler.restore(state); }
    /// Replaces what `out` holds with the indices of the sampler's step, and goes on to the next.
    Status next(std::vector<std::uint64_t>& out);

private:
    Sampler m_sampler;
    RankPart m_part;
    std::vector<std::uint64_t> m_global;  ///< empty when the part is the whole batch
};

}  // namespace zrecord
