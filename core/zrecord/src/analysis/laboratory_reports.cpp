#include "zrecord/laboratory/html_report.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <utility>

#include "zrecord/benchmark.h"
#include "zrecord/codec.h"
#include "zrecord/dictionary_tuning.h"
#include "zrecord/laboratory/compaction_outlook.h"
#include "zrecord/laboratory/slot_map.h"
#include "zrecord/sampler_report.h"

namespace zrecord {
namespace {

constexpr double kMebibyte = 1'048'576;

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

std::string findingText(const BenchmarkReport& report)
{
    const BenchmarkFinding finding = judgeBenchmark(report);
    constexpr std::array<const char*, 7> kTexts{"There is no bare loop to compare with.",
                                                "Reading stored bytes is the limit: %s of the time.",
                                                "Decoding is the limit: %s of the speed of libzstd alone.",
                                                "Copying is the limit: %s of the speed of a bare copy.",
                                                "Gathering is the limit: %s of its speed without a loader.",
                                                "Writing is the limit: %s of the speed of a bare write.",
                                                "Far from the limit: %s of its speed."};
    std::string text = kTexts[static_cast<std::size_t>(finding.kind)];
    if (const std::size_t place = text.find("%s"); place != std::string::npos)
        text.replace(place, 2, percent(finding.share, 0));
    return text;
}

double speedOf(const BenchmarkReport& report, double seconds)
{
    if (seconds <= 0)
        return 0;
    return report.bytesPerBatch == 0 ? 1 / seconds : static_cast<double>(report.bytesPerBatch) / kMebibyte / seconds;
}

ReportPlot speedPlot(const BenchmarkReport& report)
{
    ReportPlot plot{"Speed (median of the rounds, bar from least to most)", "", report.bytesPerBatch == 0 ? "times a second" : "MiB a second", {}, {}};
    ReportSeries ways{"library", ReportSeries::Style::Bars, {}, {}, {}, {}, {}};
    ReportSeries limits{"the machine's limit", ReportSeries::Style::Bars, {}, {}, {}, {}, {}};
    ReportSeries peers{"other packages", ReportSeries::Style::Bars, {}, {}, {}, {}, {}};
    for (const BenchmarkLine& line : report.lines) {
        if (line.part)
            continue;
        ReportSeries& series = line.peer ? peers : line.limit ? limits : ways;
        series.x.push_back(static_cast<double>(plot.categories.size()));
        series.y.push_back(speedOf(report, line.median()));
        series.low.push_back(speedOf(report, line.greatest()));
        series.high.push_back(speedOf(report, line.least()));
        plot.categories.push_back(line.name);
    }
    for (ReportSeries* series : {&ways, &limits, &peers})
        if (!series->x.empty())
            plot.series.push_back(std::move(*series));
    return plot;
}

std::string shapeText(const Shape& shape)
{
    std::string text;
    for (const std::uint64_t extent : shape)
        text += (text.empty() ? "" : "x") + std::to_string(extent);
    return text.empty() ? "scalar" : text;
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

HtmlReport benchmarkPage(const BenchmarkReport& report, std::string command)
{
    const BenchmarkOptions& options = report.options;
    const BenchmarkEnvironment& machine = report.environment;
    HtmlReport page;
    page.title = "Benchmark of " + std::string(benchmarkWorkName(options.work));
    page.command = std::move(command);
    page.sentences = {findingText(report), count(options.batch) + " records a batch (" + count(report.bytesPerBatch) + " bytes), " + (options.random ? "random" : "as stored") + ", " +
                                               count(report.threads) + " threads, " + (options.cold ? "cold" : "warm") + "; " + count(options.rounds) + " rounds by turns of " +
                                               count(options.batches) + " batches."};
    std::array<char, 24> fingerprint{};
    std::snprintf(fingerprint.data(), fingerprint.size(), "%016llx", static_cast<unsigned long long>(report.fingerprint));
    page.facts = {{"store", report.store.path.string()}, {"codec", std::string(codecName(report.store.codec))}, {"fingerprint", fingerprint.data()},
                  {"processor", machine.processor},      {"cores", count(machine.cores)},                      {"memory, bytes", count(machine.memoryBytes)},
                  {"system", machine.system},            {"libzstd", machine.zstd},                            {"version", machine.version + (machine.optimized ? "" : ", not optimized")}};
    page.sentences.insert(page.sentences.end(), report.notes.begin(), report.notes.end());
    page.plots.push_back(speedPlot(report));
    const BenchmarkLine* const limit = report.bestLimit();
    ReportTable table{"Lines", {"line", "MiB/s", "of the limit", "p50 µs", "p95 µs", "p99 µs", "CPU", "faults a batch", "memory, bytes"}, {}};
    for (const BenchmarkLine& line : report.lines)
        table.rows.push_back({line.name, report.bytesPerBatch == 0 ? "-" : fixed(speedOf(report, line.median()), 1),
                              limit && !line.part && line.median() > 0 ? percent(limit->median() / line.median(), 0) : "-", fixed(line.percentile(0.5) * 1e6, 2),
                              fixed(line.percentile(0.95) * 1e6, 2), fixed(line.percentile(0.99) * 1e6, 2),
                              line.cpuShare() > 0 ? percent(line.cpuShare(), 0) : "-", fixed(line.faultsPerBatch, 1), count(line.residentBytes)});
    page.tables.push_back(std::move(table));
    if (const BenchmarkSplit split = splitBenchmark(report); split.sum() > 0) {
        const auto row = [&split](const char* name, double seconds) { return std::vector<std::string>{name, fixed(seconds * 1e6, 2), percent(seconds / split.sum())}; };
        page.tables.push_back({"Where the time of a batch goes",
                               {"part", "µs", "share"},
                               {row("read", split.read), row("decompress", split.decompress), row("copy", split.copy), row("other", split.other)}});
    }
    return page;
}

HtmlReport slotPage(const SlotMap& map, const CompactionRates& rates, const std::string& store, std::string command)
{
    HtmlReport page;
    page.title = "Space in a store";
    page.command = std::move(command);
    const CompactionOutlook outlook = foresee(map, rates);
    page.sentences.push_back("Compacting would free " + count(outlook.freedBytes) + " bytes and needs " + count(outlook.neededBytes) + " free ones for the new files; " +
                             count(map.available) + " are free there." + (outlook.seconds > 0 ? " It would take about " + fixed(outlook.seconds, 1) + " s." : ""));
    page.facts = {{"store", store}, {"records", count(map.records)}, {"live, bytes", count(map.live)}, {"dead, bytes", count(map.dead)}, {"slack, bytes", count(map.slack)},
                  {"decoded, bytes", count(map.plain)}, {"marked, records", count(map.markedRecords)}};
    for (const SlotStrip& strip : map.strips) {
        ReportPlot plot{std::to_string(strip.chunk) + ".chunk", "offset, MiB", "live, % of a cell", {}, {}};
        ReportSeries series{"live", ReportSeries::Style::Line, {}, {}, {}, {}, {}};
        for (std::size_t cell = 0; cell < strip.cells.size(); ++cell) {
            const std::uint64_t start = cell * map.cellBytes;
            series.x.push_back(static_cast<double>(start) / kMebibyte);
            series.y.push_back(100 * static_cast<double>(strip.cells[cell].live) / static_cast<double>(std::min(map.cellBytes, strip.bytes - start)));
        }
        plot.series.push_back(std::move(series));
        page.plots.push_back(std::move(plot));
    }
    std::vector<std::string> sizes;
    for (std::size_t bin = 0; bin < map.sizes.size(); ++bin)
        sizes.push_back("2^" + count(bin));
    page.plots.push_back(binPlot("Sizes", "stored bytes, and more", std::move(sizes), map.sizes));
    ReportTable shapes{"Shapes", {"shape", "records"}, {}};
    for (const ShapeCount& shape : map.shapes)
        shapes.rows.push_back({shapeText(shape.shape), count(shape.records)});
    if (map.otherShapes != 0)
        shapes.rows.push_back({"others", count(map.otherShapes)});
    page.tables.push_back(std::move(shapes));
    return page;
}

}  // namespace zrecord
