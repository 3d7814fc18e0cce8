#include <algorithm>

#include "zrecord/benchmark.h"

namespace zrecord {

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

const BenchmarkLine* BenchmarkReport::find(std::string_view name) const
{
    const auto found = std::ranges::find(lines, name, &BenchmarkLine::name);
    return found == lines.end() ? nullptr : &*found;
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
