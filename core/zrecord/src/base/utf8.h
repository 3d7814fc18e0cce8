#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace zrecord {

/// The first malformed byte of `text` (overlong forms and surrogates are malformed); nothing when all of it is UTF-8.
[[nodiscard]] std::optional<std::size_t> findInvalidUtf8(std::string_view text);

/// Appends one code point; false (nothing appended) for surrogates and values above U+10FFFF.
bool appendUtf8(std::string& text, std::uint32_t codePoint);

/// Every byte of Latin-1 is one code point.
[[nodiscard]] std::string latin1ToUtf8(std::string_view latin1);

/// Nothing when a character is above U+00FF. `utf8` must be valid.
[[nodiscard]] std::optional<std::string> utf8ToLatin1(std::string_view utf8);

/// As Python's repr() writes a string: quotes, escapes for control characters, other characters as they are.
[[nodiscard]] std::string pythonQuoted(std::string_view utf8);

}  // namespace zrecord
