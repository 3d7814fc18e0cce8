#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "store/recovery/entry_patch.h"
#include "store/recovery/fenced_change.h"
#include "store/store_core.h"
#include "zrecord/operation_context.h"
#include "zrecord/store_stats.h"

namespace zrecord {

/// What a swap-last delete of `targets` (sorted, distinct, all below `records`) does: targets in descending order, each
/// takes what lies in the last place. Only final moves are listed, ascending by where the record ends up.
RemovalResult planSwapLast(std::uint64_t records, std::span<const std::uint64_t> targets);

/// The same for indices in any order with repeats; OutOfRange.
Result<RemovalResult> planRemoval(const StoreCore& core, std::span<const std::uint64_t> indices);

/// A delete that was planned and has read everything it needs.
struct PreparedRemoval {
    std::vector<std::uint64_t> targets;
    RemovalResult plan;
    MetaHeader after;
    EntryPatch patch{{}};
};
/// OutOfRange, Cancelled. Writes nothing.
Result<PreparedRemoval> prepareRemoval(const StoreCore& core, std::span<const std::uint64_t> indices, const OperationContext& context);
/// Also for one that moves nothing. `removal` is borrowed; it must remove something.
Result<FencedChange> fencedRemoval(StoreCore& core, const PreparedRemoval& removal, const JournalId& id);

/// Plans, reads everything it needs, then writes entries and header behind a fence (recovery/fenced_change.h). An error or a
/// stop before the fence leaves the store as it was. The caller holds writeMutex() and not the gate.
Result<RemovalResult> removeRecords(StoreCore& core, std::span<const std::uint64_t> indices, const OperationContext& context);

}  // namespace zrecord
