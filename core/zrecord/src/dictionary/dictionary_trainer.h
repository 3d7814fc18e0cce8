#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "zrecord/dictionary.h"

namespace zrecord {

/// Records to train on, one after the other.
struct TrainingSamples {
    std::vector<std::byte> bytes;
    std::vector<std::size_t> sizes;  ///< of each record; their sum is bytes.size()
};

/// zstd trains on three quarters of the records, at least five, and tries its candidates on the others.
inline constexpr std::uint64_t kLeastTrainingSamples = 7;

/// Trains in a thread of its own, because zstd cannot be interrupted: when stopped, this returns Cancelled at once and the
/// thread ends by itself, without a result. The bytes depend on the samples and on libzstd's version only.
Result<std::vector<std::byte>> trainOnSamples(TrainingSamples samples, const DictionaryTier& tier, const OperationContext& context);

/// TrainingFailed: says how many records there were and how many are needed.
Status tooFewSamples(std::uint64_t records, std::uint64_t totalBytes, const DictionaryTier& tier);

/// "256 B", "1.5 KiB", "64 MiB".
std::string byteCountText(std::uint64_t bytes);

}  // namespace zrecord
