#pragma once

#include "sampling/cycle_order.h"

namespace zrecord {

/// Neighbours stay near each other: blocks in random order, records in random order within windows of blocks.
class LocalOrder final : public CycleOrder {
public:
    /// length, block, window ≥ 1; sizes beyond the length count as the length.
    LocalOrder(std::uint64_t length, const LocalityOptions& options);
    [[nodiscard]] std::uint64_t length() const noexcept override { return m_length; }
    [[nodiscard]] std::uint64_t cycleLength() const noexcept override { return m_length; }
    [[nodiscard]] std::string identity() const override;

    /// Places that are mixed with each other: [first, end).
    struct Window {
        std::uint64_t number;
        std::uint64_t first;
        std::uint64_t end;
    };
    [[nodiscard]] Window windowOf(std::uint64_t place) const noexcept;

private:
    void fillCycle(std::uint64_t seed, std::uint64_t cycle, std::uint64_t place, std::span<std::uint64_t> out) const override;
    [[nodiscard]] std::uint64_t windowStart(std::uint64_t window) const noexcept;

    std::uint64_t m_length;
    std::uint64_t m_block;
    std::uint64_t m_window;
    std::uint64_t m_wholeBlocks;
    std::uint64_t m_blocks;   ///< with the short one
    std::uint64_t m_windows;  ///< of equal size, give or take a block, so that none is left with too little to mix
};

}  // namespace zrecord
