#pragma once

#include <cstdint>
#include <span>

namespace zrecord {

struct ChiSquare {
    double value = 0;
    std::uint64_t degrees = 0;
    double p = 1;  ///< chance of this value or more when rows and columns are independent
};

/// Pearson's test of independence on a table of counts given row by row. Rows and columns without a count do not take part.
ChiSquare independenceTest(std::span<const std::uint64_t> counts, std::size_t columns);

/// Upper tail of the chi-square distribution, from its closed sums for even and odd degrees (Abramowitz and Stegun, 26.4.4
/// and 26.4.5). degrees ≥ 1; value ≥ 0.
double chiSquareTail(double value, std::uint64_t degrees);

}  // namespace zrecord
