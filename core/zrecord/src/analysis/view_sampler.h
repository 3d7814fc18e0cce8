#pragma once

#include <cstdint>
#include <vector>

#include "loading/rank_part.h"
#include "zrecord/sampler_report.h"

namespace zrecord {

/// Gives the steps of a view one after the other. One thread at a time.
class ViewSampler {
public:
    /// InvalidArgument: sampler options or rank that do not fit, a rank without indices, batches that do not fit into memory.
    static Result<ViewSampler> create(const SamplerView& view);

    [[nodiscard]] std::uint64_t batchLength() const noexcept { return m_part.length(); }
    [[nodiscard]] std::uint64_t globalBatchLength() const noexcept { return m_sampler.batchLength(); }
    [[nodiscard]] std::uint64_t stepsPerCycle() const noexcept;
    [[nodiscard]] const RankPart& part() const noexcept { return m_part; }
    /// To step view.firstStep + `step`.
    Status seek(std::uint64_t step);
    /// The indices of the step; valid until the next call.
    Result<const std::vector<std::uint64_t>*> next();

private:
    ViewSampler(Sampler sampler, const RankPart& part, std::uint64_t firstStep);

    Sampler m_sampler;
    RankPart m_part;
    std::uint64_t m_firstStep;
    std::vector<std::uint64_t> m_global;  ///< empty when the part is the whole batch
    std::vector<std::uint64_t> m_indices;
};

/// view.steps · batchLength; InvalidArgument without steps or when the product overflows.
Result<std::uint64_t> viewIndices(const SamplerView& view, std::uint64_t batchLength);

}  // namespace zrecord
