#include "base/utf8.h"

#include <cstddef>

namespace zrecord {
namespace {

std::uint8_t byteAt(std::string_view text, std::size_t i)
{
    return static_cast<std::uint8_t>(text[i]);
}

/// Length of the sequence that begins at `i`, 0 when it is malformed.
std::size_t sequenceLength(std::string_view text, std::size_t i)
{
    const std::uint8_t lead = byteAt(text, i);
    if (lead < 0x80)
        return 1;
    std::size_t length = 0;
    std::uint8_t low = 0x80;
    std::uint8_t high = 0xBF;
    if (lead >= 0xC2 && lead <= 0xDF) {
        length = 2;
    } else if (lead >= 0xE0 && lead <= 0xEF) {
        length = 3;
        if (lead == 0xE0)
            low = 0xA0;
        if (lead == 0xED)
            high = 0x9F;
    } else if (lead >= 0xF0 && lead <= 0xF4) {
        length = 4;
        if (lead == 0xF0)
            low = 0x90;
        if (lead == 0xF4)
            high = 0x8F;
    } else {
        return 0;
    }
    if (text.size() - i < length || byteAt(text, i + 1) < low || byteAt(text, i + 1) > high)
        return 0;
    for (std::size_t k = 2; k < length; ++k)
        if ((byteAt(text, i + k) & 0xC0) != 0x80)
            return 0;
    return length;
}

void appendHexEscape(std::string& out, std::uint8_t value)
{
    constexpr std::string_view kDigits = "0123456789abcdef";
    out += "\\x";
    out += kDigits[value >> 4];
    out += kDigits[value & 15];
}

}  // namespace

std::optional<std::size_t> findInvalidUtf8(std::string_view text)
{
    for (std::size_t i = 0; i < text.size();) {
        const std::size_t length = sequenceLength(text, i);
        if (length == 0)
            return i;
        i += length;
    }
    return std::nullopt;
}

bool appendUtf8(std::string& text, std::uint32_t codePoint)
{
    const auto put = [&](std::uint32_t byte) { text += static_cast<char>(static_cast<std::uint8_t>(byte)); };
    const auto tail = [&](unsigned shift) { put(0x80 | ((codePoint >> shift) & 0x3F)); };
    if (codePoint < 0x80) {
        put(codePoint);
    } else if (codePoint < 0x800) {
        put(0xC0 | (codePoint >> 6));
        tail(0);
    } else if (codePoint < 0x10000) {
        if (codePoint >= 0xD800 && codePoint <= 0xDFFF)
            return false;
        put(0xE0 | (codePoint >> 12));
        tail(6);
        tail(0);
    } else if (codePoint <= 0x10FFFF) {
        put(0xF0 | (codePoint >> 18));
        tail(12);
        tail(6);
        tail(0);
    } else {
        return false;
    }
    return true;
}

std::string latin1ToUtf8(std::string_view latin1)
{
    std::string text;
    text.reserve(latin1.size());
    for (std::size_t i = 0; i < latin1.size(); ++i)
        appendUtf8(text, byteAt(latin1, i));
    return text;
}

std::optional<std::string> utf8ToLatin1(std::string_view utf8)
{
    std::string text;
    text.reserve(utf8.size());
    for (std::size_t i = 0; i < utf8.size(); ++i) {
        const std::uint8_t lead = byteAt(utf8, i);
        if (lead < 0x80) {
            text += utf8[i];
        } else if (lead <= 0xC3 && i + 1 < utf8.size()) {
            text += static_cast<char>(static_cast<std::uint8_t>(((lead & 0x03) << 6) | (byteAt(utf8, i + 1) & 0x3F)));
            ++i;
        } else {
            return std::nullopt;
        }
    }
    return text;
}

std::string pythonQuoted(std::string_view utf8)
{
    const bool hasSingle = utf8.find('\'') != std::string_view::npos;
    const char quote = hasSingle && utf8.find('"') == std::string_view::npos ? '"' : '\'';
    std::string out(1, quote);
    for (std::size_t i = 0; i < utf8.size(); ++i) {
        const char c = utf8[i];
        const std::uint8_t byte = byteAt(utf8, i);
        if (c == quote || c == '\\') {
            out += '\\';
            out += c;
        } else if (c == '\n') {
            out += "\\n";
        } else if (c == '\r') {
            out += "\\r";
        } else if (c == '\t') {
            out += "\\t";
        } else if (byte < 0x20 || byte == 0x7F) {
            appendHexEscape(out, byte);
        } else if (byte == 0xC2 && i + 1 < utf8.size() && byteAt(utf8, i + 1) < 0xA0) {
            appendHexEscape(out, byteAt(utf8, ++i));
        } else {
            out += c;
        }
    }
    out += quote;
    return out;
}

}  // namespace zrecord
