#include "sampling/cyclic_sampler.h"

#include <algorithm>
#include <array>
#include <bit>

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

void IndexPermutation::applyNetwork(std::uint64_t* values, std::size_t count) const noexcept
{
    if (m_tables.empty()) {
        m_network.apply(values, count, m_lanes);
        return;
    }
    const unsigned halfBits = m_network.halfBits();
    const std::uint64_t mask = m_network.mask();
    const std::uint16_t* const first = m_tables.data();
    const std::uint16_t* const second = first + mask + 1;
    const std::uint16_t* const third = second + mask + 1;
    const std::uint16_t* const fourth = third + mask + 1;
    for (std::size_t i = 0; i < count; ++i) {
        std::uint64_t left = values[i] >> halfBits;
        std::uint64_t right = values[i] & mask;
        left ^= first[right];
        right ^= second[left];
        left ^= third[right];
        right ^= fourth[left];
        values[i] = left << halfBits | right;
    }
}

// No branch depends on a value: those that lie at or beyond the length move up and go through the network together until
// none is left.
void IndexPermutation::fillBlock(std::uint64_t first, std::span<std::uint64_t> out) const noexcept
{
    std::array<std::uint64_t, kBlock> values;
    std::array<std::uint16_t, kBlock> places;
    for (std::size_t i = 0; i < out.size(); ++i)
        values[i] = first + i;
    applyNetwork(values.data(), out.size());
    std::size_t outside = 0;
    for (std::size_t i = 0; i < out.size(); ++i) {
        const std::uint64_t value = values[i];
        out[i] = value;
        values[outside] = value;
        places[outside] = static_cast<std::uint16_t>(i);
        outside += value >= m_length ? 1 : 0;
    }
    while (outside > 0) {
        applyNetwork(values.data(), outside);
        std::size_t still = 0;
        for (std::size_t i = 0; i < outside; ++i) {
            const std::uint64_t value = values[i];
            const std::uint16_t place = places[i];
            out[place] = value;
            values[still] = value;
            places[still] = place;
            still += value >= m_length ? 1 : 0;
        }
        outside = still;
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
