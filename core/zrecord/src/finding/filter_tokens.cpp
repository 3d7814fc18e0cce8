#include "finding/filter_tokens.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace zrecord {
namespace {

bool isDigit(char c) { return c >= '0' && c <= '9'; }
/// Names of streams may hold anything above ASCII.
bool isNameStart(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || static_cast<unsigned char>(c) >= 0x80; }

char lower(char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; }

constexpr std::array<std::string_view, 6> kLongSymbols{"==", "!=", "<=", ">=", "&&", "||"};
constexpr std::string_view kShortSymbols = "<>+-*/%()[],.!";

class FilterScanner {
public:
    FilterScanner(std::string_view text, std::vector<FilterToken>& tokens, FilterFault& fault) : m_text(text), m_tokens(tokens), m_fault(fault) {}

    bool run()
    {
        while (true) {
            while (m_at < m_text.size() && (m_text[m_at] == ' ' || m_text[m_at] == '\t' || m_text[m_at] == '\n'))
                ++m_at;
            if (m_at == m_text.size()) {
                add(FilterToken::Kind::End, m_at, {});
                return true;
            }
            if (!scanOne())
                return false;
        }
    }

private:
    FilterToken& add(FilterToken::Kind kind, std::size_t end, std::string text)
    {
        m_tokens.push_back({kind, std::move(text), 0, m_at, end});
        m_at = end;
        return m_tokens.back();
    }

    bool fail(std::size_t begin, std::size_t end, std::string what)
    {
        m_fault = {begin, end, std::move(what)};
        return false;
    }

    bool scanOne()
    {
        const char c = m_text[m_at];
        if (isDigit(c) || (c == '.' && m_at + 1 < m_text.size() && isDigit(m_text[m_at + 1])))
            return scanNumber();
        if (isNameStart(c)) {
            std::size_t end = m_at;
            while (end < m_text.size() && (isNameStart(m_text[end]) || isDigit(m_text[end])))
                ++end;
            add(FilterToken::Kind::Name, end, std::string(m_text.substr(m_at, end - m_at)));
            return true;
        }
        if (c == '"' || c == '\'') {
            const std::size_t close = m_text.find(c, m_at + 1);
            if (close == std::string_view::npos)
                return fail(m_at, m_text.size(), "the closing quote is missing");
            add(FilterToken::Kind::Text, close + 1, std::string(m_text.substr(m_at + 1, close - m_at - 1)));
            return true;
        }
        const auto longSymbol = std::find(kLongSymbols.begin(), kLongSymbols.end(), m_text.substr(m_at, 2));
        if (longSymbol != kLongSymbols.end()) {
            add(FilterToken::Kind::Symbol, m_at + 2, std::string(*longSymbol));
            return true;
        }
        if (c == '=')
            return fail(m_at, m_at + 1, "two equals signs compare: ==");
        if (kShortSymbols.find(c) == std::string_view::npos)
            return fail(m_at, m_at + 1, "this character has no meaning here");
        add(FilterToken::Kind::Symbol, m_at + 1, std::string(1, c));
        return true;
    }

    bool scanNumber()
    {
        double number = 0;
        const char* begin = m_text.data() + m_at;
        const auto [end, error] = std::from_chars(begin, m_text.data() + m_text.size(), number);
        const std::size_t after = m_at + static_cast<std::size_t>(end - begin);
        if (error != std::errc())
            return fail(m_at, std::max(after, m_at + 1), "this number is too large or too small");
        if (after < m_text.size() && (isNameStart(m_text[after]) || m_text[after] == '.'))
            return fail(m_at, after + 1, "a number ends here, and something follows it without a space");
        add(FilterToken::Kind::Number, after, {}).number = number;
        return true;
    }

    std::string_view m_text;
    std::vector<FilterToken>& m_tokens;
    FilterFault& m_fault;
    std::size_t m_at = 0;
};

}  // namespace

bool FilterToken::isWord(std::string_view word) const
{
    return kind == Kind::Name && std::equal(text.begin(), text.end(), word.begin(), word.end(), [](char a, char b) { return lower(a) == b; });
}

bool tokenizeFilter(std::string_view text, std::vector<FilterToken>& tokens, FilterFault& fault)
{
    return FilterScanner(text, tokens, fault).run();
}

}  // namespace zrecord
