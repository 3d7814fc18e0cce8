#include "bench/bench_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "json_writer.h"
#include "text_layout.h"

namespace zrecord::cli {
namespace {

constexpr double kNanosecond = 1e-9;

std::string number(double value, const char* format)
{
    std::array<char, 48> text{};
    std::snprintf(text.data(), text.size(), format, value);
    return text.data();
}

/// Three or four digits with the unit that suits.
std::string timeText(double seconds)
{
    if (seconds < 1e-6)
        return number(seconds * 1e9, "%.0f ns");
    if (seconds < 1e-3)
        return number(seconds * 1e6, seconds < 1e-5 ? "%.2f µs" : "%.1f µs");
    return number(seconds * 1e3, seconds < 1e-2 ? "%.2f ms" : "%.1f ms");
}

std::string rate(double amount, double seconds)
{
    return seconds > 0 ? groupedCount(static_cast<std::uint64_t>(std::llround(amount / seconds))) : "-";
}

std::string number16(std::uint64_t value)
{
    std::array<char, 24> text{};
    std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(value));
    return text.data();
}

std::string orderName(const BenchmarkOptions& options)
{
    return options.random ? "random" : "sequential";
}

const char* verdictText(BenchmarkVerdict verdict)
{
    switch (verdict) {
    case BenchmarkVerdict::Faster:
        return "faster";
    case BenchmarkVerdict::Slower:
        return "slower";
    case BenchmarkVerdict::Same:
        break;
    }
    return "no difference shown";
}

std::string percent(double share)
{
    return number(share * 100, "%.0f %%");
}

std::string splitText(const BenchmarkSplit& split)
{
    const double sum = split.sum();
    return "read " + percent(split.read / sum) + ", decompress " + percent(split.decompress / sum) + ", copy " + percent(split.copy / sum) + ", other " +
           percent(split.other / sum);
}

const char* findingName(BenchmarkFinding::Kind kind)
{
    constexpr std::array<const char*, 7> kNames{"nothing", "reading", "decoding", "copying", "gathering", "writing", "overhead"};
    return kNames[static_cast<std::size_t>(kind)];
}

std::string findingText(const BenchmarkReport& report)
{
    const BenchmarkFinding finding = judgeBenchmark(report);
    const std::string share = percent(finding.share);
    switch (finding.kind) {
    case BenchmarkFinding::Kind::Reading:
        return "reading stored bytes is the limit: " + share + " of the time";
    case BenchmarkFinding::Kind::Decoding:
        return "decoding is the limit: " + share + " of the speed of libzstd alone";
    case BenchmarkFinding::Kind::Copying:
        return "copying is the limit: " + share + " of the speed of a bare copy";
    case BenchmarkFinding::Kind::Gathering:
        return "gathering is the limit: " + share + " of its speed without a loader";
    case BenchmarkFinding::Kind::Writing:
        return "writing is the limit: " + share + " of the speed of a bare write";
    case BenchmarkFinding::Kind::Overhead:
        return "far from the limit: " + share + " of the speed of '" + report.bestLimit()->name.substr(std::string_view("limit: ").size()) + "' alone";
    case BenchmarkFinding::Kind::Nothing:
        break;
    }
    return {};
}

void writeEnvironment(JsonWriter& json, const BenchmarkEnvironment& environment)
{
    json.key("environment").beginObject().field("processor", environment.processor).field("cores", environment.cores);
    json.field("memory_bytes", environment.memoryBytes).field("system", environment.system).field("zstd", environment.zstd);
    json.field("version", environment.version).field("optimized", environment.optimized).endObject();
}

std::uint64_t nanosecondsOf(double seconds)
{
    return static_cast<std::uint64_t>(std::llround(seconds / kNanosecond));
}

void writeLine(JsonWriter& json, const BenchmarkLine& line)
{
    const auto nanoseconds = [](const std::vector<double>& times) {
        std::vector<std::uint64_t> all;
        for (const double seconds : times)
            all.push_back(nanosecondsOf(seconds));
        return all;
    };
    json.beginObject().field("name", line.name).field("limit", line.limit).field("part", line.part).field("peer", line.peer).key("nanoseconds").numbers(nanoseconds(line.seconds));
    json.key("latencies").numbers(nanoseconds(line.latencies));
    json.field("p50", nanosecondsOf(line.percentile(0.5))).field("p95", nanosecondsOf(line.percentile(0.95))).field("p99", nanosecondsOf(line.percentile(0.99)));
    json.field("wall_nanoseconds", nanosecondsOf(line.wallSeconds)).field("cpu_nanoseconds", nanosecondsOf(line.cpuSeconds));
    json.key("faults_per_batch").raw(number(line.faultsPerBatch, "%.3f")).field("resident_bytes", line.residentBytes).endObject();
}

/// What reports of earlier versions do not say stays as it is by default, and is equal to itself.
BenchmarkEnvironment readEnvironment(const nlohmann::json& object)
{
    BenchmarkEnvironment environment;
    environment.processor = object.at("processor").get<std::string>();
    environment.cores = object.at("cores").get<std::uint64_t>();
    environment.memoryBytes = object.at("memory_bytes").get<std::uint64_t>();
    environment.system = object.at("system").get<std::string>();
    environment.zstd = object.at("zstd").get<std::string>();
    environment.version = object.at("version").get<std::string>();
    environment.optimized = object.at("optimized").get<bool>();
    return environment;
}

/// Null for a work that this version does not know.
std::optional<BenchmarkReport> readRun(const nlohmann::json& object)
{
    BenchmarkReport run;
    run.store.path = object.at("path").get<std::string>();
    run.options.batch = object.at("batch").get<std::uint64_t>();
    run.options.random = object.at("order").get<std::string>() == "random";
    run.threads = object.at("threads").get<unsigned>();
    if (object.contains("work")) {
        const auto work = parseBenchmarkWork(object.at("work").get<std::string>());
        if (!work.ok())
            return std::nullopt;
        run.options.work = *work;
        run.options.cold = object.at("cache").get<std::string>() == "cold";
        run.options.peers = object.value("peers", false);
        run.environment = readEnvironment(object.at("environment"));
        run.fingerprint = std::strtoull(object.at("fingerprint").get<std::string>().c_str(), nullptr, 16);
    }
    for (const nlohmann::json& entry : object.at("lines")) {
        BenchmarkLine line;
        line.name = entry.at("name").get<std::string>();
        line.limit = entry.at("limit").get<bool>();
        line.peer = entry.value("peer", false);
        for (const nlohmann::json& nanoseconds : entry.at("nanoseconds"))
            line.seconds.push_back(nanoseconds.get<double>() * kNanosecond);
        run.lines.push_back(std::move(line));
    }
    return run;
}

/// The same plan on the store of the same name; whether it is the same store and machine is for the warning.
bool haveSamePlan(const BenchmarkReport& first, const BenchmarkReport& second)
{
    const BenchmarkOptions& one = first.options;
    const BenchmarkOptions& other = second.options;
    return first.store.path == second.store.path && first.threads == second.threads && one.work == other.work && one.batch == other.batch &&
           one.random == other.random && one.cold == other.cold;
}

void compareRuns(const BenchmarkReport& first, const BenchmarkReport& second, TextTable& table, std::size_t& rows)
{
    for (const BenchmarkLine& before : first.lines) {
        const BenchmarkLine* const after = second.find(before.name);
        if (!after || before.seconds.empty() || after->seconds.empty())
            continue;
        table.row({first.store.path.string(), std::string(benchmarkWorkName(first.options.work)), groupedCount(first.options.batch), orderName(first.options),
                   before.name, timeText(before.median()), timeText(after->median()), number(before.median() / after->median(), "%.2f"),
                   verdictText(compareRounds(before, *after))});
        ++rows;
    }
}

std::string warningText(const BenchmarkReport& first, const BenchmarkReport& second)
{
    std::string names;
    for (const std::string& name : benchmarkDifferences(first, second))
        names += (names.empty() ? "" : ", ") + name;
    if (names.empty())
        return {};
    return "warning: " + first.store.path.string() + ", batch " + groupedCount(first.options.batch) + ": the two runs differ in " + names +
           "; their figures say nothing about each other\n";
}

}  // namespace

