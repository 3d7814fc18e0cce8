#include "dictionary/sample_selection.h"

#include <algorithm>

namespace zrecord {

std::uint64_t sampleCount(std::uint64_t records, std::uint64_t recordBytes, std::uint64_t budgetBytes)
{
    const std::uint64_t fitting = budgetBytes / std::max<std::uint64_t>(recordBytes, 1);
    return std::clamp<std::uint64_t>(fitting, 1, std::max<std::uint64_t>(records, 1));
}

std::vector<std::uint64_t> spreadIndices(std::uint64_t records, std::uint64_t count)
{
    if (records == 0 || count == 0)
        return {};
    std::vector<std::uint64_t> indices(count);
    const auto last = static_cast<double>(records - 1);
    const double step = count > 1 ? last / static_cast<double>(count - 1) : 0.0;
    for (std::uint64_t i = 0; i < count; ++i)
        indices[i] = std::min(static_cast<std::uint64_t>(static_cast<double>(i) * step), records - 1);
    if (count > 1)
        indices.back() = records - 1;
    indices.erase(std::unique(indices.begin(), indices.end()), indices.end());
    return indices;
}

}  // namespace zrecord
