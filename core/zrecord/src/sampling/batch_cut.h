#pragma once

#include <cstdint>
#include <optional>

#include "zrecord/batch_order.h"

namespace zrecord {

/// Where each batch begins in an order, and how many records it has.
class BatchCut {
public:
    /// batch, cycle ≥ 1.
    BatchCut(std::uint64_t cycle, const BatchOrderOptions& options);
    /// Sets the end; InvalidArgument: 0 epochs, or more steps than 64 bits count.
    Status limit(const std::optional<std::uint64_t>& epochs);

    [[nodiscard]] std::uint64_t batchLength() const noexcept { return m_batchLength; }
    [[nodiscard]] std::uint64_t stepsPerCycle() const noexcept { return m_stepsPerCycle; }
    [[nodiscard]] const std::optional<std::uint64_t>& endStep() const noexcept { return m_endStep; }

    struct Piece {
        std::uint64_t position;
        std::uint64_t count;
    };
    /// OutOfRange: behind the end, or beyond 2^64 positions.
    [[nodiscard]] Result<Piece> pieceOf(std::uint64_t step) const;

    /// Steps [first, end) that are mixed with each other when up to `window` are: they never cross the end of a cycle that
    /// cuts batches, nor the end of all.
    struct Window {
        std::uint64_t first;
        std::uint64_t end;
    };
    [[nodiscard]] Window windowOf(std::uint64_t step, std::uint64_t window) const noexcept;

private:
    std::uint64_t m_cycle;
    std::uint64_t m_batch;
    CycleEnd m_end;
    std::uint64_t m_batchLength;
    std::uint64_t m_stepsPerCycle;
    std::optional<std::uint64_t> m_endStep;
    std::optional<std::uint64_t> m_lastPosition;  ///< CycleEnd::Continue with epochs
};

}  // namespace zrecord
