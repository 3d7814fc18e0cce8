#pragma once

#include <cstdint>
#include <variant>
#include <vector>

#include "loading/rank_part.h"
#include "zrecord/batch_order.h"
#include "zrecord/sampler.h"

namespace zrecord {

/// Which rank's part of each batch is read.
struct RankChoice {
    std::uint64_t rank = 0;
    std::uint64_t world = 1;
    RankSplit split = RankSplit::Strided;
    RankRemainder remainder = RankRemainder::Drop;
    [[nodiscard]] RankPart partOf(std::uint64_t globalLength) const noexcept { return {globalLength, rank, world, split, remainder}; }
};

/// One rank's indices of every step, from a sampler of loaderx's modes or from an order. A step is taken in two parts:
/// claim(), one thread at a time, and complete(), any number of threads side by side.
class PartSampler {
public:
    PartSampler(Sampler sampler, const RankChoice& ranks);
    PartSampler(BatchOrder order, const RankChoice& ranks);

    /// Null with a sampler.
    [[nodiscard]] const BatchOrder* order() const noexcept { return std::get_if<BatchOrder>(&m_source); }
    [[nodiscard]] SamplerMode mode() const noexcept;
    [[nodiscard]] std::uint64_t length() const noexcept;
    [[nodiscard]] std::uint64_t batch() const noexcept;  ///< that was asked for
    [[nodiscard]] std::uint64_t seed() const noexcept;
    [[nodiscard]] std::uint64_t globalBatchLength() const noexcept;
    [[nodiscard]] std::uint64_t stepsPerCycle() const noexcept;
    /// This rank's part of a whole batch.
    [[nodiscard]] const RankPart& part() const noexcept { return m_part; }

    [[nodiscard]] SamplerState state() const noexcept;
    Status restore(const SamplerState& state);
    /// Goes on to the next step. What depends on the steps before is computed here.
    Status claim(std::vector<std::uint64_t>& indices);
    /// Replaces what `indices` holds with the indices of a claimed step. `global` is scratch memory of the caller.
    Status complete(std::uint64_t step, std::vector<std::uint64_t>& indices, std::vector<std::uint64_t>& global,
                    const OperationContext& context = {}) const;

private:
    std::variant<Sampler, BatchOrder> m_source;
    RankChoice m_ranks;
    RankPart m_part;
    std::uint64_t m_step = 0;             ///< of an order
    std::vector<std::uint64_t> m_global;  ///< of a sampler; empty when the part is the whole batch
};

}  // namespace zrecord
