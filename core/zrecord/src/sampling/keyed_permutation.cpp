#include "sampling/keyed_permutation.h"

#include <utility>

#include "sampling/philox.h"

namespace zrecord {

KeyedPermutation::KeyedPermutation(std::uint64_t length, std::uint64_t key) noexcept
    : m_isTiny(length <= kTiny), m_large(m_isTiny ? 1 : length, key)
{
    if (!m_isTiny)
        return;
    for (std::uint64_t i = 0; i < length; ++i)
        m_table[i] = static_cast<std::uint8_t>(i);
    const Philox random(key, RandomPurpose::TinyShuffle);
    Philox::Block words{};
    for (std::uint64_t i = length; i-- > 1;) {
        // One block gives the draws of four steps. 64 bits against at most 64 elements: the bias is below 2^-57.
        const std::uint64_t draw = length - 1 - i;
        if (draw % Philox::kBlockWords == 0)
            words = random.block({draw / Philox::kBlockWords, 0, 0, 0});
        const std::uint64_t word = words[draw % Philox::kBlockWords];
        std::swap(m_table[i], m_table[highProduct(word, i + 1)]);
    }
}

void KeyedPermutation::fill(std::uint64_t first, std::span<std::uint64_t> out) const noexcept
{
    if (!m_isTiny) {
        m_large.fill(first, out);
        return;
    }
    for (std::size_t i = 0; i < out.size(); ++i)
        out[i] = m_table[first + i];
}

}  // namespace zrecord
