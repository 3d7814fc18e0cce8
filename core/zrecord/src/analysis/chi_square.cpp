#include "analysis/chi_square.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace zrecord {

double chiSquareTail(double value, std::uint64_t degrees)
{
    if (value <= 0)
        return 1;
    const double half = value / 2;
    const bool odd = degrees % 2 != 0;
    // Terms half^s / gamma(s + 1) for s = 0, 1, … or 1/2, 3/2, …; logarithms keep large values from overflowing.
    double sum = odd ? std::erfc(std::sqrt(half)) : 0;
    for (std::uint64_t i = 0; i < degrees / 2; ++i) {
        const double power = static_cast<double>(i) + (odd ? 0.5 : 0.0);
        sum += std::exp(power * std::log(half) - half - std::lgamma(power + 1));
    }
    return std::min(sum, 1.0);
}

ChiSquare independenceTest(std::span<const std::uint64_t> counts, std::size_t columns)
{
    const std::size_t rows = counts.size() / columns;
    std::vector<double> rowSums(rows);
    std::vector<double> columnSums(columns);
    double total = 0;
    for (std::size_t i = 0; i < rows * columns; ++i) {
        const auto count = static_cast<double>(counts[i]);
        rowSums[i / columns] += count;
        columnSums[i % columns] += count;
        total += count;
    }
    ChiSquare result;
    for (std::size_t i = 0; i < rows * columns; ++i) {
        const double expected = total > 0 ? rowSums[i / columns] * columnSums[i % columns] / total : 0;
        if (expected > 0) {
            const double off = static_cast<double>(counts[i]) - expected;
            result.value += off * off / expected;
        }
    }
    const auto used = [](const std::vector<double>& sums) {
        return static_cast<std::uint64_t>(std::count_if(sums.begin(), sums.end(), [](double sum) { return sum > 0; }));
    };
    const std::uint64_t usedRows = used(rowSums);
    const std::uint64_t usedColumns = used(columnSums);
    if (usedRows > 1 && usedColumns > 1) {
        result.degrees = (usedRows - 1) * (usedColumns - 1);
        result.p = chiSquareTail(result.value, result.degrees);
    }
    return result;
}

}  // namespace zrecord
