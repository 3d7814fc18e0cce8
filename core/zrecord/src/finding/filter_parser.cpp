#include "finding/filter_parser.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

namespace zrecord {
namespace {

constexpr unsigned kMostNesting = 64;

constexpr std::array<std::pair<std::string_view, FilterFact>, 15> kFacts{{
    {"index", FilterFact::Index}, {"min", FilterFact::Min}, {"max", FilterFact::Max}, {"mean", FilterFact::Mean},
    {"std", FilterFact::Std}, {"nan", FilterFact::Nan}, {"inf", FilterFact::Inf}, {"value", FilterFact::Value},
    {"elements", FilterFact::Elements}, {"ndim", FilterFact::Rank}, {"shape", FilterFact::Axis}, {"bytes", FilterFact::Bytes},
    {"stored", FilterFact::Stored}, {"ratio", FilterFact::Ratio}, {"unreadable", FilterFact::Unreadable}}};

bool isOfValues(FilterFact fact)
{
    switch (fact) {
    case FilterFact::Min: case FilterFact::Max: case FilterFact::Mean: case FilterFact::Std:
    case FilterFact::Nan: case FilterFact::Inf: case FilterFact::Value: return true;
    default: return false;
    }
}

using Kind = FilterStep::Kind;

constexpr std::array<std::pair<std::string_view, Kind>, 6> kComparisons{{
    {"==", Kind::Equal}, {"!=", Kind::NotEqual}, {"<=", Kind::LessEqual}, {">=", Kind::GreaterEqual}, {"<", Kind::Less}, {">", Kind::Greater}}};

/// What a part of an expression is, and where it stands in text and program.
struct Part {
    enum class Type : std::uint8_t { Number, Truth, Text };
    Type type = Type::Number;
    std::size_t begin = 0, end = 0;            ///< characters
    std::size_t firstStep = 0, lastStep = 0;   ///< end exclusive
    const FilterSchema::Stream* named = nullptr;  ///< a value whose stream has names
    std::string text;
};

class FilterParser {
public:
    FilterParser(const FilterSchema& schema, std::vector<FilterToken> tokens, std::vector<FilterStep>& steps, FilterFault& fault)
        : m_schema(schema), m_tokens(std::move(tokens)), m_steps(steps), m_fault(fault)
    {
    }

    bool run(bool number)
    {
        const std::optional<Part> whole = parseOr();
        if (!whole)
            return false;
        if (token().kind != FilterToken::Kind::End)
            return fail(token(), token().isSymbol(")") ? "this bracket was never opened" : "'and', 'or' or an operator is missing before this");
        return number ? checkNumber(*whole) : checkTruth(*whole);
    }

private:
    [[nodiscard]] const FilterToken& token() const { return m_tokens[m_at]; }
    bool acceptSymbol(std::string_view symbol)
    {
        const bool found = token().isSymbol(symbol);
        m_at += found ? 1 : 0;
        return found;
    }
    bool acceptWord(std::string_view word, std::string_view symbol = {})
    {
        const bool found = token().isWord(word) || (!symbol.empty() && token().isSymbol(symbol));
        m_at += found ? 1 : 0;
        return found;
    }

    bool fail(std::size_t begin, std::size_t end, std::string what)
    {
        m_fault = {begin, end, std::move(what)};
        return false;
    }
    bool fail(const FilterToken& at, std::string what) { return fail(at.begin, std::max(at.end, at.begin + 1), std::move(what)); }

    bool checkTruth(const Part& part)
    {
        return part.type == Part::Type::Truth || fail(part.begin, part.end, "a comparison is expected here, such as std < 0.01");
    }
    bool checkNumber(const Part& part)
    {
        if (part.type == Part::Type::Text)
            return fail(part.begin, part.end, "a text can only be compared with a stream whose values have names");
        return part.type == Part::Type::Number || fail(part.begin, part.end, "a number is expected here, not a comparison");
    }

