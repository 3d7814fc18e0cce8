#include "laboratory/tune_report_output.h"

#include <cmath>
#include <cstdio>

#include "json_writer.h"
#include "load/decimal.h"
#include "text_layout.h"

namespace zrecord::cli {
namespace {

std::string jsonNumber(double value)
{
    char text[40];
    const int length = std::snprintf(text, sizeof text, "%.6g", value);
    return std::string(text, static_cast<std::size_t>(length));
}

std::string times(double value)
{
    return decimal(value, 2) + " times";
}

std::string adviceText(const TuneReport& report)
{
    const TuneAdvice& advice = report.advice;
    if (advice.kind == TuneAdvice::Kind::Nothing)
        return "No advice: plain zstd and one other candidate at least must be measured.\n";
    const std::string& choice = report.results[advice.choice].candidate.name;
    const std::string& smallest = report.results[advice.smallest].candidate.name;
    switch (advice.kind) {
    case TuneAdvice::Kind::KeepRaw:
        return advice.choice == advice.smallest ? "Store these records raw: no other candidate makes the store smaller.\n"
                                                : "Store these records raw: the best of the others, " + smallest + ", saves less than 2 %.\n";
    case TuneAdvice::Kind::NoDictionary:
        return "Take " + choice + ": no dictionary makes the store more than 1 % smaller.\n";
    default:
        break;
    }
    std::string text = "Take " + choice + ": the store becomes " + decimal((1 - advice.againstPlain) * 100, 1) + " % smaller than with plain zstd and gathers at " +
                       times(advice.gatherAgainstPlain) + " its speed";
    if (advice.choice != advice.smallest)
        text += "; " + smallest + " is " + decimal((advice.storeAgainstSmallest - 1) * 100, 1) + " % smaller still, but " + choice + " gathers at " +
                times(advice.gatherAgainstSmallest) + " its speed and writes at " + times(advice.writeAgainstSmallest);
    return text + ".\n";
}

void writeSpread(JsonWriter& json, std::string_view name, const TuneSpread& spread)
{
    json.key(name).beginObject().key("median").raw(jsonNumber(spread.median)).key("least").raw(jsonNumber(spread.least));
    json.key("most").raw(jsonNumber(spread.most)).endObject();
}

void writeResult(JsonWriter& json, const TuneResult& result)
{
    json.beginObject().field("name", result.candidate.name).field("codec", codecName(result.candidate.codec));
    json.field("level", static_cast<std::uint64_t>(result.candidate.level)).field("requested_bytes", result.candidate.dictionaryBytes);
    json.key("error");
    if (result.status.ok())
        json.null();
    else
        json.value(result.status.what());
    json.field("dictionary_bytes", result.dictionaryBytes).key("train_seconds").raw(jsonNumber(result.trainSeconds));
    json.field("stored_bytes", result.storedBytes).key("ratio").raw(jsonNumber(result.ratio)).key("store_bytes").raw(jsonNumber(result.storeBytes));
    json.field("memory_bytes", result.memoryBytes);
    writeSpread(json, "gather_mib_s", result.gatherMiBs);
    writeSpread(json, "write_mib_s", result.writeMiBs);
    json.key("p50_us").raw(jsonNumber(result.p50)).key("p95_us").raw(jsonNumber(result.p95)).key("p99_us").raw(jsonNumber(result.p99));
    json.field("bigger_than_plain", result.bigger).key("against_plain").numbers(result.against).endObject();
}

std::string_view adviceName(TuneAdvice::Kind kind)
{
    switch (kind) {
    case TuneAdvice::Kind::KeepRaw:
        return "keep_raw";
    case TuneAdvice::Kind::NoDictionary:
        return "no_dictionary";
    case TuneAdvice::Kind::UseDictionary:
        return "use_dictionary";
    case TuneAdvice::Kind::Nothing:
        break;
    }
    return "nothing";
}

}  // namespace

std::string tuneText(const TuneReport& report)
{
    TextTable table;
    table.column("candidate");
    for (const char* title : {"dictionary", "ratio", "gather MiB/s", "p50", "p95", "p99 us", "write MiB/s", "training", "memory", "bigger"})
        table.column(title, TextTable::Align::Right);
    std::string problems;
    for (const TuneResult& result : report.results) {
        if (!result.status.ok()) {
            problems += result.candidate.name + ": " + std::string(result.status.what()) + "\n";
            continue;
        }
        const bool dictionary = result.dictionaryBytes != 0;
        table.row({result.candidate.name, dictionary ? byteSize(result.dictionaryBytes) : "-", decimal(result.ratio, 3), decimal(result.gatherMiBs.median, 0),
                   decimal(result.p50, 1), decimal(result.p95, 1), decimal(result.p99, 1), decimal(result.writeMiBs.median, 1),
                   dictionary ? decimal(result.trainSeconds, 2) + " s" : "-", dictionary ? byteSize(result.memoryBytes) : "-",
                   percent(result.bigger, report.testRecords)});
    }
    return "Trained on " + counted(report.trainingRecords, "record") + " (" + byteSize(report.trainingBytes) + "), measured on " +
           groupedCount(report.testRecords) + " others (" + byteSize(report.testBytes) + "), " + counted(report.rounds, "round") + ", seed " +
           std::to_string(report.seed) + ".\n" + table.text() + problems + adviceText(report);
}

std::string tuneJson(const TuneReport& report)
{
    JsonWriter json;
    json.beginObject().field("records", report.records).field("seed", report.seed);
    json.field("training_records", report.trainingRecords).field("training_bytes", report.trainingBytes);
    json.field("test_records", report.testRecords).field("test_bytes", report.testBytes).field("rounds", std::uint64_t{report.rounds});
    json.key("candidates").beginArray();
    for (const TuneResult& result : report.results)
        writeResult(json, result);
    json.endArray().key("advice").beginObject().field("kind", adviceName(report.advice.kind));
    json.key("choice");
    if (report.advice.kind == TuneAdvice::Kind::Nothing)
        json.null();
    else
        json.value(report.results[report.advice.choice].candidate.name);
    return json.endObject().endObject().text();
}

}  // namespace zrecord::cli
