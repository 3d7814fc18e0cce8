#include "laboratory/sampler_report_output.h"

#include <cmath>
#include <cstdio>

#include "json_writer.h"
#include "load/decimal.h"
#include "text_layout.h"

namespace zrecord::cli {
namespace {

// Ten digits tell figures apart that matter, and are the same wherever the sums were added up.
std::string jsonNumber(double value)
{
    char text[40];
    const int length = std::snprintf(text, sizeof text, "%.10g", value);
    return std::string(text, static_cast<std::size_t>(length));
}

std::string rounded(double value)
{
    return groupedCount(static_cast<std::uint64_t>(std::llround(value)));
}

std::string coverageText(const SamplerReport& report)
{
    std::string text = percent(report.seen, report.view.sampler.length) + " of the records seen";
    if (report.allSeenAfter)
        text += ", all of them after " + counted(*report.allSeenAfter, "step");
    else
        text += ", " + counted(report.view.sampler.length - report.seen, "record") + " not yet";
    if (report.expectedAllSeenAfter)
        text += "; independent draws need " + rounded(*report.expectedAllSeenAfter) + " steps on average";
    return text;
}

void addShuffle(FieldList& fields, const ShuffleFigures& shuffle)
{
    if (shuffle.differenceBins != 0)
        fields.add("entropy", decimal(shuffle.entropyBits, 3) + " bits in the differences of neighbours, ideal " + decimal(shuffle.idealEntropyBits, 3) +
                                  " (" + groupedCount(shuffle.differenceBins) + " bins, " + groupedCount(shuffle.positions) + " positions)");
    if (shuffle.chiSquare)
        fields.add("chi-square", decimal(*shuffle.chiSquare, 1) + " with " + groupedCount(shuffle.chiSquareDegrees) + " degrees of freedom, p = " +
                                     decimal(shuffle.chiSquareP, 3) + " (position against index, " + groupedCount(shuffle.chiSquareBins) + " x " +
                                     groupedCount(shuffle.chiSquareBins) + " fields)");
    if (shuffle.serialCorrelation)
        fields.add("correlation", decimal(*shuffle.serialCorrelation, 4) + " between neighbours, " + decimal(std::abs(shuffle.serialDeviations), 1) +
                                      " standard deviations from an ideal shuffle");
    if (shuffle.differenceBins != 0)
        fields.add("jumps", rounded(shuffle.meanJump) + " records from one to the next on average, " + decimal(shuffle.nextShare * 100, 1) +
                                " % go to the record after");
}

std::string droppedText(const SamplerReport& report)
{
    std::string text = report.droppedPerCycle == 0 ? "no record of a cycle" : counted(report.droppedPerCycle, "record") + " of each cycle";
    if (report.droppedPerStep != 0)
        text += ", and " + counted(report.droppedPerStep, "record") + " of each batch that the ranks cannot share";
    return text;
}

std::string visitsText(const SamplerFindings& findings)
{
    std::string text = "record " + groupedCount(*findings.record);
    if (findings.recordVisits.empty())
        return text + " is not seen within the steps that were searched\n";
    for (std::size_t i = 0; i < findings.recordVisits.size(); ++i)
        text.append(i == 0 ? " is seen in step " : i == 1 ? ", then in step " : ", ")
            .append(groupedCount(findings.recordVisits[i].step))
            .append(" (place ")
            .append(groupedCount(findings.recordVisits[i].place))
            .append(")");
    return text + "\n";
}

std::string unseenText(const SamplerFindings& findings)
{
    const UnseenRecords& unseen = *findings.unseen;
    std::string text = counted(unseen.count, "record") + " unseen after " + counted(findings.report.view.steps, "step");
    for (std::size_t i = 0; i < unseen.ranges.size(); ++i) {
        const IndexRange& range = unseen.ranges[i];
        text.append(i == 0 ? ": " : " ").append(std::to_string(range.start));
        if (range.count > 1)
            text.append(":").append(std::to_string(range.start + range.count));
    }
    return text + (unseen.complete ? "\n" : " …\n");
}

void writeOptional(JsonWriter& json, std::string_view name, std::optional<double> value)
{
    json.key(name);
    if (value)
        json.raw(jsonNumber(*value));
    else
        json.null();
}

void writeShuffle(JsonWriter& json, const ShuffleFigures& shuffle)
{
    json.key("shuffle").beginObject().field("positions", shuffle.positions).field("difference_bins", shuffle.differenceBins);
    json.key("entropy_bits").raw(jsonNumber(shuffle.entropyBits)).key("ideal_entropy_bits").raw(jsonNumber(shuffle.idealEntropyBits));
    writeOptional(json, "chi_square", shuffle.chiSquare);
    json.field("chi_square_bins", shuffle.chiSquareBins).field("chi_square_degrees", shuffle.chiSquareDegrees);
    writeOptional(json, "chi_square_p", shuffle.chiSquare ? std::optional(shuffle.chiSquareP) : std::nullopt);
    writeOptional(json, "serial_correlation", shuffle.serialCorrelation);
    writeOptional(json, "serial_deviations", shuffle.serialCorrelation ? std::optional(shuffle.serialDeviations) : std::nullopt);
    json.key("mean_jump").raw(jsonNumber(shuffle.meanJump)).key("next_share").raw(jsonNumber(shuffle.nextShare)).endObject();
}

void writeCoverage(JsonWriter& json, const SamplerReport& report)
{
    json.field("seen", report.seen).key("all_seen_after");
    if (report.allSeenAfter)
        json.value(*report.allSeenAfter);
    else
        json.null();
    writeOptional(json, "expected_all_seen_after", report.expectedAllSeenAfter);
    std::vector<std::uint64_t> steps;
    std::vector<std::uint64_t> seen;
    for (const CoveragePoint& point : report.coverage) {
        steps.push_back(point.steps);
        seen.push_back(point.seen);
    }
    json.key("coverage").beginObject().key("steps").numbers(steps).key("seen").numbers(seen).endObject();
}

void writeDots(JsonWriter& json, const SamplerReport& report)
{
    std::vector<std::uint64_t> positions;
    std::vector<std::uint64_t> indices;
    for (const OrderDot& dot : report.dots) {
        positions.push_back(dot.position);
        indices.push_back(dot.index);
    }
    json.key("dots").beginObject().key("positions").numbers(positions).key("indices").numbers(indices).endObject();
}

void writeAnswers(JsonWriter& json, const SamplerFindings& findings)
{
    if (findings.record) {
        json.key("record").beginObject().field("index", *findings.record).key("visits").beginArray();
        for (const RecordVisit& visit : findings.recordVisits)
            json.beginObject().field("step", visit.step).field("place", visit.place).endObject();
        json.endArray().endObject();
    }
    if (findings.unseen) {
        json.key("unseen").beginObject().field("count", findings.unseen->count).field("complete", findings.unseen->complete).key("ranges").beginArray();
        for (const IndexRange& range : findings.unseen->ranges)
            json.numbers({range.start, range.start + range.count});
        json.endArray().endObject();
    }
}

}  // namespace

std::string samplerText(const SamplerFindings& findings)
{
    const SamplerReport& report = findings.report;
    const SamplerOptions& sampler = report.view.sampler;
    FieldList fields;
    fields.add("order", std::string(samplerModeName(sampler.mode)) + ", seed " + std::to_string(sampler.seed) + ", " + counted(sampler.length, "record") +
                            ", batches of " + groupedCount(sampler.batch));
    if (report.view.world > 1)
        fields.add("rank", groupedCount(report.view.rank) + " of " + groupedCount(report.view.world) + ", " + counted(report.batchLength, "record") + " of each batch");
    fields.add("looked at", counted(report.stepsDone, "step") + " with " + groupedCount(report.indices) + " indices; a cycle has " +
                                counted(report.stepsPerCycle, "step"));
    fields.add("coverage", coverageText(report));
    fields.add("visits", groupedCount(report.leastVisits) + " to " + groupedCount(report.mostVisits) + " for a record");
    fields.add("gaps", report.gapCount == 0 ? std::string("no record is seen twice")
                                            : groupedCount(report.leastGap) + " to " + groupedCount(report.mostGap) +
                                                  " indices between two visits of a record, " + rounded(report.meanGap) + " on average");
    fields.add("left out", droppedText(report));
    addShuffle(fields, report.shuffle);
    if (const auto& disk = findings.locality)
        fields.add("on disk", byteSize(static_cast<std::uint64_t>(std::llround(disk->meanJumpBytes))) + " from one record to the next on average; a batch of " +
                                  byteSize(static_cast<std::uint64_t>(std::llround(disk->payloadBytes))) + " lies in " +
                                  byteSize(static_cast<std::uint64_t>(std::llround(disk->pageBytes))) + " of pages, " + counted(static_cast<std::uint64_t>(std::llround(disk->runs)), "run") + " (" +
                                  counted(disk->steps, "step") + ")");
    return fields.text() + (findings.record ? visitsText(findings) : "") + (findings.unseen ? unseenText(findings) : "");
}

std::string samplerJson(const SamplerFindings& findings, bool withDots)
{
    const SamplerReport& report = findings.report;
    const SamplerView& view = report.view;
    JsonWriter json;
    json.beginObject().field("mode", samplerModeName(view.sampler.mode)).field("length", view.sampler.length);
    json.field("batch", view.sampler.batch).field("seed", view.sampler.seed).field("rank", view.rank).field("world", view.world);
    json.field("first_step", view.firstStep).field("steps", report.stepsDone).field("indices", report.indices);
    json.field("batch_length", report.batchLength).field("steps_per_cycle", report.stepsPerCycle);
    writeCoverage(json, report);
    json.key("visits").beginObject().field("least", report.leastVisits).field("most", report.mostVisits);
    json.key("histogram").numbers(report.visits).endObject();
    json.key("gaps").beginObject().field("count", report.gapCount).field("least", report.leastGap).field("most", report.mostGap);
    json.key("mean").raw(jsonNumber(report.meanGap)).key("histogram").numbers(report.gaps).endObject();
    json.field("dropped_per_cycle", report.droppedPerCycle).field("dropped_per_step", report.droppedPerStep);
    writeShuffle(json, report.shuffle);
    if (const auto& disk = findings.locality) {
        json.key("disk").beginObject().field("steps", disk->steps).field("records", disk->records);
        json.key("mean_jump_bytes").raw(jsonNumber(disk->meanJumpBytes)).key("payload_bytes").raw(jsonNumber(disk->payloadBytes));
        json.key("page_bytes").raw(jsonNumber(disk->pageBytes)).key("runs").raw(jsonNumber(disk->runs)).endObject();
    }
    writeAnswers(json, findings);
    if (withDots)
        writeDots(json, report);
    return json.endObject().text();
}

}  // namespace zrecord::cli
