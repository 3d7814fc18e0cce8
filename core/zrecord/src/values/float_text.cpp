#include "values/float_text.h"

#include <charconv>
#include <cmath>
#include <string_view>

namespace zrecord {
namespace {

/// True when it wrote nan, inf or -inf.
template <typename T>
bool appendSpecial(std::string& out, T value)
{
    if (std::isnan(value))
        out += "nan";
    else if (std::isinf(value))
        out += value < 0 ? "-inf" : "inf";
    else
        return false;
    return true;
}

void appendExponent(std::string& out, int exponent)
{
    out += 'e';
    out += exponent < 0 ? '-' : '+';
    const int magnitude = exponent < 0 ? -exponent : exponent;
    if (magnitude < 10)
        out += '0';
    out += std::to_string(magnitude);
}

/// Writes `scientific` ("-1.25e-05", as to_chars gives it) the way Python does.
void appendRearranged(std::string& out, std::string_view scientific)
{
    if (scientific.front() == '-') {
        out += '-';
        scientific.remove_prefix(1);
    }
    const std::size_t mark = scientific.find('e');
    int exponent = 0;
    std::string_view exponentText = scientific.substr(mark + 1);
    if (exponentText.front() == '+')
        exponentText.remove_prefix(1);
    std::from_chars(exponentText.data(), exponentText.data() + exponentText.size(), exponent);
    std::string digits(1, scientific.front());
    if (mark > 2)
        digits.append(scientific.substr(2, mark - 2));
    while (digits.size() > 1 && digits.back() == '0')
        digits.pop_back();

    if (exponent < -4 || exponent >= 16) {
        out += digits.front();
        if (digits.size() > 1)
            out.append(1, '.').append(digits, 1);
        appendExponent(out, exponent);
    } else if (exponent < 0) {
        out.append("0.").append(static_cast<std::size_t>(-exponent - 1), '0').append(digits);
    } else {
        const std::size_t whole = static_cast<std::size_t>(exponent) + 1;
        if (digits.size() <= whole)
            out.append(digits).append(whole - digits.size(), '0').append(".0");
        else
            out.append(digits, 0, whole).append(1, '.').append(digits, whole);
    }
}

template <typename T>
void appendShortest(std::string& out, T value)
{
    if (appendSpecial(out, value))
        return;
    char buffer[64];
    const auto written = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific);
    appendRearranged(out, std::string_view(buffer, static_cast<std::size_t>(written.ptr - buffer)));
}

/// The decimal lies nearer to the half `bits` (positive, finite) than to either neighbour; a tie goes to the even one.
bool readsBackToHalf(double decimal, std::uint16_t bits)
{
    constexpr std::uint16_t kLargest = 0x7bff;
    const double value = halfToDouble(bits);
    const double distance = std::abs(decimal - value);
    const bool even = (bits & 1) == 0;
    const double above = bits == kLargest ? 65536.0 : halfToDouble(static_cast<std::uint16_t>(bits + 1));
    const double below = bits == 0 ? -halfToDouble(1) : halfToDouble(static_cast<std::uint16_t>(bits - 1));
    const auto nearer = [&](double other) {
        const double otherDistance = std::abs(decimal - other);
        return distance < otherDistance || (even && distance == otherDistance);
    };
    return nearer(above) && nearer(below);
}

}  // namespace

void appendFloatText(std::string& out, float value)
{
    appendShortest(out, value);
}

void appendFloatText(std::string& out, double value)
{
    appendShortest(out, value);
}

void appendFloatText(std::string& out, long double value)
{
    appendShortest(out, value);
}

double halfToDouble(std::uint16_t bits)
{
    const int exponent = (bits >> 10) & 0x1f;
    const int mantissa = bits & 0x3ff;
    double magnitude = 0;
    if (exponent == 0)
        magnitude = std::ldexp(mantissa, -24);
    else if (exponent < 31)
        magnitude = std::ldexp(mantissa + 1024, exponent - 25);
    else
        magnitude = mantissa != 0 ? std::nan("") : HUGE_VAL;
    return (bits & 0x8000) != 0 ? -magnitude : magnitude;
}

void appendHalfText(std::string& out, std::uint16_t bits)
{
    const double value = halfToDouble(bits);
    if (appendSpecial(out, value))
        return;
    // No standard shortest conversion knows binary16: the fewest digits that read back are found by trying; five suffice.
    // A decimal halfway between two of that length may have to be rounded up (2^-6 is 0.01563), hence the second try.
    if ((bits & 0x8000) != 0)
        out += '-';
    const double magnitude = std::abs(value);
    char buffer[64];
    for (int precision = 0; precision <= 5; ++precision) {
        for (const double nudged : {magnitude, std::nextafter(magnitude, HUGE_VAL)}) {
            const auto written = std::to_chars(buffer, buffer + sizeof buffer, nudged, std::chars_format::scientific, precision);
            double decimal = 0;
            std::from_chars(buffer, written.ptr, decimal);
            if (precision == 5 || readsBackToHalf(decimal, static_cast<std::uint16_t>(bits & 0x7fff)))
                return appendRearranged(out, std::string_view(buffer, static_cast<std::size_t>(written.ptr - buffer)));
        }
    }
}

}  // namespace zrecord
