#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "zrecord/result.h"

namespace zrecord {

/// A Python literal as data: what an npy header or a dtype's descr holds. Nothing is ever evaluated.
struct PythonLiteral {
    enum class Kind : std::uint8_t { None, Bool, Integer, String, List, Tuple, Dict };
    Kind kind = Kind::None;
    bool boolean = false;
    std::uint64_t integer = 0;         ///< unsigned only
    std::string text;                  ///< UTF-8
    std::vector<PythonLiteral> items;  ///< Dict: key, value, key, value, …
    std::size_t begin = 0;             ///< where it stands in the text, end exclusive
    std::size_t end = 0;

    [[nodiscard]] bool isSequence() const { return kind == Kind::List || kind == Kind::Tuple; }
    /// The value of a string key, nullptr when absent or not a Dict.
    [[nodiscard]] const PythonLiteral* find(std::string_view key) const;
};

inline constexpr std::size_t kMaxLiteralText = std::size_t{1} << 20;
inline constexpr unsigned kMaxLiteralDepth = 64;

/// Reads exactly one literal: None, True, False, whole numbers, strings, lists, tuples, dicts. `text` must be UTF-8 of at
/// most kMaxLiteralText bytes, nested at most kMaxLiteralDepth deep. InvalidArgument names the character otherwise.
Result<PythonLiteral> parsePythonLiteral(std::string_view text);

}  // namespace zrecord
