#pragma once

#include <cstdint>
#include <vector>

namespace zrecord {

/// How many of `records` records of `recordBytes` fill the budget: clamp(budget div recordBytes, 1, records). records ≥ 1.
std::uint64_t sampleCount(std::uint64_t records, std::uint64_t recordBytes, std::uint64_t budgetBytes);

/// `count` indices spread evenly over [0, records), ascending, without repeats: the whole parts of NumPy's
/// linspace(0, records − 1, count), computed in doubles as NumPy does, so that the choice is loaderx's.
std::vector<std::uint64_t> spreadIndices(std::uint64_t records, std::uint64_t count);

}  // namespace zrecord
