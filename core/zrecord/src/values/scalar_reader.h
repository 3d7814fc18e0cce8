#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <span>
#include <string>
#include <string_view>

#include "zrecord/dtype.h"

namespace zrecord {

inline bool isForeignOrder(const DType& dtype)
{
    const ByteOrder native = std::endian::native == std::endian::little ? ByteOrder::Little : ByteOrder::Big;
    return dtype.byteOrder() != ByteOrder::NotApplicable && dtype.byteOrder() != native;
}

/// The first sizeof(T) bytes of `bytes` as a T, swapped when they are in the other order.
template <typename T>
T readScalar(std::span<const std::byte> bytes, bool swapped)
{
    std::array<std::byte, sizeof(T)> raw;
    std::copy_n(bytes.begin(), sizeof(T), raw.begin());
    if (swapped)
        std::reverse(raw.begin(), raw.end());
    return std::bit_cast<T>(raw);
}

/// The bytes of an S item without trailing zeros, as NumPy gives them back.
inline std::string readByteString(std::span<const std::byte> bytes)
{
    std::string text(bytes.size(), '\0');
    std::memcpy(text.data(), bytes.data(), bytes.size());
    text.resize(text.find_last_not_of('\0') + 1);
    return text;
}

/// The characters of a U item without trailing zeros; values above U+10FFFF are passed on.
inline std::u32string readUnicode(std::span<const std::byte> bytes, bool swapped)
{
    std::u32string text;
    text.reserve(bytes.size() / 4);
    for (std::size_t at = 0; at + 4 <= bytes.size(); at += 4)
        text += readScalar<char32_t>(bytes.subspan(at, 4), swapped);
    text.resize(text.find_last_not_of(U'\0') + 1);
    return text;
}

}  // namespace zrecord
