#pragma once

#include "store/store_core.h"
#include "zrecord/operation_context.h"
#include "zrecord/store_stats.h"

namespace zrecord {

/// New files are built in this hidden folder inside the store, and old ones wait there until the new ones are in force.
inline constexpr char kCompactFolder[] = ".zrx-compact";
/// In that folder, from before the first exchange of files until after the last: the header that will be in force.
inline constexpr char kSwitchMarker[] = "header";

/// RecoveryNeeded when a compact was killed while it exchanged files. A marker that was left after the last exchange is
/// removed by writers.
Status checkInterruptedSwitch(FileSystem& fileSystem, const std::filesystem::path& store, const MetaHeader& header, Access access);

/// Writes the live records in physical order into new files, compares them with what was read, and exchanges the files.
/// Until the exchange the store is untouched and readers go on. The caller holds writeMutex() and not the gate.
Result<CompactionResult> compactStore(StoreCore& core, const OperationContext& context);

Result<CompactionForecast> forecastCompaction(const StoreCore& core, const OperationContext& context);

}  // namespace zrecord
