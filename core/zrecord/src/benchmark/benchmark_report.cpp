#include <algorithm>
#include <array>
#include <cmath>

#include <zstd.h>

#include "platform/process_identity.h"
#include "platform/process_usage.h"
#include "zrecord/benchmark.h"
#include "zrecord/version.h"

namespace zrecord {
namespace {

constexpr std::array<std::string_view, 5> kWorkNames{"gather", "append", "loader", "sampler", "open"};
constexpr double kNearTheLimit = 0.75;  // of its speed

/// Of the limit's speed.
double shareOf(const BenchmarkLine& limit, const BenchmarkLine& way)
{
    return way.median() > 0 ? limit.median() / way.median() : 0;
}

}  // namespace

std::string_view benchmarkWorkName(BenchmarkWork work)
{
    return kWorkNames[static_cast<std::size_t>(work)];
}

Result<BenchmarkWork> parseBenchmarkWork(std::string_view name)
{
    const auto found = std::ranges::find(kWorkNames, name);
    if (found == kWorkNames.end())
        return Status(ErrorCode::InvalidArgument, "nothing called '" + std::string(name) + "' can be measured; there are gather, append, loader, sampler and open");
    return static_cast<BenchmarkWork>(found - kWorkNames.begin());
}

double BenchmarkLine::median() const
{
    if (seconds.empty())
        return 0;
    std::vector<double> sorted = seconds;
    std::ranges::sort(sorted);
    const std::size_t middle = sorted.size() / 2;
    return sorted.size() % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

double BenchmarkLine::least() const
{
    return seconds.empty() ? 0 : *std::ranges::min_element(seconds);
}

double BenchmarkLine::greatest() const
{
    return seconds.empty() ? 0 : *std::ranges::max_element(seconds);
}

double BenchmarkLine::percentile(double share) const
{
    if (latencies.empty())
        return 0;
    std::vector<double> sorted = latencies;
    std::ranges::sort(sorted);
    const auto rank = static_cast<std::size_t>(std::ceil(share * static_cast<double>(sorted.size())));
    return sorted[std::clamp<std::size_t>(rank, 1, sorted.size()) - 1];
}

double BenchmarkLine::cpuShare() const
{
    constexpr double kCoarse = 0.01;  // seconds
    return wallSeconds < kCoarse ? 0 : cpuSeconds / wallSeconds;
}

BenchmarkEnvironment benchmarkEnvironment()
{
    BenchmarkEnvironment environment{processorName(), processorCount(), physicalMemory(), systemName(), ZSTD_versionString(), std::string(versionText())};
#ifndef __OPTIMIZE__
    environment.optimized = false;
#endif
    return environment;
}

const BenchmarkLine* BenchmarkReport::find(std::string_view name) const
{
    const auto found = std::ranges::find(lines, name, &BenchmarkLine::name);
    return found == lines.end() ? nullptr : &*found;
}

const BenchmarkLine* BenchmarkReport::bestLimit() const
{
    const BenchmarkLine* best = nullptr;
    for (const BenchmarkLine& line : lines)
        if (line.limit && !line.seconds.empty() && (!best || line.median() < best->median()))
            best = &line;
    return best;
}

BenchmarkSplit splitBenchmark(const BenchmarkReport& report)
{
    const BenchmarkLine* const read = report.find("part: read");
    const BenchmarkLine* const copy = report.find("limit: memcpy");
    const BenchmarkLine* const decode = report.find("limit: libzstd");
    if (report.lines.empty() || !read || (!copy && !decode))
        return {};
    const double total = report.lines.front().median();
    BenchmarkSplit split;
    split.read = std::min(read->median(), total);
    const double worked = std::clamp((copy ? copy : decode)->median() - split.read, 0.0, total - split.read);
    (copy ? split.copy : split.decompress) = worked;
    split.other = total - split.read - worked;
    return split;
}

BenchmarkFinding judgeBenchmark(const BenchmarkReport& report)
{
    using Kind = BenchmarkFinding::Kind;
    const BenchmarkLine* const limit = report.bestLimit();
    if (!limit || report.lines.empty() || report.lines.front().median() <= 0 || report.options.work == BenchmarkWork::Sampler || report.options.work == BenchmarkWork::Open)
        return {};
    const BenchmarkLine& way = report.lines.front();
    const double share = shareOf(*limit, way);
    if (report.options.work == BenchmarkWork::Gather) {
        const BenchmarkSplit split = splitBenchmark(report);
        if (report.options.cold && split.read > way.median() / 2)
            return {Kind::Reading, split.read / way.median()};
    }
    if (share < kNearTheLimit)
        return {Kind::Overhead, share};
    switch (report.options.work) {
    case BenchmarkWork::Append:
        return {Kind::Writing, share};
    case BenchmarkWork::Loader:
        return {Kind::Gathering, share};
    default:
        return {report.store.codec == Codec::Raw ? Kind::Copying : Kind::Decoding, share};
    }
}

std::vector<std::string> benchmarkDifferences(const BenchmarkReport& first, const BenchmarkReport& second)
{
    std::vector<std::string> names;
    const auto compare = [&names](const char* name, const auto& one, const auto& other) {
        if (!(one == other))
            names.emplace_back(name);
    };
    const BenchmarkEnvironment& here = first.environment;
    const BenchmarkEnvironment& there = second.environment;
    compare("processor", here.processor, there.processor);
    compare("cores", here.cores, there.cores);
    compare("memory", here.memoryBytes, there.memoryBytes);
    compare("system", here.system, there.system);
    compare("libzstd", here.zstd, there.zstd);
    compare("version", here.version, there.version);
    compare("build", here.optimized, there.optimized);
    compare("store", first.fingerprint, second.fingerprint);
    compare("work", first.options.work, second.options.work);
    compare("batch", first.options.batch, second.options.batch);
    compare("order", first.options.random, second.options.random);
    compare("cache", first.options.cold, second.options.cold);
    compare("threads", first.threads, second.threads);
    compare("length of the walk", first.options.peers, second.options.peers);
    return names;
}

BenchmarkVerdict compareRounds(const BenchmarkLine& first, const BenchmarkLine& second)
{
    if (first.seconds.empty() || second.seconds.empty())
        return BenchmarkVerdict::Same;
    if (second.greatest() < first.least())
        return BenchmarkVerdict::Faster;
    return second.least() > first.greatest() ? BenchmarkVerdict::Slower : BenchmarkVerdict::Same;
}

}  // namespace zrecord
