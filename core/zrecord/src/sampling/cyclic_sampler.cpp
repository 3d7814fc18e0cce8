#include "sampling/cyclic_sampler.h"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

namespace zrecord {
namespace {

constexpr std::uint64_t kFillsBeforeTables = 8;

/// Indices that are computed at once: they stay in the first cache.
constexpr std::size_t kBlock = 256;
/// Fewer are computed one by one: a group would cost more.
constexpr std::size_t kFewest = 4;
static_assert(kBlock % FeistelNetwork::kGroup == 0);

constexpr unsigned halfBitsFor(std::uint64_t length) noexcept
{
    const unsigned bits = length <= 1 ? 0 : static_cast<unsigned>(std::bit_width(length - 1));
    return (bits + 1) / 2;
}

/// The network by its tabulated round functions.
class RoundTables {
public:
    RoundTables(const std::uint16_t* tables, const FeistelNetwork& network) noexcept
        : m_tables(tables), m_size(network.mask() + 1), m_mask(network.mask()), m_halfBits(network.halfBits())
    {
    }
    [[nodiscard]] std::uint64_t at(std::uint64_t value) const noexcept
    {
        std::uint64_t left = value >> m_halfBits;
        std::uint64_t right = value & m_mask;
        left ^= m_tables[right];
        right ^= m_tables[m_size + left];
        left ^= m_tables[2 * m_size + right];
        right ^= m_tables[3 * m_size + left];
        return left << m_halfBits | right;
    }

private:
    const std::uint16_t* m_tables;
    std::uint64_t m_size;
    std::uint64_t m_mask;
    unsigned m_halfBits;
};
static_assert(FeistelNetwork::kRounds == 4);

}  // namespace

IndexPermutation::IndexPermutation(std::uint64_t length, std::uint64_t key, LaneKind lanes) noexcept
    : m_length(length), m_network(halfBitsFor(length), key), m_lanes(lanes)
{
}

std::uint64_t IndexPermutation::at(std::uint64_t position) const noexcept
{
    if (m_length <= 1)
        return 0;
    std::uint64_t value = position;
    do
        value = m_network.at(value);
    while (value >= m_length);
    return value;
}

std::uint64_t IndexPermutation::positionOf(std::uint64_t value) const noexcept
{
    if (m_length <= 1)
        return 0;
    do
        value = m_network.inverse(value);
    while (value >= m_length);
    return value;
}

void IndexPermutation::tabulate()
{
    if (m_network.halfBits() > kMaxTableBits || m_length <= 1 || !m_tables.empty())
        return;
    const std::uint64_t mask = m_network.mask();
    m_tables.reserve(FeistelNetwork::kRounds * (mask + 1));
    for (unsigned round = 0; round < FeistelNetwork::kRounds; ++round) {
        for (std::uint64_t half = 0; half <= mask; ++half)
            m_tables.push_back(static_cast<std::uint16_t>(m_network.roundValue(round, half)));
    }
}

// No branch depends on a value: those that lie at or beyond the length move up and go through the network together until
// none is left.
void IndexPermutation::fillBlock(std::uint64_t first, std::span<std::uint64_t> out) const noexcept
{
    const RoundTables tables(m_tables.data(), m_network);
    const std::uint64_t length = m_length;
    std::array<std::uint64_t, kBlock> values;
    std::array<std::uint16_t, kBlock> places;
    std::size_t outside = 0;
    const auto sift = [&](std::size_t place, std::uint64_t value) {
        out[place] = value;
        values[outside] = value;
        places[outside] = static_cast<std::uint16_t>(place);
        outside += value >= length ? 1 : 0;
    };
    if (m_tables.empty()) {
        for (std::size_t i = 0; i < out.size(); ++i)
            values[i] = first + i;
        m_network.apply(values.data(), out.size(), m_lanes);
        for (std::size_t i = 0; i < out.size(); ++i)
            sift(i, values[i]);
    } else {
        for (std::size_t i = 0; i < out.size(); ++i)
            sift(i, tables.at(first + i));
    }
    while (outside > 0) {
        const std::size_t count = std::exchange(outside, 0);
        if (m_tables.empty()) {
            m_network.apply(values.data(), count, m_lanes);
        } else {
            // A pass of its own: while sift() writes these values the processor could not load ahead.
            for (std::size_t i = 0; i < count; ++i)
                values[i] = tables.at(values[i]);
        }
        for (std::size_t i = 0; i < count; ++i)
            sift(places[i], values[i]);
    }
}

void IndexPermutation::fill(std::uint64_t first, std::span<std::uint64_t> out) const noexcept
{
    if (m_length <= 1) {
        std::fill(out.begin(), out.end(), 0);
        return;
    }
    if (out.size() < kFewest) {
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = at(first + i);
        return;
    }
    while (!out.empty()) {
        const std::size_t count = std::min(out.size(), kBlock);
        fillBlock(first, out.first(count));
        out = out.subspan(count);
        first += count;
    }
}

CyclicSampler::CyclicSampler(std::uint64_t length, std::uint64_t batch, std::uint64_t seed) noexcept
    : m_length(length), m_seed(seed), m_batchLength(std::min(batch, length)),
      m_stepsPerCycle(std::max<std::uint64_t>(length / batch, 1)), m_permutation(IndexPermutation::ofCycle(length, seed, 0))
{
}

IndexPermutation IndexPermutation::ofCycle(std::uint64_t length, std::uint64_t seed, std::uint64_t cycle, LaneKind lanes) noexcept
{
    return IndexPermutation(length, FeistelNetwork::mix(seed, cycle, 0), lanes);
}

void CyclicSampler::fill(std::uint64_t step, std::span<std::uint64_t> out)
{
    const std::uint64_t cycle = step / m_stepsPerCycle;
    const std::uint64_t first = step % m_stepsPerCycle * m_batchLength;
    if (cycle != m_cycle) {
        m_permutation = IndexPermutation::ofCycle(m_length, m_seed, cycle);
        m_cycle = cycle;
        m_fillsOfCycle = 0;
    }
    // Whoever jumps from cycle to cycle never pays for tables.
    if (++m_fillsOfCycle == kFillsBeforeTables)
        m_permutation.tabulate();
    m_permutation.fill(first, out);
}

}  // namespace zrecord