    FilterStep& emit(Kind kind) { return m_steps.emplace_back(FilterStep{kind, 0, FilterFact::Index, 0, 0}); }
    void repeat(const Part& part)
    {
        for (std::size_t i = part.firstStep; i < part.lastStep; ++i)
            m_steps.push_back(FilterStep(m_steps[i]));
    }
    void close(Part& part, const Part& last)
    {
        part.end = last.end;
        part.lastStep = m_steps.size();
        part.named = nullptr;
    }

    std::optional<Part> parseOr() { return parseJoined("or", "||", Kind::Or, &FilterParser::parseAnd); }
    std::optional<Part> parseAnd() { return parseJoined("and", "&&", Kind::And, &FilterParser::parseNot); }

    std::optional<Part> parseJoined(std::string_view word, std::string_view symbol, Kind kind, std::optional<Part> (FilterParser::*next)())
    {
        std::optional<Part> left = (this->*next)();
        while (left && acceptWord(word, symbol)) {
            if (!checkTruth(*left))
                return std::nullopt;
            const std::optional<Part> right = (this->*next)();
            if (!right || !checkTruth(*right))
                return std::nullopt;
            emit(kind);
            close(*left, *right);
        }
        return left;
    }

    std::optional<Part> parseNot()
    {
        const FilterToken& sign = token();
        if (!acceptWord("not", "!"))
            return parseComparison();
        if (++m_depth > kMostNesting)
            return fail(sign, "the expression is nested too deeply"), std::nullopt;
        std::optional<Part> part = parseNot();
        --m_depth;
        if (!part || !checkTruth(*part))
            return std::nullopt;
        emit(Kind::Not);
        part->begin = sign.begin;
        part->lastStep = m_steps.size();
        return part;
    }

    std::optional<Kind> acceptComparison()
    {
        for (const auto& [symbol, kind] : kComparisons)
            if (acceptSymbol(symbol))
                return kind;
        return std::nullopt;
    }

    std::optional<Part> parseComparison()
    {
        if (token().isWord("tag") && !findStream("tag"))
            return parseTags();
        std::optional<Part> left = parseSum();
        if (!left)
            return left;
        if (token().isWord("in") || (token().isWord("not") && m_tokens[m_at + 1].isWord("in")))
            return parseMembership(std::move(*left));
        std::optional<Kind> kind = acceptComparison();
        if (!kind)
            return left;
        Part whole = *left;
        for (bool chained = false; kind; chained = true, kind = acceptComparison()) {
            if (chained)
                repeat(*left);  // the middle of 1 < std < 5 belongs to both
            std::optional<Part> right = parseSum();
            if (!right || !reconcile(*left, *right, *kind))
                return std::nullopt;
            emit(*kind);
            if (chained)
                emit(Kind::And);
            close(whole, *right);
            left = std::move(right);
        }
        whole.type = Part::Type::Truth;
        return whole;
    }

    /// Both sides are numbers, or one is the name of a value of the other.
    bool reconcile(Part& left, Part& right, Kind kind)
    {
        for (auto [text, other] : {std::pair(&left, &right), std::pair(&right, &left)}) {
            if (text->type != Part::Type::Text)
                continue;
            if (kind != Kind::Equal && kind != Kind::NotEqual)
                return fail(text->begin, text->end, "names are compared with == and != only");
            if (!resolveName(*text, *other))
                return false;
        }
        return checkNumber(left) && checkNumber(right);
    }

    bool resolveName(Part& text, const Part& other)
    {
        if (!other.named)
            return checkNumber(text);
        const auto& names = other.named->valueNames;
        const auto found = std::find(names.begin(), names.end(), text.text);
        if (found == names.end()) {
            std::string known;
            for (const std::string& name : names)
                known += (known.empty() ? "" : ", ") + name;
            return fail(text.begin, text.end, "no value has this name; there are " + known);
        }
        m_steps[text.firstStep].number = static_cast<double>(found - names.begin());
        text.type = Part::Type::Number;
        return true;
    }

