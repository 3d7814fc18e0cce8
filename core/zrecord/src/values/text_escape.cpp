#include "values/text_escape.h"

#include "base/utf8.h"
#include "zrecord/value_text.h"

namespace zrecord {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

void appendHexDigits(std::string& out, std::uint32_t value, int digits)
{
    for (int shift = 4 * (digits - 1); shift >= 0; shift -= 4)
        out += kHexDigits[(value >> shift) & 0xf];
}

bool isScalarValue(char32_t point)
{
    return point < 0xd800 || (point > 0xdfff && point <= 0x10ffff);
}

/// Controls, and marks that change the direction or the lines of what follows.
bool upsetsTerminals(char32_t point)
{
    return point < 0x20 || (point >= 0x7f && point < 0xa0) || point == 0xad || (point >= 0x200b && point <= 0x200f)
        || (point >= 0x2028 && point <= 0x202e) || (point >= 0x2060 && point <= 0x206f) || point == 0xfeff
        || (point >= 0xfff9 && point <= 0xfffb);
}

void appendEscaped(std::string& out, char32_t point)
{
    if (point == '\n')
        out += "\\n";
    else if (point == '\t')
        out += "\\t";
    else if (point == '\r')
        out += "\\r";
    else if (point < 0x100)
        appendHexDigits(out += "\\x", point, 2);
    else if (point < 0x10000)
        appendHexDigits(out += "\\u", point, 4);
    else
        appendHexDigits(out += "\\U", point, 8);
}

/// Python's choice: single quotes, unless the text holds one and no double quote.
template <typename Text>
char quoteFor(Text text)
{
    using Char = typename Text::value_type;
    return text.find(static_cast<Char>('\'')) != Text::npos && text.find(static_cast<Char>('"')) == Text::npos ? '"' : '\'';
}

}  // namespace

char32_t nextCodePoint(std::string_view text, std::size_t& at)
{
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const unsigned char lead = byte(at);
    const std::size_t length = lead < 0x80 ? 1 : lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2;
    constexpr char32_t kSmallest[] = {0, 0, 0x80, 0x800, 0x10000};
    if (length == 1) {
        ++at;
        return lead;
    }
    char32_t point = lead & (0x7fU >> length);
    bool valid = lead >= 0xc2 && lead <= 0xf4 && at + length <= text.size();
    for (std::size_t i = 1; valid && i < length; ++i) {
        valid = (byte(at + i) & 0xc0) == 0x80;
        point = (point << 6) | (byte(at + i) & 0x3fU);
    }
    valid = valid && point >= kSmallest[length] && isScalarValue(point);
    at += valid ? length : 1;
    return valid ? point : kInvalidCodePoint;
}

void appendBytesLiteral(std::string& out, std::string_view bytes)
{
    const char quote = quoteFor(bytes);
    out.append(1, 'b').append(1, quote);
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        if (c == quote || c == '\\')
            out.append(1, '\\').append(1, c);
        else if (byte < 0x20 || byte >= 0x7f)
            appendEscaped(out, byte);
        else
            out += c;
    }
    out += quote;
}

void appendUnicodeLiteral(std::string& out, std::u32string_view points)
{
    const char quote = quoteFor(points);
    out += quote;
    for (const char32_t point : points) {
        if (point == static_cast<char32_t>(quote) || point == U'\\')
            out.append(1, '\\').append(1, static_cast<char>(point));
        else if (upsetsTerminals(point) || !isScalarValue(point))
            appendEscaped(out, point);
        else
            appendUtf8(out, point);
    }
    out += quote;
}

void appendHex(std::string& out, std::span<const std::byte> bytes)
{
    for (const std::byte b : bytes)
        appendHexDigits(out, std::to_integer<std::uint32_t>(b), 2);
}

bool isValidUtf8(std::string_view text)
{
    for (std::size_t at = 0; at < text.size();)
        if (nextCodePoint(text, at) == kInvalidCodePoint)
            return false;
    return true;
}

void appendPrintableText(std::string& out, std::string_view text)
{
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        const char32_t point = nextCodePoint(text, at);
        if (point == kInvalidCodePoint)
            appendHexDigits(out += "\\x", static_cast<unsigned char>(text[begin]), 2);
        else if (upsetsTerminals(point))
            appendEscaped(out, point);
        else
            out.append(text, begin, at - begin);
    }
}

void appendJsonString(std::string& out, std::string_view text)
{
    out += '"';
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = at;
        const char32_t point = nextCodePoint(text, at);
        if (point == kInvalidCodePoint)
            out += "\xef\xbf\xbd";
        else if (point == '"' || point == '\\')
            out.append(1, '\\').append(1, static_cast<char>(point));
        else if (point == '\n')
            out += "\\n";
        else if (point == '\t')
            out += "\\t";
        else if (point < 0x20 || point == 0x7f)
            appendHexDigits(out += "\\u", point, 4);
        else
            out.append(text, begin, at - begin);
    }
    out += '"';
}

}  // namespace zrecord
