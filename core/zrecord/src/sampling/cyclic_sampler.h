#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sampling/feistel_network.h"

namespace zrecord {

/// A keyed permutation of [0, length): a balanced Feistel network of four rounds over the smallest even number of bits
/// that holds `length`, walked along its orbit until the value falls below `length`.
class IndexPermutation {
public:
    IndexPermutation(std::uint64_t length, std::uint64_t key, LaneKind lanes = fastestLanes()) noexcept;
    /// position < length; gives 0 for length ≤ 1.
    [[nodiscard]] std::uint64_t at(std::uint64_t position) const noexcept;
    /// The position whose value this is; value < length.
    [[nodiscard]] std::uint64_t positionOf(std::uint64_t value) const noexcept;
    /// at(first), at(first + 1), …; first + out.size() ≤ length.
    void fill(std::uint64_t first, std::span<std::uint64_t> out) const noexcept;
    /// Tabulates the round functions, so that fill() becomes several times faster; costs as much as filling some thousand
    /// indices. Does nothing where the tables would not fit the processor's first cache.
    void tabulate();
    /// The permutation that mode cyclic uses in that cycle.
    [[nodiscard]] static IndexPermutation ofCycle(std::uint64_t length, std::uint64_t seed, std::uint64_t cycle,
                                                  LaneKind lanes = fastestLanes()) noexcept;

private:
    static constexpr unsigned kMaxTableBits = 13;  ///< 64 KiB of tables: lengths up to 2^26
    void fillBlock(std::uint64_t first, std::span<std::uint64_t> out) const noexcept;

    std::uint64_t m_length;
    FeistelNetwork m_network;
    LaneKind m_lanes;
    std::vector<std::uint16_t> m_tables;  ///< of each round one after the other; empty before tabulate()
};

/// Every cycle visits a permutation of its own; a last batch that would be short is left out (its records come up in other
/// cycles), except that with length < batch the only batch is the whole length.
class CyclicSampler {
public:
    CyclicSampler(std::uint64_t length, std::uint64_t batch, std::uint64_t seed) noexcept;
    [[nodiscard]] std::uint64_t batchLength() const noexcept { return m_batchLength; }
    [[nodiscard]] std::uint64_t stepsPerCycle() const noexcept { return m_stepsPerCycle; }
    /// Fills `out` (batchLength() indices) for that step.
    void fill(std::uint64_t step, std::span<std::uint64_t> out);

private:
    std::uint64_t m_length;
    std::uint64_t m_seed;
    std::uint64_t m_batchLength;
    std::uint64_t m_stepsPerCycle;
    std::uint64_t m_cycle = 0;
    std::uint64_t m_fillsOfCycle = 0;  ///< since the sampler came to m_cycle
    IndexPermutation m_permutation;    ///< of m_cycle
};

}  // namespace zrecord
