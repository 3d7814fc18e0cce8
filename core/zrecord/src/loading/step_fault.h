#pragma once

#include <cstdint>
#include <string>

#include "zrecord/status.h"

namespace zrecord {

/// The same failure at the same place, with "<where>: " before what it says.
Status prefixed(const std::string& where, const Status& fault);
/// prefixed() with "step 7".
Status atStep(const Status& fault, std::uint64_t step);

/// Seed of a transform's generator: mixed well enough that neighbouring steps and ranks have unrelated ones.
std::uint64_t transformSeed(std::uint64_t seed, std::uint64_t step, std::uint64_t rank) noexcept;

}  // namespace zrecord
