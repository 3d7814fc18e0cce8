#include "values/time_text.h"

#include <array>
#include <charconv>

namespace zrecord {
namespace {

// A count times its multiple passes 64 bits.
__extension__ using Wide = __int128;

struct SplitUnit {
    std::int64_t multiple = 1;
    std::string_view letters;
};

SplitUnit splitUnit(std::string_view unit)
{
    SplitUnit split;
    const auto parsed = std::from_chars(unit.data(), unit.data() + unit.size(), split.multiple);
    split.letters = unit.substr(static_cast<std::size_t>(parsed.ptr - unit.data()));
    return split;
}

void appendWide(std::string& out, Wide value)
{
    if (value < 0) {
        out += '-';
        value = -value;
    }
    std::array<char, 40> digits{};
    std::size_t at = digits.size();
    do {
        digits[--at] = static_cast<char>('0' + static_cast<int>(value % 10));
        value /= 10;
    } while (value != 0);
    out.append(digits.data() + at, digits.size() - at);
}

void appendPadded(std::string& out, Wide value, std::size_t width)
{
    std::string digits;
    appendWide(digits, value);
    if (digits.size() < width)
        out.append(width - digits.size(), '0');
    out += digits;
}

/// Rounds towards minus infinity, so that times before 1970 fall on the right day; the remainder is never negative.
Wide floorDivide(Wide value, Wide divisor, Wide& remainder)
{
    Wide quotient = value / divisor;
    remainder = value % divisor;
    if (remainder < 0) {
        remainder += divisor;
        --quotient;
    }
    return quotient;
}

void appendYear(std::string& out, Wide year)
{
    if (year < 0) {
        out += '-';
        year = -year;
    }
    appendPadded(out, year, 4);
}

void appendMonth(std::string& out, Wide monthsSince1970)
{
    Wide month = 0;
    appendYear(out, floorDivide(monthsSince1970, 12, month) + 1970);
    out += '-';
    appendPadded(out, month + 1, 2);
}

/// Proleptic Gregorian calendar, computed in eras of 400 years that begin in March so that the leap day comes last.
void appendDate(std::string& out, Wide daysSince1970)
{
    constexpr int kDaysToEra = 719'468;  // 0000-03-01 … 1970-01-01
    constexpr int kEraDays = 146'097;
    Wide dayOfEra = 0;
    const Wide era = floorDivide(daysSince1970 + kDaysToEra, kEraDays, dayOfEra);
    const Wide yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36'524 - dayOfEra / 146'096) / 365;
    const Wide dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    const Wide shiftedMonth = (5 * dayOfYear + 2) / 153;
    const Wide day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1;
    const Wide month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
    appendYear(out, yearOfEra + era * 400 + (month <= 2 ? 1 : 0));
    out += '-';
    appendPadded(out, month, 2);
    out += '-';
    appendPadded(out, day, 2);
}

struct ClockUnit {
    std::string_view letters;
    std::int64_t perDay;      ///< 0 when below a second
    std::int64_t perSecond;
    std::size_t fractionDigits;
};
constexpr std::array<ClockUnit, 9> kClockUnits{{
    {"h", 24, 0, 0},
    {"m", 1440, 0, 0},
    {"s", 86'400, 1, 0},
    {"ms", 0, 1'000, 3},
    {"us", 0, 1'000'000, 6},
    {"ns", 0, 1'000'000'000, 9},
    {"ps", 0, 1'000'000'000'000, 12},
    {"fs", 0, 1'000'000'000'000'000, 15},
    {"as", 0, 1'000'000'000'000'000'000, 18},
}};

void appendClock(std::string& out, Wide count, const ClockUnit& unit)
{
    Wide rest = 0;
    const Wide perDay = unit.perDay != 0 ? Wide(unit.perDay) : Wide(unit.perSecond) * 86'400;
    appendDate(out, floorDivide(count, perDay, rest));
    out += 'T';
    appendPadded(out, rest / (perDay / 24), 2);
    if (unit.letters == "h")
        return;
    out += ':';
    appendPadded(out, rest / (perDay / 1440) % 60, 2);
    if (unit.letters == "m")
        return;
    out += ':';
    appendPadded(out, rest / unit.perSecond % 60, 2);
    if (unit.fractionDigits != 0) {
        out += '.';
        appendPadded(out, rest % unit.perSecond, unit.fractionDigits);
    }
}

}  // namespace

void appendDateTimeText(std::string& out, std::int64_t count, std::string_view unit)
{
    if (count == kNotATime) {
        out += "NaT";
        return;
    }
    const SplitUnit split = splitUnit(unit);
    const Wide total = Wide(count) * split.multiple;
    if (split.letters == "Y")
        return appendYear(out, total + 1970);
    if (split.letters == "M")
        return appendMonth(out, total);
    if (split.letters == "W")
        return appendDate(out, total * 7);
    if (split.letters == "D")
        return appendDate(out, total);
    for (const ClockUnit& clock : kClockUnits)
        if (clock.letters == split.letters)
            return appendClock(out, total, clock);
    appendWide(out, total);
}

void appendTimeDeltaText(std::string& out, std::int64_t count, std::string_view unit)
{
    if (count == kNotATime) {
        out += "NaT";
        return;
    }
    const SplitUnit split = splitUnit(unit);
    appendWide(out, Wide(count) * split.multiple);
    if (!split.letters.empty())
        out.append(1, ' ').append(split.letters);
}

}  // namespace zrecord
