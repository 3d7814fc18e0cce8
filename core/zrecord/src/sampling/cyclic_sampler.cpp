#include "sampling/cyclic_sampler.h"

#include <algorithm>
#include <bit>

namespace zrecord {
namespace {

constexpr std::uint64_t kValueFactor = 0x9E37'79B9'7F4A'7C15;
constexpr std::uint64_t kRoundFactor = 0xD1B5'4A32'D192'ED03;

constexpr std::uint64_t kFillsBeforeTables = 8;

// The finaliser of SplitMix64.
constexpr std::uint64_t finalise(std::uint64_t z) noexcept
{
    z = (z ^ (z >> 30)) * 0xBF58'476D'1CE4'E5B9;
    z = (z ^ (z >> 27)) * 0x94D0'49BB'1331'11EB;
    return z ^ (z >> 31);
}

constexpr std::uint64_t mix(std::uint64_t seed, std::uint64_t value, std::uint64_t round) noexcept
{
    return finalise(seed ^ (value * kValueFactor) ^ (round * kRoundFactor));
}

constexpr unsigned halfBitsFor(std::uint64_t length) noexcept
{
    const unsigned bits = length <= 1 ? 0 : static_cast<unsigned>(std::bit_width(length - 1));
    return (bits + 1) / 2;
}

}  // namespace

IndexPermutation::IndexPermutation(std::uint64_t length, std::uint64_t key) noexcept
    : m_length(length), m_mask((std::uint64_t{1} << halfBitsFor(length)) - 1), m_halfBits(halfBitsFor(length))
{
    for (unsigned round = 0; round < kRounds; ++round)
        m_roundKeys[round] = key ^ (round * kRoundFactor);
}

std::uint64_t IndexPermutation::network(std::uint64_t value) const noexcept
{
    std::uint64_t left = value >> m_halfBits;
    std::uint64_t right = value & m_mask;
    for (const std::uint64_t roundKey : m_roundKeys) {
        const std::uint64_t mixed = left ^ (finalise(roundKey ^ (right * kValueFactor)) & m_mask);
        left = right;
        right = mixed;
    }
    return left << m_halfBits | right;
}

std::uint64_t IndexPermutation::inverseNetwork(std::uint64_t value) const noexcept
{
    std::uint64_t left = value >> m_halfBits;
    std::uint64_t right = value & m_mask;
    for (unsigned round = kRounds; round-- > 0;) {
        const std::uint64_t unmixed = right ^ (finalise(m_roundKeys[round] ^ (left * kValueFactor)) & m_mask);
        right = left;
        left = unmixed;
    }
    return left << m_halfBits | right;
}

std::uint64_t IndexPermutation::positionOf(std::uint64_t value) const noexcept
{
    if (m_length <= 1)
        return 0;
    do
        value = inverseNetwork(value);
    while (value >= m_length);
    return value;
}

std::uint64_t IndexPermutation::tabulatedNetwork(std::uint64_t value) const noexcept
{
    std::uint64_t left = value >> m_halfBits;
    std::uint64_t right = value & m_mask;
    const std::uint16_t* table = m_tables.data();
    for (unsigned round = 0; round < kRounds; ++round, table += m_mask + 1) {
        const std::uint64_t mixed = left ^ table[right];
        left = right;
        right = mixed;
    }
    return left << m_halfBits | right;
}

void IndexPermutation::tabulate()
{
    if (m_halfBits > kMaxTableBits || m_length <= 1 || !m_tables.empty())
        return;
    m_tables.reserve(kRounds * (m_mask + 1));
    for (const std::uint64_t roundKey : m_roundKeys) {
        for (std::uint64_t right = 0; right <= m_mask; ++right)
            m_tables.push_back(static_cast<std::uint16_t>(finalise(roundKey ^ (right * kValueFactor)) & m_mask));
    }
}

std::uint64_t IndexPermutation::walk(std::uint64_t value) const noexcept
{
    while (value >= m_length)
        value = network(value);
    return value;
}

std::uint64_t IndexPermutation::at(std::uint64_t position) const noexcept
{
    return m_length <= 1 ? 0 : walk(network(position));
}

void IndexPermutation::fill(std::uint64_t first, std::span<std::uint64_t> out) const noexcept
{
    if (m_length <= 1) {
        std::fill(out.begin(), out.end(), 0);
        return;
    }
    // The first pass has no branch, so several networks overlap in the processor; few values need the second.
    if (m_tables.empty()) {
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = network(first + i);
    } else {
        for (std::size_t i = 0; i < out.size(); ++i)
            out[i] = tabulatedNetwork(first + i);
    }
    for (std::uint64_t& value : out)
        value = walk(value);
}

CyclicSampler::CyclicSampler(std::uint64_t length, std::uint64_t batch, std::uint64_t seed) noexcept
    : m_length(length), m_seed(seed), m_batchLength(std::min(batch, length)),
      m_stepsPerCycle(std::max<std::uint64_t>(length / batch, 1)), m_permutation(IndexPermutation::ofCycle(length, seed, 0))
{
}

IndexPermutation IndexPermutation::ofCycle(std::uint64_t length, std::uint64_t seed, std::uint64_t cycle) noexcept
{
    return IndexPermutation(length, mix(seed, cycle, 0));
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
