#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "zrecord/record_order.h"

namespace zrecord::test {

inline std::vector<std::uint64_t> taken(const RecordOrder& order, std::uint64_t seed, std::uint64_t position, std::size_t count)
{
    std::vector<std::uint64_t> out(count);
    order.fill(seed, position, out);
    return out;
}

inline std::vector<std::uint64_t> countsOf(std::span<const std::uint64_t> values, std::uint64_t below)
{
    std::vector<std::uint64_t> counts(below);
    for (const std::uint64_t value : values)
        ++counts.at(value);
    return counts;
}

/// Pearson's chi-square against shares that sum up to 1, as standard deviations from what chance gives on average. Shares
/// of 0 must have count 0: they make it infinite.
inline double chiSquareSigmas(std::span<const std::uint64_t> counts, std::span<const double> shares)
{
    double total = 0;
    for (const std::uint64_t count : counts)
        total += static_cast<double>(count);
    double sum = 0;
    double freedom = -1;
    for (std::size_t i = 0; i < counts.size(); ++i) {
        if (shares[i] == 0) {
            if (counts[i] != 0)
                return INFINITY;
            continue;
        }
        const double expected = total * shares[i];
        const double difference = static_cast<double>(counts[i]) - expected;
        sum += difference * difference / expected;
        ++freedom;
    }
    return (sum - freedom) / std::sqrt(2 * freedom);
}

inline double chiSquareSigmas(std::span<const std::uint64_t> counts)
{
    return chiSquareSigmas(counts, std::vector<double>(counts.size(), 1.0 / static_cast<double>(counts.size())));
}

/// Pearson's correlation of values[i] and values[i + lag].
inline double serialCorrelation(std::span<const std::uint64_t> values, std::size_t lag)
{
    const std::size_t count = values.size() - lag;
    double mean = 0;
    for (const std::uint64_t value : values)
        mean += static_cast<double>(value) / static_cast<double>(values.size());
    double product = 0;
    double variance = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double a = static_cast<double>(values[i]) - mean;
        variance += a * a;
        if (i < count)
            product += a * (static_cast<double>(values[i + lag]) - mean);
    }
    return product / variance;
}

/// The same in standard deviations of independent values.
inline double serialSigmas(std::span<const std::uint64_t> values, std::size_t lag)
{
    return serialCorrelation(values, lag) * std::sqrt(static_cast<double>(values.size() - lag));
}

}  // namespace zrecord::test
