#include "sampling/feistel_network.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace zrecord {
namespace {

constexpr std::uint64_t kValueFactor = 0x9E37'79B9'7F4A'7C15;
constexpr std::uint64_t kRoundFactor = 0xD1B5'4A32'D192'ED03;
constexpr std::uint64_t kFirstFactor = 0xBF58'476D'1CE4'E5B9;
constexpr std::uint64_t kSecondFactor = 0x94D0'49BB'1331'11EB;

// The finaliser of SplitMix64.
constexpr std::uint64_t finalise(std::uint64_t z) noexcept
{
    z = (z ^ (z >> 30)) * kFirstFactor;
    z = (z ^ (z >> 27)) * kSecondFactor;
    return z ^ (z >> 31);
}

#if defined(__x86_64__)

#define ZR_LANES __attribute__((target("avx2"), always_inline)) inline

// AVX2 multiplies 32 bits by 32: the low 64 bits of a product are made of three of those, or two where value < 2^32.
ZR_LANES __m256i multiplyHalf(__m256i value, std::uint64_t factor)
{
    const __m256i low = _mm256_mul_epu32(value, _mm256_set1_epi64x(static_cast<std::int64_t>(factor)));
    const __m256i cross = _mm256_mul_epu32(value, _mm256_set1_epi64x(static_cast<std::int64_t>(factor >> 32)));
    return _mm256_add_epi64(low, _mm256_slli_epi64(cross, 32));
}

ZR_LANES __m256i multiply(__m256i value, std::uint64_t factor)
{
    const __m256i upper = _mm256_mul_epu32(_mm256_srli_epi64(value, 32), _mm256_set1_epi64x(static_cast<std::int64_t>(factor)));
    return _mm256_add_epi64(multiplyHalf(value, factor), _mm256_slli_epi64(upper, 32));
}

ZR_LANES __m256i finaliseLanes(__m256i z)
{
    z = multiply(_mm256_xor_si256(z, _mm256_srli_epi64(z, 30)), kFirstFactor);
    z = multiply(_mm256_xor_si256(z, _mm256_srli_epi64(z, 27)), kSecondFactor);
    return _mm256_xor_si256(z, _mm256_srli_epi64(z, 31));
}

/// One group: four registers of four lanes, whose chains of multiplications overlap.
__attribute__((target("avx2"))) void applyGroup(const std::array<std::uint64_t, FeistelNetwork::kRounds>& roundKeys, std::uint64_t mask,
                                                unsigned halfBits, std::uint64_t* values)
{
    constexpr std::size_t kRegisters = 4;
    constexpr std::size_t kLanes = FeistelNetwork::kGroup / kRegisters;
    const __m128i shift = _mm_cvtsi64_si128(halfBits);
    const __m256i halfMask = _mm256_set1_epi64x(static_cast<std::int64_t>(mask));
    __m256i left[kRegisters];
    __m256i right[kRegisters];
    for (std::size_t i = 0; i < kRegisters; ++i) {
        const __m256i value = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(values + i * kLanes));
        left[i] = _mm256_srl_epi64(value, shift);
        right[i] = _mm256_and_si256(value, halfMask);
    }
    for (const std::uint64_t roundKey : roundKeys) {
        const __m256i key = _mm256_set1_epi64x(static_cast<std::int64_t>(roundKey));
        for (std::size_t i = 0; i < kRegisters; ++i) {
            const __m256i z = finaliseLanes(_mm256_xor_si256(key, multiplyHalf(right[i], kValueFactor)));
            const __m256i mixed = _mm256_xor_si256(left[i], _mm256_and_si256(z, halfMask));
            left[i] = right[i];
            right[i] = mixed;
        }
    }
    for (std::size_t i = 0; i < kRegisters; ++i)
        _mm256_storeu_si256(reinterpret_cast<__m256i*>(values + i * kLanes), _mm256_or_si256(_mm256_sll_epi64(left[i], shift), right[i]));
}

#undef ZR_LANES

#endif

}  // namespace

FeistelNetwork::FeistelNetwork(unsigned halfBits, std::uint64_t key) noexcept
    : m_mask((std::uint64_t{1} << halfBits) - 1), m_halfBits(halfBits)
{
    for (unsigned round = 0; round < kRounds; ++round)
        m_roundKeys[round] = key ^ (round * kRoundFactor);
}

std::uint64_t FeistelNetwork::mix(std::uint64_t seed, std::uint64_t value, std::uint64_t round) noexcept
{
    return finalise(seed ^ (value * kValueFactor) ^ (round * kRoundFactor));
}

std::uint64_t FeistelNetwork::roundValue(unsigned round, std::uint64_t half) const noexcept
{
    return finalise(m_roundKeys[round] ^ (half * kValueFactor)) & m_mask;
}

std::uint64_t FeistelNetwork::at(std::uint64_t value) const noexcept
{
    std::uint64_t left = value >> m_halfBits;
    std::uint64_t right = value & m_mask;
    for (unsigned round = 0; round < kRounds; ++round) {
        const std::uint64_t mixed = left ^ roundValue(round, right);
        left = right;
        right = mixed;
    }
    return left << m_halfBits | right;
}

std::uint64_t FeistelNetwork::inverse(std::uint64_t value) const noexcept
{
    std::uint64_t left = value >> m_halfBits;
    std::uint64_t right = value & m_mask;
    for (unsigned round = kRounds; round-- > 0;) {
        const std::uint64_t unmixed = right ^ roundValue(round, left);
        right = left;
        left = unmixed;
    }
    return left << m_halfBits | right;
}

void FeistelNetwork::apply(std::uint64_t* values, std::size_t count, [[maybe_unused]] LaneKind kind) const noexcept
{
#if defined(__x86_64__)
    if (kind == LaneKind::Avx2) {
        for (std::size_t pad = count; pad % kGroup != 0; ++pad)
            values[pad] = 0;
        for (std::size_t first = 0; first < count; first += kGroup)
            applyGroup(m_roundKeys, m_mask, m_halfBits, values + first);
        return;
    }
#endif
    for (std::size_t i = 0; i < count; ++i)
        values[i] = at(values[i]);
}

bool processorHas(LaneKind kind) noexcept
{
#if defined(__x86_64__)
    if (kind == LaneKind::Avx2)
        return __builtin_cpu_supports("avx2") != 0;
#endif
    return kind == LaneKind::Portable;
}

LaneKind fastestLanes() noexcept
{
    static const LaneKind kind = processorHas(LaneKind::Avx2) ? LaneKind::Avx2 : LaneKind::Portable;
    return kind;
}

}  // namespace zrecord