std::string benchText(const BenchmarkReport& report)
{
    const BenchmarkOptions& options = report.options;
    FieldList fields;
    fields.add("store", report.store.path.string());
    fields.add("plan", std::string(benchmarkWorkName(options.work)) + ", " + orderName(options) + ", " + counted(options.batch, "record") + " a batch (" +
                           byteSize(report.bytesPerBatch) + "), " + std::to_string(options.batches) + (options.batches == 1 ? " batch" : " batches") + " a round, " +
                           counted(options.rounds, "round") + ", " + (options.cold ? "cold" : "warm"));
    fields.add("threads", std::to_string(report.threads));
    if (const BenchmarkSplit split = splitBenchmark(report); split.sum() > 0)
        fields.add("time", splitText(split));
    if (const std::string finding = findingText(report); !finding.empty())
        fields.add("verdict", finding);
    const BenchmarkLine* const limit = report.bestLimit();
    TextTable table;
    table.column("line");
    for (const char* title : {"a batch", "least", "greatest", "p50", "p95", "p99", "records/s", "MiB/s", "of the limit", "CPU"})
        table.column(title, TextTable::Align::Right);
    for (const BenchmarkLine& line : report.lines) {
        const double median = line.median();
        table.row({(line.peer ? "peer: " : "") + line.name, timeText(median), timeText(line.least()), timeText(line.greatest()), timeText(line.percentile(0.5)), timeText(line.percentile(0.95)),
                   timeText(line.percentile(0.99)), rate(static_cast<double>(options.batch), median),
                   report.bytesPerBatch == 0 ? "-" : rate(static_cast<double>(report.bytesPerBatch) / (1024.0 * 1024.0), median),
                   limit && median > 0 && !line.part ? number(limit->median() / median, "%.2f") : "-",
                   line.cpuShare() > 0 ? percent(line.cpuShare()) : "-"});
    }
    std::string notes;
    for (const std::string& note : report.notes)
        notes += note + "\n";
    return fields.text() + "\n" + table.text() + (notes.empty() ? "" : "\n" + notes);
}

