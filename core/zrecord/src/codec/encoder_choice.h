#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "zrecord/result.h"
#include "zrecord/store_options.h"

namespace zrecord {

/// Records of the batch to try choices on: at most kSampleRecords and kSampleBytes, spread evenly.
inline constexpr std::size_t kSampleRecords = 256;
inline constexpr std::size_t kSampleBytes = std::size_t{1} << 20;
/// A batch of fewer records that also has less than kSampleBytes decides nothing yet.
inline constexpr std::size_t kFewestSampleRecords = 32;

/// Compresses the samples with each choice, cheapest first, and takes the first whose stored size is within 2 % of that of
/// level 19. With EncoderTuning::Gather the one of those that is decoded fastest, on this machine; Ratio is level 19, Write the
/// cheapest of all, both without a look at the samples. The order of cost is that of docs/performance.md.
Result<EncoderChoice> chooseEncoder(std::span<const std::byte> dictionary, std::span<const std::span<const std::byte>> samples,
                                    EncoderTuning tuning);

}  // namespace zrecord
