#include "analysis/shuffle_meter.h"

#include <algorithm>
#include <cmath>

#include "analysis/chi_square.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kMostDifferenceBins = 256;
constexpr std::uint64_t kPairsPerDifferenceBin = 8;
constexpr std::uint64_t kMostFields = 16;
constexpr std::uint64_t kCountsPerField = 5;  // the usual least for Pearson's test
constexpr std::uint64_t kLeastPositions = 20;

// value · parts div whole, for value < whole.
std::uint64_t partOf(std::uint64_t value, std::uint64_t parts, std::uint64_t whole)
{
    if (parts <= 0xFFFF && value < UINT64_C(1) << 48)  // the common case: several times faster
        return value * parts / whole;
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>(static_cast<Wide>(value) * parts / whole);
}

std::uint64_t differenceBins(std::uint64_t length, std::uint64_t positions)
{
    const std::uint64_t fitting = std::max<std::uint64_t>((positions - 1) / kPairsPerDifferenceBin, 2);
    return std::min({kMostDifferenceBins, fitting, length});
}

std::uint64_t fieldsFor(std::uint64_t length, std::uint64_t positions)
{
    if (positions < kLeastPositions || length < 2)
        return 0;
    const auto fitting = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(positions) / static_cast<double>(kCountsPerField)));
    return std::min({kMostFields, std::max<std::uint64_t>(fitting, 2), length});
}

}  // namespace

ShuffleMeter::ShuffleMeter(std::uint64_t length, std::uint64_t positions)
    : m_length(length), m_positions(positions), m_differences(static_cast<std::size_t>(differenceBins(length, positions))),
      m_fields(fieldsFor(length, positions)), m_table(static_cast<std::size_t>(m_fields * m_fields))
{
}

void ShuffleMeter::take(std::uint64_t index)
{
    if (m_fields != 0)
        ++m_table[static_cast<std::size_t>(partOf(m_taken, m_fields, m_positions) * m_fields + partOf(index, m_fields, m_length))];
    const double u = (static_cast<double>(index) + 0.5) / static_cast<double>(m_length) - 0.5;
    if (m_taken == 0) {
        m_first = u;
    } else {
        const std::uint64_t difference = index >= m_previous ? index - m_previous : index + (m_length - m_previous);
        ++m_differences[static_cast<std::size_t>(partOf(difference, m_differences.size(), m_length))];
        m_followed += index == m_previous + 1 ? 1 : 0;
        m_jumps += static_cast<double>(index > m_previous ? index - m_previous : m_previous - index);
        m_products += m_last * u;
    }
    m_sum += u;
    m_squares += u * u;
    m_last = u;
    m_previous = index;
    ++m_taken;
}

double ShuffleMeter::idealEntropy() const
{
    const std::uint64_t bins = m_differences.size();
    double entropy = 0;
    std::uint64_t begin = 0;
    for (std::uint64_t bin = 0; bin < bins; ++bin) {
        // First difference of the next bin: the smallest d with d · bins div length > bin.
        const std::uint64_t end = bin + 1 == bins ? m_length : partOf(bin + 1, m_length, bins) + ((bin + 1) * (m_length % bins) % bins != 0 ? 1 : 0);
        const double share = static_cast<double>(end - begin) / static_cast<double>(m_length);
        if (share > 0)
            entropy -= share * std::log2(share);
        begin = end;
    }
    const double bias = static_cast<double>(bins - 1) / (2 * static_cast<double>(m_positions - 1) * std::log(2.0));
    return std::max(entropy - bias, 0.0);
}

void ShuffleMeter::measureCorrelation(ShuffleFigures& figures) const
{
    if (m_positions < 3)
        return;
    const auto pairs = static_cast<double>(m_positions - 1);
    const double meanA = (m_sum - m_last) / pairs;
    const double meanB = (m_sum - m_first) / pairs;
    const double spreadA = (m_squares - m_last * m_last) / pairs - meanA * meanA;
    const double spreadB = (m_squares - m_first * m_first) / pairs - meanB * meanB;
    if (spreadA <= 1e-15 || spreadB <= 1e-15)
        return;
    const double correlation = (m_products / pairs - meanA * meanB) / std::sqrt(spreadA * spreadB);
    figures.serialCorrelation = correlation;
    figures.serialDeviations = (correlation + 1 / pairs) * std::sqrt(static_cast<double>(m_positions));
}

ShuffleFigures ShuffleMeter::figures() const
{
    ShuffleFigures figures;
    figures.positions = m_positions;
    if (m_positions < 2)
        return figures;
    const auto pairs = static_cast<double>(m_positions - 1);
    figures.differenceBins = m_differences.size();
    for (const std::uint64_t count : m_differences) {
        const double share = static_cast<double>(count) / pairs;
        if (count != 0)
            figures.entropyBits -= share * std::log2(share);
    }
    figures.entropyBits = std::max(figures.entropyBits, 0.0);
    figures.idealEntropyBits = idealEntropy();
    if (m_fields != 0) {
        const ChiSquare test = independenceTest(m_table, static_cast<std::size_t>(m_fields));
        figures.chiSquare = test.value;
        figures.chiSquareBins = m_fields;
        figures.chiSquareDegrees = test.degrees;
        figures.chiSquareP = test.p;
    }
    measureCorrelation(figures);
    figures.meanJump = m_jumps / pairs;
    figures.nextShare = static_cast<double>(m_followed) / pairs;
    return figures;
}

}  // namespace zrecord
