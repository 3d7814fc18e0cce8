#pragma once

#include "store/store_core.h"
#include "zrecord/operation_context.h"
#include "zrecord/store_stats.h"

namespace zrecord {

/// Writes the live records in physical order into new files in the side folder, compares them with what was read, and
/// exchanges the files behind a fence (recovery/fenced_change.h). Until then the store is untouched and readers go on. The caller holds writeMutex() and not the gate.
Result<CompactionResult> compactStore(StoreCore& core, const OperationContext& context);

Result<CompactionForecast> forecastCompaction(const StoreCore& core, const OperationContext& context);

}  // namespace zrecord