    /// tag == "a", tag != "a", tag in ["a", "b"], tag not in [...]
    std::optional<Part> parseTags()
    {
        Part part{Part::Type::Truth, token().begin, token().end, m_steps.size(), 0, nullptr, {}};
        ++m_at;
        bool negated = acceptWord("not");
        if (acceptWord("in")) {
            if (!acceptSymbol("["))
                return fail(token(), "a list is expected, such as [\"blurred\", \"dark\"]"), std::nullopt;
            for (bool first = true; first || acceptSymbol(","); first = false) {
                if (!acceptTag())
                    return std::nullopt;
                if (!first)
                    emit(Kind::Or);
            }
            if (!acceptSymbol("]"))
                return fail(token(), "a comma or the closing bracket ] is missing"), std::nullopt;
        } else {
            const bool different = !negated && acceptSymbol("!=");
            if (negated || (!different && !acceptSymbol("==")))
                return fail(token(), "after 'tag' one of ==, != and in is expected"), std::nullopt;
            negated = different;
            if (!acceptTag())
                return std::nullopt;
        }
        if (negated)
            emit(Kind::Not);
        part.end = m_tokens[m_at - 1].end;
        part.lastStep = m_steps.size();
        return part;
    }

    bool acceptTag()
    {
        const FilterToken& name = token();
        if (name.kind != FilterToken::Kind::Text)
            return fail(name, "the name of a tag in quotes is expected here");
        ++m_at;
        const auto found = std::find_if(m_schema.tags.begin(), m_schema.tags.end(), [&name](const auto& tag) { return tag.name == name.text; });
        if (found == m_schema.tags.end()) {
            std::string known;
            for (const auto& tag : m_schema.tags)
                known += (known.empty() ? "" : ", ") + tag.name;
            return fail(name, known.empty() ? std::string("there are no tags here") : "no tag has this name; there are " + known);
        }
        emit(Kind::Member).stream = static_cast<std::size_t>(found - m_schema.tags.begin());
        return true;
    }

    std::optional<Part> parseMembership(Part left)
    {
        const bool negated = acceptWord("not");
        ++m_at;  // "in"
        if (!acceptSymbol("["))
            return fail(token(), "a list is expected, such as [1, 2]"), std::nullopt;
        Part whole = left;
        bool first = true;
        do {
            if (!first)
                repeat(left);
            std::optional<Part> item = parseSum();
            if (!item || !reconcile(left, *item, Kind::Equal))
                return std::nullopt;
            emit(Kind::Equal);
            if (!std::exchange(first, false))
                emit(Kind::Or);
        } while (acceptSymbol(","));
        whole.end = token().end;
        if (!acceptSymbol("]"))
            return fail(token(), "a comma or the closing bracket ] is missing"), std::nullopt;
        if (negated)
            emit(Kind::Not);
        whole.lastStep = m_steps.size();
        whole.named = nullptr;
        whole.type = Part::Type::Truth;
        return whole;
    }

    std::optional<Part> parseSum()
    {
        return parseArithmetic({{"+", Kind::Add}, {"-", Kind::Subtract}}, &FilterParser::parseProduct);
    }
    std::optional<Part> parseProduct()
    {
        return parseArithmetic({{"*", Kind::Multiply}, {"/", Kind::Divide}, {"%", Kind::Modulo}}, &FilterParser::parseUnary);
    }

    std::optional<Part> parseArithmetic(const std::vector<std::pair<std::string_view, Kind>>& operators, std::optional<Part> (FilterParser::*next)())
    {
        std::optional<Part> left = (this->*next)();
        while (left) {
            const auto found = std::find_if(operators.begin(), operators.end(), [this](const auto& each) { return token().isSymbol(each.first); });
            if (found == operators.end())
                return left;
            ++m_at;
            const std::optional<Part> right = (this->*next)();
            if (!right || !checkNumber(*left) || !checkNumber(*right))
                return std::nullopt;
            emit(found->second);
            close(*left, *right);
        }
        return left;
    }

