#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace zrecord {

/// Reads one code point at `at` and moves past it; an invalid byte gives kInvalidCodePoint and moves by one.
inline constexpr char32_t kInvalidCodePoint = 0xffffffff;
char32_t nextCodePoint(std::string_view text, std::size_t& at);

/// b'…' as Python writes it.
void appendBytesLiteral(std::string& out, std::string_view bytes);
/// '…' as Python writes it; anything that could upset a terminal is escaped.
void appendUnicodeLiteral(std::string& out, std::u32string_view points);
void appendHex(std::string& out, std::span<const std::byte> bytes);

}  // namespace zrecord
