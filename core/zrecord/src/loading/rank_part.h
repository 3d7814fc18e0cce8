#pragma once

#include <cstdint>
#include <span>

#include "zrecord/loader_state.h"

namespace zrecord {

/// Which positions of a global batch one rank reads: the same ones in every step.
class RankPart {
public:
    /// rank < world; globalLength ≥ 1.
    RankPart(std::uint64_t globalLength, std::uint64_t rank, std::uint64_t world, RankSplit split, RankRemainder remainder) noexcept;

    /// Positions of this rank; 0 when there are not enough for it.
    [[nodiscard]] std::uint64_t length() const noexcept { return m_length; }
    [[nodiscard]] bool isWhole() const noexcept { return m_length == m_globalLength && m_stride == 1 && m_first == 0; }
    /// Copies global[position(i)] to out[i] for all i < length().
    void pick(std::span<const std::uint64_t> global, std::span<std::uint64_t> out) const noexcept;

private:
    std::uint64_t m_globalLength;
    std::uint64_t m_length = 0;
    std::uint64_t m_first = 0;
    std::uint64_t m_stride = 1;
};

}  // namespace zrecord