    std::optional<Part> parseUnary()
    {
        const FilterToken& sign = token();
        if (!acceptSymbol("-"))
            return parsePrimary();
        if (++m_depth > kMostNesting)
            return fail(sign, "the expression is nested too deeply"), std::nullopt;
        std::optional<Part> part = parseUnary();
        --m_depth;
        if (!part || !checkNumber(*part))
            return std::nullopt;
        emit(Kind::Negate);
        part->begin = sign.begin;
        part->lastStep = m_steps.size();
        part->named = nullptr;
        return part;
    }

    std::optional<Part> parsePrimary()
    {
        const FilterToken& at = token();
        Part part{Part::Type::Number, at.begin, at.end, m_steps.size(), 0, nullptr, {}};
        if (at.kind == FilterToken::Kind::Number || at.kind == FilterToken::Kind::Text) {
            ++m_at;
            emit(Kind::Number).number = at.number;
            part.type = at.kind == FilterToken::Kind::Text ? Part::Type::Text : Part::Type::Number;
            part.text = at.text;
            part.lastStep = m_steps.size();
            return part;
        }
        if (at.isSymbol("("))
            return parseBracket();
        if (at.kind != FilterToken::Kind::Name)
            return fail(at, "a value is expected here"), std::nullopt;
        if (at.isWord("and") || at.isWord("or") || at.isWord("in"))
            return fail(at, "a value is expected before '" + at.text + "'"), std::nullopt;
        if (at.isWord("abs") && m_tokens[m_at + 1].isSymbol("("))
            return parseAbsolute();
        return parseName(part) ? std::optional(part) : std::nullopt;
    }

    std::optional<Part> parseBracket()
    {
        const FilterToken& open = token();
        if (++m_depth > kMostNesting)
            return fail(open, "the expression is nested too deeply"), std::nullopt;
        ++m_at;
        std::optional<Part> part = parseOr();
        --m_depth;
        if (!part)
            return part;
        part->begin = open.begin;
        part->end = token().end;
        if (!acceptSymbol(")"))
            return fail(token(), "the closing bracket ) is missing"), std::nullopt;
        return part;
    }

    std::optional<Part> parseAbsolute()
    {
        const std::size_t begin = token().begin;
        ++m_at;
        std::optional<Part> part = parseBracket();
        if (!part || !checkNumber(*part))
            return std::nullopt;
        emit(Kind::Absolute);
        part->begin = begin;
        part->lastStep = m_steps.size();
        part->named = nullptr;
        return part;
    }

    [[nodiscard]] std::optional<std::size_t> findStream(std::string_view name) const
    {
        for (std::size_t i = 0; i < m_schema.streams.size(); ++i)
            if (!m_schema.streams[i].name.empty() && m_schema.streams[i].name == name)
                return i;
        return std::nullopt;
    }

    /// A fact, NAME, or NAME.fact. A stream called like a fact is reached with its name and a dot.
    bool parseName(Part& part)
    {
        const FilterToken& name = token();
        ++m_at;
        const std::optional<std::size_t> stream = findStream(name.text);
        if (stream && acceptSymbol("."))
            return parseFact(part, *stream);
        const auto fact = std::find_if(kFacts.begin(), kFacts.end(), [&name](const auto& each) { return name.isWord(each.first); });
        if (fact != kFacts.end() && fact->second == FilterFact::Index) {
            emit(Kind::Fact);
            part.lastStep = m_steps.size();
            return true;
        }
        if (fact != kFacts.end() && m_schema.main < m_schema.streams.size())
            return finishFact(part, fact->second, m_schema.main, name);
        if (stream)
            return finishFact(part, FilterFact::Value, *stream, name);
        const auto set = std::find_if(m_schema.sets.begin(), m_schema.sets.end(), [&name](const auto& each) { return name.isWord(each.name); });
        if (set != m_schema.sets.end()) {
            emit(Kind::Member).stream = m_schema.tags.size() + static_cast<std::size_t>(set - m_schema.sets.begin());
            part.type = Part::Type::Truth;
            part.lastStep = m_steps.size();
            return true;
        }
        std::string known;
        for (const std::string& each : RecordFilter::names(m_schema))
            if (each.find('.') == std::string::npos)
                known += (known.empty() ? "" : ", ") + each;
        return fail(name, "there is nothing called '" + name.text + "'; there are " + known);
    }

