#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace zrecord {

/// A keyed permutation of [0, length): a balanced Feistel network of four rounds over the smallest even number of bits
/// that holds `length`, walked along its orbit until the value falls below `length`.
class IndexPermutation {
public:
    IndexPermutation(std::uint64_t length, std::uint64_t key) noexcept;
    /// position < length; gives 0 for length ≤ 1.
    [[nodiscard]] std::uint64_t at(std::uint64_t position) const noexcept;
    /// at(first), at(first + 1), …; first + out.size() ≤ length.
    void fill(std::uint64_t first, std::span<std::uint64_t> out) const noexcept;

private:
    static constexpr unsigned kRounds = 4;
    [[nodiscard]] std::uint64_t network(std::uint64_t value) const noexcept;
    [[nodiscard]] std::uint64_t walk(std::uint64_t value) const noexcept;

    std::uint64_t m_length;
    std::uint64_t m_mask;                            ///< of one half
    unsigned m_halfBits;
    std::array<std::uint64_t, kRounds> m_roundKeys;  ///< key and round number, mixed once
};

/// Every cycle visits a permutation of its own; a last batch that would be short is left out (its records come up in other
/// cycles), except that with length < batch the only batch is the whole length.
class CyclicSampler {
public:
    CyclicSampler(std::uint64_t length, std::uint64_t batch, std::uint64_t seed) noexcept;
    [[nodiscard]] std::uint64_t batchLength() const noexcept { return m_batchLength; }
    [[nodiscard]] std::uint64_t stepsPerCycle() const noexcept { return m_stepsPerCycle; }
    /// Fills `out` (batchLength() indices) for that step.
    void fill(std::uint64_t step, std::span<std::uint64_t> out) const noexcept;

private:
    std::uint64_t m_length;
    std::uint64_t m_seed;
    std::uint64_t m_batchLength;
    std::uint64_t m_stepsPerCycle;
};

}  // namespace zrecord
