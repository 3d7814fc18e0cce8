#include "zrecord/laboratory/laboratory_reports.h"

#include <array>
#include <cstdio>
#include <utility>


namespace zrecord {
namespace {

std::string fixed(double value, int digits)
{
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%.*f", digits, value);
    return text.data();
}

std::string count(std::uint64_t value)
{
    return std::to_string(value);
}

std::string percent(double share, int digits = 1)
{
    return fixed(share * 100, digits) + " %";
}

ReportPlot binPlot(std::string title, std::string xTitle, std::vector<std::string> names, const std::vector<std::uint64_t>& bins)
{
    ReportPlot plot{std::move(title), std::move(xTitle), "records", std::move(names), {}};
    ReportSeries series{"records", ReportSeries::Style::Bars, {}, {}, {}, {}, {}};
    for (std::size_t i = 0; i < bins.size(); ++i) {
        series.x.push_back(static_cast<double>(i));
        series.y.push_back(static_cast<double>(bins[i]));
    }
    plot.series.push_back(std::move(series));
    return plot;
}

ReportPlot orderPlot(const SamplerReport& report)
{
    ReportPlot plot{"Order", "position in the stream", "record", {}, {}};
    ReportSeries dots{"records", ReportSeries::Style::Dots, {}, {}, {}, {}, {}};
    for (const OrderDot& dot : report.dots) {
        dots.x.push_back(static_cast<double>(dot.position));
        dots.y.push_back(static_cast<double>(dot.index));
    }
    plot.series.push_back(std::move(dots));
    return plot;
}

ReportPlot coveragePlot(const SamplerReport& report)
{
    ReportPlot plot{"Coverage", "steps", "records seen, %", {}, {}};
    ReportSeries line{"seen", ReportSeries::Style::Line, {}, {}, {}, {}, {}};
    for (const CoveragePoint& point : report.coverage) {
        line.x.push_back(static_cast<double>(point.steps));
        line.y.push_back(100 * static_cast<double>(point.seen) / static_cast<double>(report.view.sampler.length));
    }
    plot.series.push_back(std::move(line));
    return plot;
}

std::string adviceText(const TuneReport& report)
{
    const TuneAdvice& advice = report.advice;
    if (advice.kind == TuneAdvice::Kind::Nothing)
        return "No advice: plain zstd and one other candidate at least must be measured.";
    const std::string choice = "\"" + report.results[advice.choice].candidate.name + "\"";
    switch (advice.kind) {
    case TuneAdvice::Kind::KeepRaw:
        return "Store these records raw: the best of the others saves less than 2 %.";
    case TuneAdvice::Kind::NoDictionary:
        return "Take " + choice + ", without a dictionary: the best store is within 1 % of it.";
    default:
        return "Take " + choice + ": the store becomes " + percent(1 - advice.againstPlain) + " smaller than with plain zstd, and is gathered at " +
               fixed(advice.gatherAgainstPlain, 2) + " times the speed.";
    }
}

}  // namespace

HtmlReport samplerPage(const SamplerReport& report, const std::optional<LocalityFigures>& locality, std::string command)
{
    const SamplerOptions& options = report.view.sampler;
    HtmlReport page;
    page.title = "Order of a sampler";
    page.command = std::move(command);
    page.sentences.push_back("Mode " + std::string(samplerModeName(options.mode)) + ", seed " + count(options.seed) + ", batches of " + count(options.batch) + " of " +
                             count(options.length) + " records; " + count(report.stepsDone) + " steps from step " + count(report.view.firstStep) + " on, rank " +
                             count(report.view.rank) + " of " + count(report.view.world) + ".");
    page.facts = {{"seen", count(report.seen) + " of " + count(options.length)},
                  {"all seen after", report.allSeenAfter ? count(*report.allSeenAfter) + " steps" : "not within these steps"},
                  {"visits of a record", count(report.leastVisits) + " to " + count(report.mostVisits)},
                  {"neighbour entropy", fixed(report.shuffle.entropyBits, 3) + " of " + fixed(report.shuffle.idealEntropyBits, 3) + " bits"},
                  {"serial correlation", report.shuffle.serialCorrelation ? fixed(*report.shuffle.serialCorrelation, 5) : "not measured"},
                  {"chi-square p", report.shuffle.chiSquare ? fixed(report.shuffle.chiSquareP, 4) : "not measured"},
                  {"dropped each cycle", count(report.droppedPerCycle)}};
    if (locality)
        page.facts.emplace_back("mean jump in the file", fixed(locality->meanJumpBytes, 0) + " bytes");
    page.plots = {orderPlot(report), coveragePlot(report)};
    std::vector<std::string> visits;
    for (std::size_t i = 0; i < report.visits.size(); ++i)
        visits.push_back(count(i) + (i + 1 == report.visits.size() && i + 1 == kReportVisitBins ? "+" : ""));
    page.plots.push_back(binPlot("Repeats", "visits", std::move(visits), report.visits));
    std::vector<std::string> gaps;
    for (std::size_t i = 0; i < report.gaps.size(); ++i)
        gaps.push_back("2^" + count(i));
    page.plots.push_back(binPlot("Gaps", "indices between two visits of a record, and more", std::move(gaps), report.gaps));
    return page;
}

HtmlReport tunePage(const TuneReport& report, const std::string& store, std::string command)
{
    HtmlReport page;
    page.title = "Codecs and dictionaries compared";
    page.command = std::move(command);
    page.sentences = {adviceText(report), "Trained on " + count(report.trainingRecords) + " records (" + count(report.trainingBytes) + " bytes, seed " + count(report.seed) +
                                              "), measured on " + count(report.testRecords) + " others, in " + count(report.rounds) + " rounds by turns."};
    page.facts = {{"store", store}, {"records", count(report.records)}};
    ReportPlot plot{"Ratio against gather speed", "compression ratio on held-out records", "gather, MiB/s (median, bar from least to most)", {}, {}};
    ReportSeries series{"candidates", ReportSeries::Style::Dots, {}, {}, {}, {}, {}};
    ReportTable table{"Candidates",
                      {"candidate", "requested, bytes", "obtained, bytes", "ratio", "store, bytes", "gather MiB/s", "p50 µs", "p95 µs", "p99 µs", "write MiB/s", "train s", "memory, bytes", "bigger than plain"},
                      {}};
    for (const TuneResult& result : report.results) {
        if (!result.status.ok()) {
            table.rows.push_back({result.candidate.name + ": " + std::string(result.status.what())});
            continue;
        }
        series.x.push_back(result.ratio);
        series.y.push_back(result.gatherMiBs.median);
        series.low.push_back(result.gatherMiBs.least);
        series.high.push_back(result.gatherMiBs.most);
        series.labels.push_back(result.candidate.name);
        table.rows.push_back({result.candidate.name, count(result.candidate.dictionaryBytes), count(result.dictionaryBytes), fixed(result.ratio, 3), fixed(result.storeBytes, 0),
                              fixed(result.gatherMiBs.median, 1), fixed(result.p50, 2), fixed(result.p95, 2), fixed(result.p99, 2), fixed(result.writeMiBs.median, 1),
                              fixed(result.trainSeconds, 2), count(result.memoryBytes), count(result.bigger)});
    }
    plot.series.push_back(std::move(series));
    page.plots.push_back(std::move(plot));
    page.tables.push_back(std::move(table));
    return page;
}

}  // namespace zrecord
