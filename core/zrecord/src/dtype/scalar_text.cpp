#include "dtype/scalar_text.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace zrecord {
namespace {

using enum ScalarKind;

/// NumPy's names and one-letter codes (64-bit Linux sizes); `letter` 0 = none.
struct NamedType {
    std::string_view name;
    char letter;
    ScalarKind kind;
    std::uint8_t size;
};

// The first row of a kind and size is the name that people see.
constexpr std::array kNamedTypes{
    NamedType{"bool", '?', Bool, 1},          NamedType{"bool_", 0, Bool, 1},
    NamedType{"int8", 'b', Int, 1},           NamedType{"byte", 0, Int, 1},
    NamedType{"int16", 'h', Int, 2},          NamedType{"short", 0, Int, 2},
    NamedType{"int32", 'i', Int, 4},          NamedType{"intc", 0, Int, 4},
    NamedType{"int64", 'l', Int, 8},          NamedType{"longlong", 'q', Int, 8},
    NamedType{"int", 'n', Int, 8},            NamedType{"int_", 'p', Int, 8},
    NamedType{"intp", 0, Int, 8},             NamedType{"long", 0, Int, 8},
    NamedType{"uint8", 'B', UInt, 1},         NamedType{"ubyte", 0, UInt, 1},
    NamedType{"uint16", 'H', UInt, 2},        NamedType{"ushort", 0, UInt, 2},
    NamedType{"uint32", 'I', UInt, 4},        NamedType{"uintc", 0, UInt, 4},
    NamedType{"uint64", 'L', UInt, 8},        NamedType{"ulonglong", 'Q', UInt, 8},
    NamedType{"uint", 'N', UInt, 8},          NamedType{"uintp", 'P', UInt, 8},
    NamedType{"ulong", 0, UInt, 8},
    NamedType{"float16", 'e', Float, 2},      NamedType{"half", 0, Float, 2},
    NamedType{"float32", 'f', Float, 4},      NamedType{"single", 0, Float, 4},
    NamedType{"float64", 'd', Float, 8},      NamedType{"double", 0, Float, 8},
    NamedType{"float", 0, Float, 8},          NamedType{"float128", 'g', Float, 16},
    NamedType{"longdouble", 0, Float, 16},
    NamedType{"complex64", 'F', Complex, 8},  NamedType{"csingle", 0, Complex, 8},
    NamedType{"complex128", 'D', Complex, 16}, NamedType{"cdouble", 0, Complex, 16},
    NamedType{"complex", 0, Complex, 16},     NamedType{"complex256", 'G', Complex, 32},
    NamedType{"clongdouble", 0, Complex, 32},
    NamedType{"datetime64", 0, DateTime, 8},  NamedType{"timedelta64", 0, TimeDelta, 8},
};

constexpr std::array<std::string_view, 13> kTimeUnits{"Y", "M", "W", "D", "h", "m", "s", "ms", "us", "ns", "ps", "fs", "as"};

Status notADType(std::string_view text, std::string_view why)
{
    return Status(ErrorCode::InvalidArgument, "'" + std::string(text) + "' is not a dtype" + std::string(why))
        .withRemedy("Use a NumPy dtype such as uint8, <f4, |S5, <M8[ns], or a list of fields.");
}

Status objectRefused(std::string_view text)
{
    return Status(ErrorCode::InvalidArgument,
                  "'" + std::string(text) + "' holds Python objects, which have no bytes that could be stored")
        .withRemedy("Convert the values to numbers or to fixed-width text (S, U) first.");
}

Status subArrayRefused(std::string_view text)
{
    return Status(ErrorCode::InvalidArgument, "'" + std::string(text) + "' is a sub-array, which cannot be the dtype of a store")
        .withRemedy("Put its dimensions into item_shape and keep the element type as dtype.");
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Decimal digits at the front of `text`, which is shortened; nothing when there are none or the value passes 2^32.
std::optional<std::uint64_t> takeNumber(std::string_view& text)
{
    std::uint64_t value = 0;
    std::size_t i = 0;
    for (; i < text.size() && isDigit(text[i]); ++i) {
        value = value * 10 + static_cast<std::uint64_t>(text[i] - '0');
        if (value > (UINT64_C(1) << 32))
            return std::nullopt;
    }
    if (i == 0)
        return std::nullopt;
    text.remove_prefix(i);
    return value;
}

std::optional<NamedType> findNamed(std::string_view name)
{
    for (const NamedType& row : kNamedTypes)
        if (row.name == name)
            return row;
    return std::nullopt;
}

std::optional<NamedType> findLetter(char letter)
{
    for (const NamedType& row : kNamedTypes)
        if (row.letter == letter && letter != 0)
            return row;
    return std::nullopt;
}

Result<DType> makeNamed(const NamedType& row, ByteOrder order)
{
    if (row.kind == DateTime || row.kind == TimeDelta)
        return DType::makeTime(row.kind, "", order);
    return DType::makeScalar(row.kind, row.size, order);
}

/// "8", "8[ns]", "[ns]" or nothing, after the letter M or m.
Result<DType> parseTime(std::string_view whole, ScalarKind kind, std::string_view rest, ByteOrder order)
{
    if (!rest.empty() && isDigit(rest.front())) {
        const auto size = takeNumber(rest);
        if (size != 8)
            return notADType(whole, ": times have 8 bytes");
    }
    std::string_view unit;
    if (!rest.empty()) {
        if (rest.size() < 3 || rest.front() != '[' || rest.back() != ']')
            return notADType(whole, ": a time unit such as [ns] is expected");
        unit = rest.substr(1, rest.size() - 2);
    }
    return DType::makeTime(kind, unit, order);
}

Result<DType> parseLetterAndSize(std::string_view whole, std::string_view body, ByteOrder order)
{
    const char letter = body.front();
    std::string_view rest = body.substr(1);
    if (letter == 'M' || letter == 'm')
        return parseTime(whole, static_cast<ScalarKind>(letter), rest, order);
    const bool textual = letter == 'S' || letter == 'U' || letter == 'V';
    if (rest.empty()) {
        if (textual)
            return DType::makeScalar(static_cast<ScalarKind>(letter), 0, order);
        if (const auto row = findLetter(letter))
            return makeNamed(*row, order);
        return notADType(whole, "");
    }
    const auto count = takeNumber(rest);
    if (!count || !rest.empty() || std::string_view("biufcSUV").find(letter) == std::string_view::npos)
        return notADType(whole, "");
    const std::uint64_t size = letter == 'U' ? *count * 4 : *count;
    if (size > std::numeric_limits<std::uint32_t>::max())
        return notADType(whole, ": an item has at most 2147483648 bytes");
    auto type = DType::makeScalar(static_cast<ScalarKind>(letter), static_cast<std::uint32_t>(size), order);
    return type ? std::move(type) : notADType(whole, ": there is no such size");
}

}  // namespace

Result<std::string> parseTimeUnit(std::string_view text)
{
    if (text.empty() || text == "generic")
        return std::string();
    std::string_view unit = text;
    std::uint64_t multiple = 1;
    if (isDigit(unit.front())) {
        const auto number = takeNumber(unit);
        multiple = number.value_or(0);
    }
    if (unit == "generic" && multiple > 0)
        return std::string();
    if (unit == "\xCE\xBCs" || unit == "\xC2\xB5s")  // both signs for micro
        unit = "us";
    if (multiple == 0 || multiple > std::numeric_limits<std::int32_t>::max() ||
        std::find(kTimeUnits.begin(), kTimeUnits.end(), unit) == kTimeUnits.end())
        return Status(ErrorCode::InvalidArgument, "'" + std::string(text) + "' is not a time unit")
            .withRemedy("Use Y, M, W, D, h, m, s, ms, us, ns, ps, fs or as, with a whole number before it if needed.");
    return (multiple == 1 ? std::string() : std::to_string(multiple)) + std::string(unit);
}

Result<DType> parseScalarText(std::string_view text)
{
    if (text.empty())
        return Status(ErrorCode::InvalidArgument, "the dtype is empty").withRemedy("Use a NumPy dtype such as uint8 or <f4.");
    if (const auto row = findNamed(text))
        return makeNamed(*row, ByteOrder::Little);
    if (text == "bytes" || text == "bytes_")
        return DType::makeScalar(Bytes, 0);
    if (text == "str" || text == "str_")
        return DType::makeScalar(Unicode, 0);
    if (text == "void")
        return DType::makeScalar(Void, 0);
    if (text == "object" || text == "object_")
        return objectRefused(text);
    for (const std::string_view prefix : {"datetime64[", "timedelta64["})
        if (text.substr(0, prefix.size()) == prefix)
            return parseTime(text, prefix.front() == 'd' ? DateTime : TimeDelta, text.substr(prefix.size() - 1), ByteOrder::Little);

    std::string_view body = text;
    ByteOrder order = ByteOrder::Little;
    if (std::string_view("<>|=").find(body.front()) != std::string_view::npos) {
        if (body.front() == '>')
            order = ByteOrder::Big;
        body.remove_prefix(1);
    }
    if (body.empty())
        return notADType(text, ": the type is missing");
    if (body.front() == 'O')
        return objectRefused(text);
    if (body.front() == 'T')
        return Status(ErrorCode::InvalidArgument, "'" + std::string(text) + "' is NumPy's variable-width string, which cannot be stored")
            .withRemedy("Convert the values to fixed-width text (S, U), or store the UTF-8 bytes in a ragged uint8 store.");
    if (body.front() == '(' || isDigit(body.front()))
        return subArrayRefused(text);
    return parseLetterAndSize(text, body, order);
}

std::string scalarDisplayName(const DType& type)
{
    const std::uint64_t size = type.itemSize();
    std::string name;
    switch (type.kind()) {
    case Bytes:
        return "bytes of length " + std::to_string(size);
    case Void:
        return std::to_string(size) + (size == 1 ? " raw byte" : " raw bytes");
    case Unicode:
        name = "text of " + std::to_string(size / 4) + (size == 4 ? " character" : " characters");
        break;
    default:
        for (const NamedType& row : kNamedTypes)
            if (row.kind == type.kind() && row.size == size) {
                name = row.name;
                break;
            }
    }
    if (!type.timeUnit().empty())
        name += "[" + std::string(type.timeUnit()) + "]";
    if (type.byteOrder() == ByteOrder::Big)
        name += " big-endian";
    return name;
}

}  // namespace zrecord
