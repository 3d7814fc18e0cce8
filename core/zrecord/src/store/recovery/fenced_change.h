#pragma once

#include <filesystem>
#include <functional>
#include <optional>
#include <span>

#include "format/journal.h"
#include "format/undo_record.h"
#include "store/recovery/group_decision.h"
#include "store/store_core.h"

namespace zrecord {

/// A change that moves records, ready to be made to one store.
struct FencedChange {
    StoreCore* core = nullptr;
    Journal journal;
    std::function<Status()> apply;        ///< does the work and makes it durable; may be repeated
    std::function<PendingView()> view;    ///< the store after it, laid over files that do not show it yet
    std::optional<UndoRecord> undo;       ///< kept before the fence
};

/// Headers, store and id of a change that ends in `after`; what it does is added by the caller.
Result<Journal> beginJournal(const StoreCore& core, JournalKind kind, const MetaHeader& after, const JournalId& id);

/// Runs it so that a crash at any point leaves the state before or the one after it: base and journal are made durable, the
/// header is fenced, `apply` does the work, the new header lifts the fence, the journal goes. Readers are kept out from the
/// fence on. The caller holds writeMutex() and not the gate, and has prepared the side folder.
///
/// An error before the fence leaves the store as it was. After it the change counts: the error says that the next opening
/// for writing finishes it, reads of this handle show the state after it (`view`), and it takes no more changes.
Status runFencedChange(FencedChange& change);

/// The same for several stores of one folder as one step: all are fenced, then `decision` is written, from where on the change
/// counts for all of them. The journals carry its id and list all members.
Status runGroupChange(std::span<FencedChange> changes, GroupDecision& decision);

}  // namespace zrecord
