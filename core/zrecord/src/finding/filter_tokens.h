#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "zrecord/record_filter.h"

namespace zrecord {

struct FilterToken {
    enum class Kind : std::uint8_t { Number, Name, Text, Symbol, End };
    Kind kind = Kind::End;
    std::string text;    ///< symbols as they are; names as written; texts without quotes
    double number = 0;
    std::size_t begin = 0;
    std::size_t end = 0;

    [[nodiscard]] bool isSymbol(std::string_view symbol) const { return kind == Kind::Symbol && text == symbol; }
    /// Words of the language in any case.
    [[nodiscard]] bool isWord(std::string_view word) const;
};

/// Cuts an expression into tokens, the last of kind End. False, and `fault`, for a character or number that is none.
bool tokenizeFilter(std::string_view text, std::vector<FilterToken>& tokens, FilterFault& fault);

}  // namespace zrecord
