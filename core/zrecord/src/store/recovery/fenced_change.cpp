#include "store/recovery/fenced_change.h"

#include <mutex>
#include <string>
#include <utility>

#include "store/recovery/side_folder.h"

namespace zrecord {
namespace {

Status committed(const Status& cause, JournalKind kind)
{
    const std::string name = kind == JournalKind::Delete ? "the delete" : "the compact";
    return Status(cause.code(), name + " is decided but could not be completed: " + std::string(cause.what()))
        .withFile(cause.file())
        .withRemedy("Close the store and open it for writing: that completes " + name + ".");
}

}  // namespace

Result<Journal> beginJournal(const StoreCore& core, JournalKind kind, const MetaHeader& after, const JournalId& id)
{
    Journal journal;
    journal.kind = kind;
    journal.raggedPairs = core.isRagged();
    journal.id = id;
    journal.before = core.header();
    journal.after = after;
    ZR_ASSIGN_OR_RETURN(journal.storeChecksum, storeChecksum(core.fileSystem(), core.path()));
    return journal;
}

Status runFencedChange(StoreCore& core, const Journal& journal, const std::function<Status()>& apply,
                       const std::function<PendingView()>& view)
{
    SideFolder side(core.fileSystem(), core.path(), core.durability());
    const bool waits = core.durability() == Durability::Power;
    if (Status status = waits ? core.sync() : Status(); !status.ok())
        return status;
    if (Status status = side.writeJournal(journal); !status.ok()) {
        static_cast<void>(side.removeJournal().ok());
        return status;
    }
    const std::lock_guard gate(core.gate());
    bool raised = false;
    Status status = core.raiseFence(journal.id, raised);
    if (!raised) {
        // Poisoned: it is not known which header the file holds, so the journal has to stay.
        if (core.changeable().ok())
            static_cast<void>(side.removeJournal().ok());
        return status;
    }
    if (status.ok())
        status = apply();
    if (status.ok())
        status = core.liftFence(journal.after, journal.id);
    core.bumpGeneration();
    if (!status.ok()) {
        core.showPending(journal.after, view());
        Status outcome = committed(status, journal.kind);
        core.poison(outcome);
        return outcome;
    }
    // A journal that stays is recognised as done by the next opening.
    static_cast<void>(side.removeJournal().ok());
    return {};
}

}  // namespace zrecord
