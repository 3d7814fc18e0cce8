#pragma once

#include "store/compact_copy.h"
#include "store/recovery/fenced_change.h"
#include "store/store_core.h"
#include "zrecord/operation_context.h"
#include "zrecord/store_stats.h"

namespace zrecord {

/// New files of a store, written and compared, that wait to take their places.
struct PreparedCompaction {
    NewFiles files;
    JournalId id{};
    CompactionResult result;  ///< `after` only when nothing has to be done
    bool needed = false;
};

/// Writes the live records in physical order into new files in the side folder under this id and compares them with what was
/// read. `available` is the space that may be used; what was written is taken off it. Refuses damaged stores and full disks.
/// The store is untouched; on an error SideFolder::tidy() clears up.
Result<PreparedCompaction> prepareCompaction(StoreCore& core, const JournalId& id, std::uint64_t& available, const OperationContext& context);
/// `compaction` is borrowed.
Result<FencedChange> fencedCompaction(StoreCore& core, const PreparedCompaction& compaction);

/// Both, and exchanges the files behind a fence (recovery/fenced_change.h). Until then the store is untouched and readers go
/// on. The caller holds writeMutex() and not the gate.
Result<CompactionResult> compactStore(StoreCore& core, const OperationContext& context);

Result<CompactionForecast> forecastCompaction(const StoreCore& core, const OperationContext& context);

}  // namespace zrecord
