#pragma once

#include <filesystem>

#include "benchmark/record_plan.h"
#include "zrecord/operation_context.h"
#include "zrecord/store.h"

namespace zrecord {

/// Writes the records of a plan, each once and in the store's order, and the plan itself for NumPy: records.npy (records,
/// bytes), or values.npy and offsets.npy of a ragged store, and plan.npy (batches, records of a batch), which counts the
/// records that were written. Cancelled; what reading and writing give.
Status writePeerData(const Store& store, const RecordPlan& plan, const std::filesystem::path& folder, const OperationContext& context);

}  // namespace zrecord
