#pragma once

#include <filesystem>

#include "zrecord/benchmark.h"
#include "zrecord/operation_context.h"

namespace zrecord {

/// Makes a store of such records at `path`, which must not exist. InvalidArgument for a compressibility outside 0 … 1;
/// Cancelled; TrainingFailed for a dictionary of records that have nothing in common; what creating and writing give.
Status makeSyntheticStore(const std::filesystem::path& path, const SyntheticData& data, const OperationContext& context);

}  // namespace zrecord