void writeBench(JsonWriter& json, const BenchmarkReport& report)
{
    const BenchmarkOptions& options = report.options;
    json.beginObject().field("path", report.store.path.string()).field("codec", codecName(report.store.codec)).field("work", benchmarkWorkName(options.work));
    json.field("batch", options.batch).field("order", orderName(options)).field("seed", options.seed).field("cache", options.cold ? "cold" : "warm");
    json.field("batches", options.batches).field("rounds", options.rounds).field("threads", std::uint64_t{report.threads});
    json.field("bytes_per_batch", report.bytesPerBatch).field("fingerprint", number16(report.fingerprint));
    writeEnvironment(json, report.environment);
    const BenchmarkSplit split = splitBenchmark(report);
    json.key("split").beginObject().field("read", nanosecondsOf(split.read)).field("decompress", nanosecondsOf(split.decompress));
    json.field("copy", nanosecondsOf(split.copy)).field("other", nanosecondsOf(split.other)).endObject();
    const BenchmarkFinding finding = judgeBenchmark(report);
    json.key("verdict").beginObject().field("kind", findingName(finding.kind)).key("share").raw(number(finding.share, "%.3f")).endObject();
    json.field("peers", options.peers).key("notes").beginArray();
    for (const std::string& note : report.notes)
        json.value(note);
    json.endArray().key("lines").beginArray();
    for (const BenchmarkLine& line : report.lines)
        writeLine(json, line);
    json.endArray().endObject();
}

Result<std::vector<BenchmarkReport>> readBenchRuns(std::string_view text)
{
    const nlohmann::json document = nlohmann::json::parse(text, nullptr, false);
    std::vector<BenchmarkReport> runs;
    try {
        if (document.is_array())
            for (const nlohmann::json& object : document)
                if (std::optional<BenchmarkReport> run = readRun(object))
                    runs.push_back(std::move(*run));
    } catch (const nlohmann::json::exception&) {
        runs.clear();
    }
    if (runs.empty())
        return Status(ErrorCode::BadFormat, "the file is not a report of measurements")
            .withRemedy("Name two files that 'zr bench --json' wrote.");
    return runs;
}

Result<std::string> comparisonText(const std::vector<BenchmarkReport>& first, const std::vector<BenchmarkReport>& second)
{
    TextTable table;
    table.column("store");
    table.column("work");
    table.column("batch", TextTable::Align::Right);
    table.column("order");
    table.column("line");
    for (const char* title : {"first", "second", "times as fast"})
        table.column(title, TextTable::Align::Right);
    table.column("verdict on the second");
    std::size_t rows = 0;
    std::string warnings;
    for (const BenchmarkReport& before : first)
        for (const BenchmarkReport& after : second)
            if (haveSamePlan(before, after)) {
                compareRuns(before, after, table, rows);
                warnings += warningText(before, after);
            }
    if (rows == 0)
        return Status(ErrorCode::InvalidArgument, "the reports have no measurement in common: store, work, batch, order, cache and threads must be equal");
    return table.text() + warnings;
}

}  // namespace zrecord::cli
