#pragma once

#include <functional>

#include "format/journal.h"
#include "store/store_core.h"

namespace zrecord {

/// Headers, store and id of a change that ends in `after`; what it does is added by the caller.
Result<Journal> beginJournal(const StoreCore& core, JournalKind kind, const MetaHeader& after, const JournalId& id);

/// Runs a change that moves records so that a crash at any point leaves the state before or the one after it:
/// base and journal are made durable, the header is fenced, `apply` does the work and makes it durable, the new header lifts
/// the fence, the journal goes. Readers are kept out from the fence on. The caller holds writeMutex() and not the gate.
///
/// An error before the fence leaves the store as it was. After it the change counts: the error says that the next opening
/// for writing finishes it, reads of this handle show the state after it (`view`), and it takes no more changes.
Status runFencedChange(StoreCore& core, const Journal& journal, const std::function<Status()>& apply,
                       const std::function<PendingView()>& view);

}  // namespace zrecord
