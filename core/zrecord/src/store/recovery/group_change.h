#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "store/store_core.h"
#include "zrecord/operation_context.h"
#include "zrecord/restoration.h"
#include "zrecord/store_stats.h"

namespace zrecord {

/// Changes of several stores that lie in one folder as one step (recovery/fenced_change.h): an error or a stop before it is
/// decided leaves all of them as they were. Each takes the stores' write locks; the caller holds none.

/// The same records leave every store; they must have the same length.
Result<RemovalResult> removeFromAll(std::span<StoreCore* const> cores, std::span<const std::uint64_t> indices, const OperationContext& context);

/// Takes the newest delete of all of them back; NotFound when they have none in common.
Result<RestorationResult> restoreInAll(std::span<StoreCore* const> cores, const OperationContext& context);
/// Those that all stores made as one, newest first.
Result<std::vector<UndoableRemoval>> undoableInAll(std::span<StoreCore* const> cores);

/// In the order of the stores. Those with nothing to give back are not touched. The new files of all must fit on the disk together.
Result<std::vector<CompactionResult>> compactAll(std::span<StoreCore* const> cores, const OperationContext& context);

}  // namespace zrecord