    bool parseFact(Part& part, std::size_t stream)
    {
        const FilterToken& name = token();
        const auto fact = std::find_if(kFacts.begin() + 1, kFacts.end(), [&name](const auto& each) { return name.isWord(each.first); });
        if (fact == kFacts.end())
            return fail(name, "after '" + m_schema.streams[stream].name + ".' one of min, max, mean, std, nan, inf, value, elements, ndim, shape, bytes, stored, ratio and unreadable is expected");
        ++m_at;
        part.end = name.end;
        return finishFact(part, fact->second, stream, name);
    }

    bool finishFact(Part& part, FilterFact fact, std::size_t stream, const FilterToken& name)
    {
        const FilterSchema::Stream& from = m_schema.streams[stream];
        if (isOfValues(fact) && !hasStatistics(from.dtype))
            return fail(name, (from.name.empty() ? std::string("the store") : "'" + from.name + "'") + " holds " + from.dtype.displayName() + ", which has no " +
                                  std::string(filterFactName(fact)));
        if (fact == FilterFact::Value && from.kind == StoreKind::Dense && elementCount(from.itemShape).ok() && *elementCount(from.itemShape) != 1)
            return fail(name, "records of the shape " + shapeText(from.itemShape) + " have no single value; ask for min, max, mean or std");
        FilterStep& step = emit(Kind::Fact);
        step.fact = fact;
        step.stream = stream;
        if (fact == FilterFact::Axis && !parseAxis(step, part))
            return false;
        if (fact == FilterFact::Value && !from.valueNames.empty())
            part.named = &from;
        part.type = fact == FilterFact::Unreadable ? Part::Type::Truth : Part::Type::Number;
        part.lastStep = m_steps.size();
        return true;
    }

    bool parseAxis(FilterStep& step, Part& part)
    {
        if (!acceptSymbol("["))
            return fail(token(), "an axis is expected, such as shape[0]");
        const bool negative = acceptSymbol("-");
        const FilterToken& number = token();
        if (number.kind != FilterToken::Kind::Number || number.number != std::floor(number.number) || number.number > 1000)
            return fail(number, "the axis is a whole number: shape[0] is the first, shape[-1] the last");
        ++m_at;
        step.axis = static_cast<std::int64_t>(number.number) * (negative ? -1 : 1);
        part.end = token().end;
        return acceptSymbol("]") || fail(token(), "the closing bracket ] is missing");
    }

    const FilterSchema& m_schema;
    std::vector<FilterToken> m_tokens;
    std::vector<FilterStep>& m_steps;
    FilterFault& m_fault;
    std::size_t m_at = 0;
    unsigned m_depth = 0;
};

}  // namespace

std::string_view filterFactName(FilterFact fact)
{
    for (const auto& [name, each] : kFacts)
        if (each == fact)
            return name;
    return {};
}

const std::vector<FilterFact>& streamFacts()
{
    static const std::vector<FilterFact> facts = [] {
        std::vector<FilterFact> all;
        for (const auto& [name, fact] : kFacts)
            if (fact != FilterFact::Index)
                all.push_back(fact);
        return all;
    }();
    return facts;
}

bool parseFilter(bool number, std::string_view text, const FilterSchema& schema, std::vector<FilterStep>& steps, FilterFault& fault)
{
    std::vector<FilterToken> tokens;
    return tokenizeFilter(text, tokens, fault) && FilterParser(schema, std::move(tokens), steps, fault).run(number);
}

}  // namespace zrecord
