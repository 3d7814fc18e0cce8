#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "zrecord/benchmark.h"

namespace zrecord::cli {

class JsonWriter;

/// One benchmark as text: what was measured, and a table of its lines.
std::string benchText(const BenchmarkReport& report);
/// The object that readBenchRuns() reads.
void writeBench(JsonWriter& json, const BenchmarkReport& report);

/// The runs in a JSON report of 'zr bench', with what comparing needs: store, plan, environment, fingerprint and rounds.
/// BadFormat when the text is not such a report.
Result<std::vector<BenchmarkReport>> readBenchRuns(std::string_view json);
/// A table of the lines that both have: medians, their ratio, and a verdict that no noise within the rounds can turn; then a
/// warning for each pair of runs whose environments or stores differ, with the names of the fields.
/// InvalidArgument when they have none in common.
Result<std::string> comparisonText(const std::vector<BenchmarkReport>& first, const std::vector<BenchmarkReport>& second);

}  // namespace zrecord::cli
