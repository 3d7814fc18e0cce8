#pragma once

#include <cstdint>
#include <limits>
#include <string>

#include "zrecord/status.h"

namespace zrecord {

/// `batch` is what was asked for, `batchLength` the indices of the longest batch, which must fit into memory.
inline Status checkBatchSize(std::uint64_t batch, std::uint64_t batchLength)
{
    constexpr std::uint64_t kMaxBatchLength = std::numeric_limits<std::int64_t>::max() / sizeof(std::uint64_t);
    if (batch == 0)
        return Status(ErrorCode::InvalidArgument, "a batch needs at least one index, but its size is 0");
    if (batchLength > kMaxBatchLength)
        return Status(ErrorCode::InvalidArgument,
                      "batches of " + std::to_string(batchLength) + " indices of 8 bytes do not fit into memory");
    return {};
}

}  // namespace zrecord
