#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "loading/joined_stream.h"
#include "loading/part_sampler.h"

namespace zrecord {

class BatchReader;

/// Asks for the records of the next steps before they are read, as long as some of them are not in memory: every step is then
/// looked at. While all are there, only now and then one, so that it costs next to nothing.
///
/// Not thread-safe, except for announce(): the pipeline calls everything else with its lock.
class LookAhead {
public:
    /// What one thread does between two claims; its memory is used over and over.
    struct Work {
        struct Step {
            std::uint64_t step = 0;
            std::vector<std::uint64_t> indices;
        };
        std::vector<Step> steps;
        std::size_t count = 0;          ///< of `steps` that are to be announced
        bool mustAsk = false;           ///< without looking
        std::uint64_t bytes = 0;        ///< asked for
        std::uint64_t cold = 0;         ///< steps with records that were not in memory
        std::uint64_t warm = 0;
        std::uint64_t majorFaults = 0;  ///< how often the thread has waited for a device while it read its batch
        std::vector<std::uint64_t> global;
        JoinScratch scratch;
    };

    /// `depth` steps are announced before they are claimed; 0 = never any. `sampler` is like the pipeline's,
    /// wherever it stands.
    LookAhead(PartSampler sampler, std::uint64_t depth, std::uint64_t endStep) : m_sampler(std::move(sampler)), m_depth(depth), m_end(endStep) {}

    /// The steps from `next`, the first that is not claimed, that should be announced now. Replaces what `work` holds. Without
    /// memory for them nothing is announced from then on.
    void plan(const SamplerState& next, Work& work) noexcept;
    void announce(Work& work, const BatchReader& reader) const;
    /// What came of it.
    void note(const Work& work);

private:
    void choose(const SamplerState& next, Work& work);

    PartSampler m_sampler;
    std::uint64_t m_depth;
    std::uint64_t m_end;
    bool m_cold = false;
    std::uint64_t m_warmSteps = 0;  ///< without a cold one, while cold
    std::uint64_t m_untilLook = 0;  ///< claims, while warm
    /// Steps that are asked for without looking: a thread had to wait for the device, though the system says the data is there.
    std::uint64_t m_faulted = 0;
};

}  // namespace zrecord
