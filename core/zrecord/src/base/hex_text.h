#pragma once

#include <cstdint>
#include <string>

namespace zrecord {

/// 16 hexadecimal digits.
inline std::string hexText(std::uint64_t number)
{
    std::string text;
    for (int shift = 60; shift >= 0; shift -= 4)
        text += "0123456789abcdef"[number >> shift & 15];
    return text;
}

}  // namespace zrecord
