#pragma once

#include <cstdint>
#include <vector>

#include "zrecord/sampler_report.h"

namespace zrecord {

/// Takes the indices of one pass in order and measures how random they are (ShuffleFigures has the definitions).
class ShuffleMeter {
public:
    /// `positions` indices below `length` will come; both ≥ 1.
    ShuffleMeter(std::uint64_t length, std::uint64_t positions);

    [[nodiscard]] bool complete() const noexcept { return m_taken == m_positions; }
    /// Not after complete().
    void take(std::uint64_t index);
    [[nodiscard]] ShuffleFigures figures() const;

private:
    [[nodiscard]] double idealEntropy() const;
    void measureCorrelation(ShuffleFigures& figures) const;

    std::uint64_t m_length;
    std::uint64_t m_positions;
    std::uint64_t m_taken = 0;
    std::uint64_t m_previous = 0;
    std::vector<std::uint64_t> m_differences;
    std::uint64_t m_fields;                ///< of each side of the table
    std::vector<std::uint64_t> m_table;    ///< position block by index block
    std::uint64_t m_followed = 0;
    double m_jumps = 0;
    // Of u = (index + 1/2) / length − 1/2, so that large indices lose nothing.
    double m_first = 0, m_last = 0, m_sum = 0, m_squares = 0, m_products = 0;
};

}  // namespace zrecord
