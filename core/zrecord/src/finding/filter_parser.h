#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "finding/filter_tokens.h"
#include "zrecord/record_filter.h"

namespace zrecord {

/// What an operand reads of a record.
enum class FilterFact : std::uint8_t {
    Index, Min, Max, Mean, Std, Nan, Inf, Value, Elements, Rank, Axis, Bytes, Stored, Ratio, Unreadable
};

/// One step of the program; operands lie on a stack, truth is 1 or 0.
struct FilterStep {
    enum class Kind : std::uint8_t { Number, Fact, Member, Negate, Absolute, Add, Subtract, Multiply, Divide, Modulo, Less, LessEqual, Greater, GreaterEqual, Equal, NotEqual, And, Or, Not };
    Kind kind = Kind::Number;
    double number = 0;        ///< Number
    FilterFact fact = FilterFact::Index;
    std::size_t stream = 0;   ///< Fact; Member: place in tags, and behind them in sets
    std::int64_t axis = 0;    ///< Axis; negative counts from the end
};

/// The words for facts, as they are written.
std::string_view filterFactName(FilterFact fact);
/// All of them that stand for a stream, in the order in which they are offered.
const std::vector<FilterFact>& streamFacts();

/// Recursive descent over the tokens, checked against the schema. False and `fault` at the first thing that is wrong.
/// `number` wants a number in place of a truth.
bool parseFilter(bool number, std::string_view text, const FilterSchema& schema, std::vector<FilterStep>& steps, FilterFault& fault);

}  // namespace zrecord
