#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstring>

namespace zrecord {

template <std::unsigned_integral T>
constexpr T swapBytes(T value) noexcept
{
    T swapped = 0;
    for (std::size_t i = 0; i < sizeof(T); ++i) {
        swapped = static_cast<T>((swapped << 8) | (value & 0xff));
        value = static_cast<T>(value >> 8);
    }
    return swapped;
}

/// Reads sizeof(T) bytes at any alignment; files of the format are little-endian on every machine.
template <std::unsigned_integral T>
T loadLittleEndian(const std::byte* at) noexcept
{
    T value;
    std::memcpy(&value, at, sizeof value);
    if constexpr (std::endian::native == std::endian::big && sizeof(T) > 1)
        value = swapBytes(value);
    return value;
}

template <std::unsigned_integral T>
void storeLittleEndian(std::byte* at, T value) noexcept
{
    if constexpr (std::endian::native == std::endian::big && sizeof(T) > 1)
        value = swapBytes(value);
    std::memcpy(at, &value, sizeof value);
}

}  // namespace zrecord
