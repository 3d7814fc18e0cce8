#include "workbench/find/fact_histogram.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <zrecord/record_finder.h>

namespace zrecord::workbench {
namespace {

using Read = double (*)(const RecordFacts&);

Read readerOf(const QString& fact) {
    if (fact == u"min") return [](const RecordFacts& facts) { return facts.min; };
    if (fact == u"max") return [](const RecordFacts& facts) { return facts.max; };
    if (fact == u"mean") return [](const RecordFacts& facts) { return facts.mean; };
    if (fact == u"std") return [](const RecordFacts& facts) { return facts.std; };
    if (fact == u"nan") return [](const RecordFacts& facts) { return static_cast<double>(facts.nanCount); };
    if (fact == u"elements") return [](const RecordFacts& facts) { return static_cast<double>(facts.elements); };
    if (fact == u"stored") return [](const RecordFacts& facts) { return static_cast<double>(facts.storedBytes); };
    return [](const RecordFacts& facts) { return facts.value; };
}

/// Calls body(facts) for every record that was read and measured.
template <typename Body>
void forEachMeasured(const FactsTable& table, std::size_t stream, const FactNeeds& needs, const std::stop_token& stop, Body&& body) {
    for (std::uint64_t first = 0; first < table.recordCount() && !stop.stop_requested(); first += FactsTable::kBlockRecords) {
        const auto block = table.block(stream, first / FactsTable::kBlockRecords, needs);
        if (!block)
            continue;
        for (const RecordFacts& facts : block->facts)
            if (facts.readable)
                body(facts);
    }
}

/// Steps of 1, 2 or 5 times a power of ten; whole numbers that are few get a bar each.
void chooseBars(FactHistogram& histogram, bool whole) {
    const double span = histogram.high - histogram.low;
    const double least = span > 0 ? span / static_cast<double>(kHistogramBars) : std::max(std::fabs(histogram.high) * 1e-9, 1e-300);
    histogram.stepExponent = static_cast<int>(std::floor(std::log10(least)));
    const double figure = least / std::pow(10.0, histogram.stepExponent);
    histogram.stepFigure = figure > 5 ? 1 : figure > 2 ? 5 : figure > 1 ? 2 : 1;
    histogram.stepExponent += figure > 5 ? 1 : 0;
    if (whole && (histogram.stepExponent < 0 || span == 0)) {
        histogram.stepFigure = 1;
        histogram.stepExponent = 0;
    }
    const auto edgeAt = [&histogram](std::int64_t place) {
        histogram.first = place;
        return histogram.edge(0);
    };
    const double step = static_cast<double>(histogram.stepFigure) * std::pow(10.0, histogram.stepExponent);
    auto first = static_cast<std::int64_t>(std::floor(histogram.low / step));
    while (edgeAt(first) > histogram.low)
        --first;
    auto end = first + 1;
    while (edgeAt(end) <= histogram.high)
        ++end;
    histogram.first = first;
    histogram.counts.assign(static_cast<std::size_t>(end - first), 0);
}

}  // namespace

double FactHistogram::edge(std::size_t bar) const noexcept {
    // Both factors are exact, so that the result is the double nearest to the decimal number.
    const double figures = static_cast<double>((first + static_cast<std::int64_t>(bar)) * stepFigure);
    const double power = std::pow(10.0, std::abs(stepExponent));
    return stepExponent < 0 ? figures / power : figures * power;
}

FactHistogram factHistogram(const FactsTable& table, std::size_t stream, const QString& fact, const std::stop_token& stop) {
    const Read read = readerOf(fact);
    const FactNeeds needs{fact == u"stored", fact != u"stored" && fact != u"elements"};
    FactHistogram histogram;
    histogram.name = fact;
    double low = std::numeric_limits<double>::infinity();
    double high = -low;
    bool whole = true;
    forEachMeasured(table, stream, needs, stop, [&](const RecordFacts& facts) {
        const double value = read(facts);
        ++histogram.records;
        if (!std::isfinite(value)) {
            ++histogram.without;
            return;
        }
        low = std::min(low, value);
        high = std::max(high, value);
        whole = whole && value == std::floor(value);
    });
    if (low > high)
        return histogram;
    histogram.low = low;
    histogram.high = high;
    chooseBars(histogram, whole);
    const double start = histogram.edge(0);
    const double step = histogram.edge(1) - start;
    forEachMeasured(table, stream, needs, stop, [&](const RecordFacts& facts) {
        const double value = read(facts);
        if (!std::isfinite(value))
            return;
        auto bar = std::min(static_cast<std::size_t>((value - start) / step), histogram.counts.size() - 1);
        // Divided and rounded it may be one off; the edges decide.
        while (bar > 0 && value < histogram.edge(bar))
            --bar;
        while (bar + 1 < histogram.counts.size() && value >= histogram.edge(bar + 1))
            ++bar;
        ++histogram.counts[bar];
    });
    return histogram;
}

ClassCounts classCounts(const FactsTable& table, std::size_t stream, const QString& name, const std::stop_token& stop) {
    ClassCounts counts;
    counts.name = name;
    std::map<std::int64_t, std::uint64_t> found;
    forEachMeasured(table, stream, {false, true}, stop, [&](const RecordFacts& facts) {
        ++counts.records;
        const double value = facts.value;
        counts.tooMany = counts.tooMany || value != std::floor(value) || std::fabs(value) > 9e15;
        if (!counts.tooMany)
            ++found[static_cast<std::int64_t>(value)];
        counts.tooMany = counts.tooMany || found.size() > kMostClasses;
    });
    if (!counts.tooMany)
        for (const auto& [value, records] : found)
            counts.classes.push_back({value, records});
    return counts;
}

}  // namespace zrecord::workbench
