#pragma once

#include <optional>
#include <vector>

#include "store/record_remover.h"
#include "store/recovery/entry_patch.h"
#include "store/recovery/fenced_change.h"
#include "store/store_core.h"
#include "zrecord/operation_context.h"
#include "zrecord/restoration.h"

namespace zrecord {

/// What taking this delete back will need. Nothing when the handle keeps none, or for a delete beyond UndoLog::kMostRecords.
/// Reads the entries of the removed records, and the beginnings of some of them.
Result<std::optional<UndoRecord>> undoOf(const StoreCore& core, const PreparedRemoval& removal, const JournalId& id);

/// The undo of the newest delete, planned and checked. Writes nothing.
struct PreparedRestoration {
    JournalId removal{};  ///< of the delete; the same in all stores of a set
    RestorationResult plan;
    MetaHeader after;
    std::vector<EntryChange> changes;
};
/// NotFound when there is none, or when another program has rewritten what the removed records were stored in.
Result<PreparedRestoration> prepareRestoration(const StoreCore& core, const OperationContext& context);
Result<FencedChange> fencedRestoration(StoreCore& core, const PreparedRestoration& restoration, const JournalId& id);

/// Newest first.
Result<std::vector<UndoableRemoval>> undoableRemovals(const StoreCore& core);

/// Takes the newest delete back behind a fence (recovery/fenced_change.h). The caller holds writeMutex() and not the gate.
Result<RestorationResult> restoreRecords(StoreCore& core, const OperationContext& context);

}  // namespace zrecord
