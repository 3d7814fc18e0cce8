#include "bench/bench_report.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>

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

/// The best of the lines that are limits, or nullptr.
const BenchmarkLine* bestLimit(const BenchmarkReport& report)
{
    const BenchmarkLine* best = nullptr;
    for (const BenchmarkLine& line : report.lines)
        if (line.limit && (!best || line.median() < best->median()))
            best = &line;
    return best;
}

BenchRun readRun(const nlohmann::json& object)
{
    BenchRun run{object.at("path"), object.at("batch"), object.at("order"), object.at("threads"), {}};
    for (const nlohmann::json& entry : object.at("lines")) {
        BenchmarkLine line{entry.at("name"), entry.at("limit"), {}};
        for (const nlohmann::json& nanoseconds : entry.at("nanoseconds"))
            line.seconds.push_back(nanoseconds.get<double>() * kNanosecond);
        run.lines.push_back(std::move(line));
    }
    return run;
}

void compareRuns(const BenchRun& first, const BenchRun& second, TextTable& table, std::size_t& rows)
{
    for (const BenchmarkLine& before : first.lines) {
        const auto after = std::ranges::find(second.lines, before.name, &BenchmarkLine::name);
        if (after == second.lines.end() || before.seconds.empty() || after->seconds.empty())
            continue;
        table.row({first.store, groupedCount(first.batch), first.order, before.name, timeText(before.median()), timeText(after->median()),
                   number(before.median() / after->median(), "%.2f"), verdictText(compareRounds(before, *after))});
        ++rows;
    }
}

}  // namespace

std::string benchText(const BenchmarkReport& report)
{
    const BenchmarkOptions& options = report.options;
    FieldList fields;
    fields.add("store", report.store.path.string());
    fields.add("plan", orderName(options) + ", " + counted(options.batch, "record") + " a batch (" + byteSize(report.bytesPerBatch) + "), " +
                           std::to_string(options.batches) + (options.batches == 1 ? " batch" : " batches") + " a round, " + counted(options.rounds, "round"));
    fields.add("threads", std::to_string(report.threads));
    const BenchmarkLine* const limit = bestLimit(report);
    TextTable table;
    table.column("line");
    for (const char* title : {"a batch", "least", "greatest", "records/s", "MiB/s", "of the limit"})
        table.column(title, TextTable::Align::Right);
    for (const BenchmarkLine& line : report.lines) {
        const double median = line.median();
        table.row({line.name, timeText(median), timeText(line.least()), timeText(line.greatest()), rate(static_cast<double>(options.batch), median),
                   rate(static_cast<double>(report.bytesPerBatch) / (1024.0 * 1024.0), median),
                   limit && median > 0 ? number(limit->median() / median, "%.2f") : "-"});
    }
    return fields.text() + "\n" + table.text();
}

void writeBench(JsonWriter& json, const BenchmarkReport& report)
{
    const BenchmarkOptions& options = report.options;
    json.beginObject().field("path", report.store.path.string()).field("codec", codecName(report.store.codec));
    json.field("batch", options.batch).field("order", orderName(options)).field("seed", options.seed);
    json.field("batches", options.batches).field("rounds", options.rounds).field("threads", std::uint64_t{report.threads});
    json.field("bytes_per_batch", report.bytesPerBatch).key("lines").beginArray();
    for (const BenchmarkLine& line : report.lines) {
        std::vector<std::uint64_t> nanoseconds;
        for (const double seconds : line.seconds)
            nanoseconds.push_back(static_cast<std::uint64_t>(std::llround(seconds / kNanosecond)));
        json.beginObject().field("name", line.name).field("limit", line.limit).key("nanoseconds").numbers(nanoseconds).endObject();
    }
    json.endArray().endObject();
}

Result<std::vector<BenchRun>> readBenchRuns(std::string_view text)
{
    const nlohmann::json document = nlohmann::json::parse(text, nullptr, false);
    std::vector<BenchRun> runs;
    try {
        if (document.is_array())
            for (const nlohmann::json& object : document)
                runs.push_back(readRun(object));
    } catch (const nlohmann::json::exception&) {
        runs.clear();
    }
    if (runs.empty())
        return Status(ErrorCode::BadFormat, "the file is not a report of measurements")
            .withRemedy("Name two files that 'zr bench --json' wrote.");
    return runs;
}

Result<std::string> comparisonText(const std::vector<BenchRun>& first, const std::vector<BenchRun>& second)
{
    TextTable table;
    table.column("store");
    table.column("batch", TextTable::Align::Right);
    table.column("order");
    table.column("line");
    for (const char* title : {"first", "second", "times as fast"})
        table.column(title, TextTable::Align::Right);
    table.column("verdict on the second");
    std::size_t rows = 0;
    for (const BenchRun& before : first)
        for (const BenchRun& after : second)
            if (before.store == after.store && before.batch == after.batch && before.order == after.order && before.threads == after.threads)
                compareRuns(before, after, table, rows);
    if (rows == 0)
        return Status(ErrorCode::InvalidArgument, "the reports have no measurement in common: store, batch, order and threads must be equal");
    return table.text();
}

}  // namespace zrecord::cli
