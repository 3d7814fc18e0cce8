#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "sampling/cyclic_sampler.h"

namespace zrecord {

/// A keyed permutation of [0, length) that is even for tiny lengths too: up to 64 elements are shuffled (Fisher and Yates,
/// draws from Philox), more go through IndexPermutation. Cheap to make; allocates nothing.
class KeyedPermutation {
public:
    static constexpr std::uint64_t kTiny = 64;

    KeyedPermutation(std::uint64_t length, std::uint64_t key) noexcept;
    /// position < length.
    [[nodiscard]] std::uint64_t at(std::uint64_t position) const noexcept
    {
        return m_isTiny ? m_table[position] : m_large.at(position);
    }
    /// at(first), at(first + 1), …
    void fill(std::uint64_t first, std::span<std::uint64_t> out) const noexcept;

private:
    bool m_isTiny;
    std::array<std::uint8_t, kTiny> m_table;  ///< set for tiny lengths only
    IndexPermutation m_large;
};

}  // namespace zrecord
