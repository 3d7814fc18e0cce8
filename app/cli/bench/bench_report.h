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

/// What a JSON report of 'zr bench' says about one store: enough to compare two of them.
struct BenchRun {
    std::string store;        ///< path as it was given
    std::uint64_t batch = 0;
    std::string order;
    std::uint64_t threads = 0;
    std::vector<BenchmarkLine> lines;
};

/// BadFormat when the text is not such a report.
Result<std::vector<BenchRun>> readBenchRuns(std::string_view json);
/// A table of the lines that both have: medians, their ratio, and a verdict that no noise within the rounds can turn.
/// InvalidArgument when they have none in common.
Result<std::string> comparisonText(const std::vector<BenchRun>& first, const std::vector<BenchRun>& second);

}  // namespace zrecord::cli
