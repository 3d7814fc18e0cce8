#pragma once

#include <cstdint>
#include <span>

namespace zrecord {

/// Index i of step s is ((s · batch mod 2^64) + i) mod length.
class SequentialSampler {
public:
    SequentialSampler(std::uint64_t length, std::uint64_t batch) noexcept : m_length(length), m_batch(batch) {}
    /// Fills `out` (batch indices) for that step.
    void fill(std::uint64_t step, std::span<std::uint64_t> out) const noexcept;

private:
    std::uint64_t m_length;
    std::uint64_t m_batch;
};

}  // namespace zrecord
