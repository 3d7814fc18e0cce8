#pragma once

#include <cstdint>
#include <optional>

namespace zrecord {

/// a · b, or nothing when it does not fit 64 bits.
[[nodiscard]] inline std::optional<std::uint64_t> checkedMultiply(std::uint64_t a, std::uint64_t b)
{
    std::uint64_t product = 0;
    if (__builtin_mul_overflow(a, b, &product))
        return std::nullopt;
    return product;
}

/// a + b, or nothing when it does not fit 64 bits.
[[nodiscard]] inline std::optional<std::uint64_t> checkedAdd(std::uint64_t a, std::uint64_t b)
{
    std::uint64_t sum = 0;
    if (__builtin_add_overflow(a, b, &sum))
        return std::nullopt;
    return sum;
}

}  // namespace zrecord
