#include "base/python_literal.h"

#include <limits>
#include <optional>

#include "base/utf8.h"

namespace zrecord {
namespace {

using Kind = PythonLiteral::Kind;

constexpr std::size_t kMaxDictKeys = 64;

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

bool isWordCharacter(char c)
{
    return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

std::optional<std::uint32_t> hexDigit(char c)
{
    if (isDigit(c))
        return static_cast<std::uint32_t>(c - '0');
    if (c >= 'a' && c <= 'f')
        return static_cast<std::uint32_t>(c - 'a' + 10);
    if (c >= 'A' && c <= 'F')
        return static_cast<std::uint32_t>(c - 'A' + 10);
    return std::nullopt;
}

class LiteralReader {
public:
    explicit LiteralReader(std::string_view text) : m_text(text) {}

    Result<PythonLiteral> readAll()
    {
        PythonLiteral value;
        ZR_RETURN_IF_ERROR(readValue(value, 0));
        skipSpaces();
        if (!atEnd())
            return fail("nothing may follow the value");
        return value;
    }

private:
    [[nodiscard]] bool atEnd() const { return m_at == m_text.size(); }
    [[nodiscard]] char peek() const { return m_text[m_at]; }

    [[nodiscard]] Status fail(std::string_view why) const
    {
        return Status(ErrorCode::InvalidArgument,
                      "the text is not a Python literal: " + std::string(why) +
                          (atEnd() ? std::string(" at its end") : ", character " + std::to_string(m_at + 1)));
    }

    void skipSpaces()
    {
        while (!atEnd() && (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r' || peek() == '\f'))
            ++m_at;
    }

    bool accept(char c)
    {
        if (atEnd() || peek() != c)
            return false;
        ++m_at;
        return true;
    }

    bool acceptWord(std::string_view word)
    {
        if (m_text.substr(m_at, word.size()) != word)
            return false;
        const std::size_t after = m_at + word.size();
        if (after < m_text.size() && isWordCharacter(m_text[after]))
            return false;
        m_at = after;
        return true;
    }

    Status readValue(PythonLiteral& value, unsigned depth)
    {
        if (depth > kMaxLiteralDepth)
            return fail("it is nested too deeply");
        skipSpaces();
        if (atEnd())
            return fail("a value is missing");
        value.begin = m_at;
        ZR_RETURN_IF_ERROR(readValueHere(value, depth));
        value.end = m_at;
        return Status::success();
    }

    Status readValueHere(PythonLiteral& value, unsigned depth)
    {
        if (accept('['))
            return readList(value, depth);
        if (accept('('))
            return readTuple(value, depth);
        if (accept('{'))
            return readDict(value, depth);
        if (isDigit(peek()))
            return readInteger(value);
        const bool prefixed = m_at + 1 < m_text.size() && (m_text[m_at + 1] == '\'' || m_text[m_at + 1] == '"');
        if (prefixed && (peek() == 'u' || peek() == 'b'))
            ++m_at;
        if (peek() == '\'' || peek() == '"')
            return readString(value);
        if (acceptWord("None"))
            return Status::success();
        value.boolean = acceptWord("True");
        if (value.boolean || acceptWord("False")) {
            value.kind = Kind::Bool;
            return Status::success();
        }
        return fail("a value is expected");
    }

    Status readInteger(PythonLiteral& value)
    {
        value.kind = Kind::Integer;
        const std::size_t begin = m_at;
        for (; !atEnd() && isDigit(peek()); ++m_at) {
            const auto digit = static_cast<std::uint64_t>(peek() - '0');
            if (value.integer > (std::numeric_limits<std::uint64_t>::max() - digit) / 10)
                return fail("the number does not fit 64 bits");
            value.integer = value.integer * 10 + digit;
        }
        if (m_text[begin] == '0' && m_at - begin > 1 && value.integer != 0)
            return fail("a number may not begin with 0");
        if (!atEnd() && peek() == 'L')  // Python 2 wrote long integers so
            ++m_at;
        if (!atEnd() && (isWordCharacter(peek()) || peek() == '.'))
            return fail("only whole decimal numbers are allowed");
        return Status::success();
    }

    Status readString(PythonLiteral& value)
    {
        value.kind = Kind::String;
        const char quote = peek();
        ++m_at;
        while (true) {
            if (atEnd() || peek() == '\n')
                return fail("a string is not closed");
            const char c = peek();
            ++m_at;
            if (c == quote)
                return Status::success();
            if (c == '\\')
                ZR_RETURN_IF_ERROR(readEscape(value.text));
            else
                value.text += c;
        }
    }

    Status readEscape(std::string& out)
    {
        if (atEnd())
            return fail("a string is not closed");
        const char c = peek();
        ++m_at;
        switch (c) {
        case '\\':
        case '\'':
        case '"':
            out += c;
            return Status::success();
        case 'n':
            out += '\n';
            return Status::success();
        case 'r':
            out += '\r';
            return Status::success();
        case 't':
            out += '\t';
            return Status::success();
        case '0':
            out += '\0';
            return !atEnd() && isDigit(peek()) ? fail("octal escapes are not allowed") : Status::success();
        case 'x':
            return readCodePoint(out, 2);
        case 'u':
            return readCodePoint(out, 4);
        case 'U':
            return readCodePoint(out, 8);
        default:
            --m_at;
            return fail("this escape is not allowed");
        }
    }

    Status readCodePoint(std::string& out, unsigned digits)
    {
        std::uint32_t codePoint = 0;
        for (unsigned i = 0; i < digits; ++i) {
            const auto digit = atEnd() ? std::nullopt : hexDigit(peek());
            if (!digit)
                return fail("a hexadecimal digit is expected");
            codePoint = (codePoint << 4) | *digit;
            ++m_at;
        }
        return appendUtf8(out, codePoint) ? Status::success() : fail("this is not a character");
    }

    /// Items up to `close`; `commas` counts them, so that (x) and (x,) can be told apart.
    Status readItems(PythonLiteral& value, char close, unsigned depth, std::size_t& commas)
    {
        while (true) {
            skipSpaces();
            if (accept(close))
                return Status::success();
            if (commas < value.items.size())
                return fail("a comma is missing");
            ZR_RETURN_IF_ERROR(readValue(value.items.emplace_back(), depth + 1));
            skipSpaces();
            if (accept(','))
                ++commas;
        }
    }

    Status readList(PythonLiteral& value, unsigned depth)
    {
        value.kind = Kind::List;
        std::size_t commas = 0;
        return readItems(value, ']', depth, commas);
    }

    Status readTuple(PythonLiteral& value, unsigned depth)
    {
        value.kind = Kind::Tuple;
        std::size_t commas = 0;
        ZR_RETURN_IF_ERROR(readItems(value, ')', depth, commas));
        if (value.items.size() == 1 && commas == 0) {  // brackets around one value
            PythonLiteral inner = std::move(value.items.front());
            inner.begin = value.begin;
            value = std::move(inner);
        }
        return Status::success();
    }

    Status readDict(PythonLiteral& value, unsigned depth)
    {
        value.kind = Kind::Dict;
        bool commaSeen = true;
        while (true) {
            skipSpaces();
            if (accept('}'))
                return Status::success();
            if (!commaSeen)
                return fail("a comma is missing");
            PythonLiteral key;
            ZR_RETURN_IF_ERROR(readValue(key, depth + 1));
            if (key.kind != Kind::String)
                return fail("the key of a dict must be a string");
            if (value.items.size() >= 2 * kMaxDictKeys)
                return fail("the dict has too many keys");
            if (value.find(key.text))
                return fail("a key of the dict is there twice");
            skipSpaces();
            if (!accept(':'))
                return fail("a colon is missing");
            value.items.push_back(std::move(key));
            ZR_RETURN_IF_ERROR(readValue(value.items.emplace_back(), depth + 1));
            skipSpaces();
            commaSeen = accept(',');
        }
    }

    std::string_view m_text;
    std::size_t m_at = 0;
};

}  // namespace

const PythonLiteral* PythonLiteral::find(std::string_view key) const
{
    if (kind != Kind::Dict)
        return nullptr;
    for (std::size_t i = 0; i + 1 < items.size(); i += 2)
        if (items[i].text == key)
            return &items[i + 1];
    return nullptr;
}

Result<PythonLiteral> parsePythonLiteral(std::string_view text)
{
    if (text.size() > kMaxLiteralText)
        return Status(ErrorCode::InvalidArgument,
                      "the text has " + std::to_string(text.size()) + " bytes, more than " + std::to_string(kMaxLiteralText));
    if (const auto bad = findInvalidUtf8(text))
        return Status(ErrorCode::InvalidArgument, "the text is not UTF-8, byte " + std::to_string(*bad + 1));
    return LiteralReader(text).readAll();
}

}  // namespace zrecord
