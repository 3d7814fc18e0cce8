#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "concurrency/progress_reporter.h"
#include "finding/facts_source.h"
#include "zrecord/finding/record_likeness.h"
#include "zrecord/store.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kBlock = FactsTable::kBlockRecords;
constexpr double kOfNormal = 1.4826;      ///< median distance to standard deviation of a normal distribution
constexpr double kOfNormalMean = 1.2533;  ///< mean distance to it

struct Fact {
    const char* name;
    double (*value)(const RecordFacts&);
};

double ratioOf(const RecordFacts& facts)
{
    return facts.storedBytes == 0 ? RecordFacts::kNone : static_cast<double>(facts.plainBytes) / static_cast<double>(facts.storedBytes);
}

constexpr std::array<Fact, 6> kFacts{{{"mean", [](const RecordFacts& facts) { return facts.mean; }},
                                      {"std", [](const RecordFacts& facts) { return facts.std; }},
                                      {"min", [](const RecordFacts& facts) { return facts.min; }},
                                      {"max", [](const RecordFacts& facts) { return facts.max; }},
                                      {"elements", [](const RecordFacts& facts) { return static_cast<double>(facts.elements); }},
                                      {"ratio", ratioOf}}};

double medianOf(std::vector<double>& values)
{
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    if (values.size() % 2 == 1)
        return *middle;
    const double below = *std::max_element(values.begin(), middle);
    return below + (*middle - below) / 2;
}

/// The usual value of a fact and how far from it is far.
struct Spread {
    double median = 0;
    double width = 0;  ///< 0: all are equal
};

Spread spreadOf(const std::vector<double>& column)
{
    std::vector<double> values;
    values.reserve(column.size());
    std::copy_if(column.begin(), column.end(), std::back_inserter(values), [](double value) { return std::isfinite(value); });
    if (values.empty())
        return {};
    Spread spread;
    spread.median = medianOf(values);
    long double sum = 0;
    for (double& value : values) {
        value = std::abs(value - spread.median);
        sum += value;
    }
    const auto mean = static_cast<double>(sum / static_cast<long double>(values.size()));
    spread.width = kOfNormal * medianOf(values);
    if (!(spread.width > 0))
        spread.width = kOfNormalMean * mean;
    return spread;
}

}  // namespace

Result<Outliers> findOutliers(const FindTarget& target, std::size_t stream, const OutlierOptions& options, const OperationContext& context)
{
    if (!(options.score > 0) || !std::isfinite(options.score))
        return Status(ErrorCode::InvalidArgument, "the score of an outlier is a number above 0");
    Outliers result;
    std::array<std::vector<double>, kFacts.size()> columns;
    const FactsSource source(target);
    ProgressReporter progress(context, "measuring records", target.records, ProgressUnit::Records);
    for (std::uint64_t first = 0; first < target.records; first += kBlock) {
        ZR_ASSIGN_OR_RETURN(const auto block, source.block(stream, first / kBlock, {true, true}, context));
        for (const RecordFacts& facts : block->facts) {
            result.unreadable += facts.readable ? 0 : 1;
            for (std::size_t i = 0; i < kFacts.size(); ++i)
                columns[i].push_back(facts.readable ? kFacts[i].value(facts) : RecordFacts::kNone);
        }
        ZR_RETURN_IF_ERROR(progress.advance(block->facts.size()));
    }
    progress.finish();
    std::array<Spread, kFacts.size()> spreads;
    for (std::size_t i = 0; i < kFacts.size(); ++i)
        spreads[i] = spreadOf(columns[i]);
    for (std::uint64_t record = 0; record < target.records; ++record) {
        Outlier farthest;
        farthest.record = record;
        for (std::size_t i = 0; i < kFacts.size(); ++i) {
            const double value = columns[i][record];
            const double score = spreads[i].width > 0 && std::isfinite(value) ? std::abs(value - spreads[i].median) / spreads[i].width : 0;
            if (score > farthest.score) {
                farthest.score = score;
                farthest.fact = kFacts[i].name;
                farthest.value = value;
            }
        }
        if (farthest.score >= options.score)
            result.records.push_back(std::move(farthest));
    }
    std::stable_sort(result.records.begin(), result.records.end(), [](const Outlier& a, const Outlier& b) { return a.score > b.score; });
    return result;
}

}  // namespace zrecord
