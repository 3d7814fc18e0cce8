#include "zrecord/record_filter.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "finding/filter_parser.h"

namespace zrecord {
namespace {

constexpr std::size_t kMostOperands = 256;
using Kind = FilterStep::Kind;

double axisOf(std::span<const std::uint64_t> shape, std::int64_t axis)
{
    const auto rank = static_cast<std::int64_t>(shape.size());
    const std::int64_t place = axis < 0 ? axis + rank : axis;
    return place < 0 || place >= rank ? RecordFacts::kNone : static_cast<double>(shape[static_cast<std::size_t>(place)]);
}

double readFact(const FilterStep& step, const FilterRow& row)
{
    if (step.fact == FilterFact::Index)
        return static_cast<double>(row.index);
    const RecordFacts& facts = *row.facts[step.stream];
    switch (step.fact) {
    case FilterFact::Min: return facts.min;
    case FilterFact::Max: return facts.max;
    case FilterFact::Mean: return facts.mean;
    case FilterFact::Std: return facts.std;
    case FilterFact::Nan: return static_cast<double>(facts.nanCount);
    case FilterFact::Inf: return static_cast<double>(facts.infinityCount);
    case FilterFact::Value: return facts.value;
    case FilterFact::Elements: return static_cast<double>(facts.elements);
    case FilterFact::Rank: return static_cast<double>(row.shapes[step.stream].size());
    case FilterFact::Axis: return axisOf(row.shapes[step.stream], step.axis);
    case FilterFact::Bytes: return static_cast<double>(facts.plainBytes);
    case FilterFact::Stored: return static_cast<double>(facts.storedBytes);
    case FilterFact::Ratio: return static_cast<double>(facts.plainBytes) / static_cast<double>(facts.storedBytes);
    case FilterFact::Unreadable: return facts.readable ? 0.0 : 1.0;
    case FilterFact::Index: break;
    }
    return RecordFacts::kNone;
}

/// The remainder has the sign of the divisor, as in Python.
double modulo(double a, double b)
{
    const double rest = std::fmod(a, b);
    return rest != 0 && (rest < 0) != (b < 0) ? rest + b : rest;
}

double combine(Kind kind, double a, double b)
{
    switch (kind) {
    case Kind::Add: return a + b;
    case Kind::Subtract: return a - b;
    case Kind::Multiply: return a * b;
    case Kind::Divide: return a / b;
    case Kind::Modulo: return modulo(a, b);
    case Kind::Less: return a < b ? 1 : 0;
    case Kind::LessEqual: return a <= b ? 1 : 0;
    case Kind::Greater: return a > b ? 1 : 0;
    case Kind::GreaterEqual: return a >= b ? 1 : 0;
    case Kind::Equal: return a == b ? 1 : 0;
    case Kind::NotEqual: return a != b ? 1 : 0;
    case Kind::And: return a != 0 && b != 0 ? 1 : 0;
    case Kind::Or: return a != 0 || b != 0 ? 1 : 0;
    default: return RecordFacts::kNone;
    }
}

bool contains(const std::vector<IndexRange>& ranges, std::uint64_t record)
{
    const auto range = std::partition_point(ranges.begin(), ranges.end(), [record](const IndexRange& each) { return each.start + each.count <= record; });
    return range != ranges.end() && record >= range->start;
}

bool isUnary(Kind kind)
{
    return kind == Kind::Negate || kind == Kind::Absolute || kind == Kind::Not;
}

std::size_t operandsAtOnce(const std::vector<FilterStep>& steps)
{
    std::size_t now = 0;
    std::size_t most = 0;
    for (const FilterStep& step : steps) {
        if (step.kind == Kind::Number || step.kind == Kind::Fact || step.kind == Kind::Member)
            most = std::max(most, ++now);
        else if (!isUnary(step.kind))
            --now;
    }
    return most;
}

FactNeeds needsOf(FilterFact fact)
{
    switch (fact) {
    case FilterFact::Min: case FilterFact::Max: case FilterFact::Mean: case FilterFact::Std: case FilterFact::Nan:
    case FilterFact::Inf: case FilterFact::Value: case FilterFact::Unreadable: return {false, true};
    case FilterFact::Stored: case FilterFact::Ratio: return {true, false};
    default: return {};
    }
}

}  // namespace

struct RecordFilter::Program {
    std::string text;
    std::vector<FilterStep> steps;
    std::vector<std::optional<FactNeeds>> needs;
    std::vector<std::size_t> needed;  ///< streams
    std::vector<std::shared_ptr<const std::vector<IndexRange>>> sets;  ///< of tags, then of sets
    bool asksUnreadable = false;
};

RecordFilter::RecordFilter() : m_program(std::make_shared<Program>()) {}

RecordFilter::RecordFilter(std::shared_ptr<const Program> program) : m_program(std::move(program)) {}

Result<RecordFilter> RecordFilter::compile(std::string_view text, const FilterSchema& schema, FilterFault* fault)
{
    if (text.find_first_not_of(" \t\n") == std::string_view::npos)
        return RecordFilter();
    return compileAs(false, text, schema, fault);
}

Result<RecordFilter> RecordFilter::compileNumber(std::string_view text, const FilterSchema& schema, FilterFault* fault)
{
    return compileAs(true, text, schema, fault);
}

Result<RecordFilter> RecordFilter::compileAs(bool number, std::string_view text, const FilterSchema& schema, FilterFault* fault)
{
    auto program = std::make_shared<Program>();
    program->text = text;
    FilterFault wrong;
    bool good = parseFilter(number, text, schema, program->steps, wrong);
    if (good && operandsAtOnce(program->steps) > kMostOperands) {
        wrong = {0, text.size(), "the expression is nested too deeply"};
        good = false;
    }
    if (!good) {
        if (fault)
            *fault = wrong;
        const std::string where = wrong.begin < text.size() ? "at character " + std::to_string(wrong.begin + 1) : "at the end";
        return Status(ErrorCode::InvalidArgument, (number ? "the key '" : "the filter '") + std::string(text) + "' cannot be read: " + where + ": " + wrong.what)
            .withRemedy("Write a filter such as: std < 0.01 and shape[0] > 64 or label == 7.");
    }
    for (const auto* sets : {&schema.tags, &schema.sets})
        for (const FilterSchema::RecordSet& set : *sets)
            program->sets.push_back(set.records);
    program->needs.resize(schema.streams.size());
    for (const FilterStep& step : program->steps) {
        if (step.kind != Kind::Fact || step.fact == FilterFact::Index)
            continue;
        auto& needs = program->needs[step.stream];
        if (!needs)
            needs.emplace();
        *needs |= needsOf(step.fact);
        program->asksUnreadable = program->asksUnreadable || step.fact == FilterFact::Unreadable;
    }
    for (std::size_t i = 0; i < program->needs.size(); ++i)
        if (program->needs[i])
            program->needed.push_back(i);
    return RecordFilter(std::move(program));
}

std::vector<std::string> RecordFilter::names(const FilterSchema& schema)
{
    std::vector<std::string> all{"index"};
    const auto isMany = [](const FilterSchema::Stream& stream) {
        return stream.kind == StoreKind::Dense && elementCount(stream.itemShape).ok() && *elementCount(stream.itemShape) != 1;
    };
    const auto addFacts = [&](const FilterSchema::Stream& stream, const std::string& prefix) {
        for (const FilterFact fact : streamFacts()) {
            const FactNeeds needs = needsOf(fact);
            if (needs.values && fact != FilterFact::Unreadable && !hasStatistics(stream.dtype))
                continue;
            if (fact == FilterFact::Value && isMany(stream))
                continue;
            all.push_back(prefix + std::string(filterFactName(fact)) + (fact == FilterFact::Axis ? "[0]" : ""));
        }
    };
    if (schema.main < schema.streams.size())
        addFacts(schema.streams[schema.main], {});
    for (const FilterSchema::Stream& stream : schema.streams) {
        if (stream.name.empty())
            continue;
        if (hasStatistics(stream.dtype) && !isMany(stream))
            all.push_back(stream.name);
        addFacts(stream, stream.name + ".");
    }
    if (!schema.tags.empty())
        all.emplace_back("tag");
    for (const FilterSchema::RecordSet& set : schema.sets)
        all.push_back(set.name);
    return all;
}

const std::string& RecordFilter::text() const noexcept { return m_program->text; }

bool RecordFilter::matchesAll() const noexcept { return m_program->steps.empty(); }

std::optional<FactNeeds> RecordFilter::needs(std::size_t stream) const
{
    return stream < m_program->needs.size() ? m_program->needs[stream] : std::nullopt;
}

bool RecordFilter::asksUnreadable() const noexcept { return m_program->asksUnreadable; }

bool RecordFilter::isKnown(const FilterRow& row) const
{
    return asksUnreadable() || std::all_of(m_program->needed.begin(), m_program->needed.end(), [&row](std::size_t stream) { return row.facts[stream]->readable; });
}

bool RecordFilter::matches(const FilterRow& row) const
{
    return matchesAll() || (isKnown(row) && evaluate(row) != 0);
}

double RecordFilter::evaluate(const FilterRow& row) const
{
    if (!isKnown(row))
        return RecordFacts::kNone;
    std::array<double, kMostOperands> operands;
    std::size_t top = 0;
    for (const FilterStep& step : m_program->steps) {
        switch (step.kind) {
        case Kind::Number: operands[top++] = step.number; break;
        case Kind::Fact: operands[top++] = readFact(step, row); break;
        case Kind::Member: {
            const auto& set = m_program->sets[step.stream];
            operands[top++] = set && contains(*set, row.index) ? 1 : 0;
            break;
        }
        case Kind::Negate: operands[top - 1] = -operands[top - 1]; break;
        case Kind::Absolute: operands[top - 1] = std::fabs(operands[top - 1]); break;
        case Kind::Not: operands[top - 1] = operands[top - 1] != 0 ? 0 : 1; break;
        default:
            --top;
            operands[top - 1] = combine(step.kind, operands[top - 1], operands[top]);
        }
    }
    return operands[0];
}

}  // namespace zrecord
