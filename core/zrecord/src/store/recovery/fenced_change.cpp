#include "store/recovery/fenced_change.h"

#include <mutex>
#include <new>
#include <string>
#include <utility>
#include <vector>

#include "store/recovery/side_folder.h"
#include "store/recovery/undo_log.h"

namespace zrecord {
namespace {

Status committed(const Status& cause, JournalKind kind)
{
    static constexpr const char* kNames[] = {"the delete", "the compact", "the undo"};
    const std::string name = kNames[static_cast<std::size_t>(kind) - 1];
    return Status(cause.code(), name + " is decided but could not be completed: " + std::string(cause.what()))
        .withFile(cause.file())
        .withRemedy("Close the store and open it for writing: that completes " + name + ".");
}

SideFolder sideOf(const FencedChange& change)
{
    return {change.core->fileSystem(), change.core->path(), change.core->durability()};
}

UndoLog logOf(const FencedChange& change)
{
    return {change.core->fileSystem(), change.core->path(), change.core->durability()};
}

/// The first failure says in which of several stores it happened.
Status inStoreOf(const FencedChange& change, Status status)
{
    return status.ok() ? std::move(status) : std::move(status).withStore(change.core->path().string());
}

/// Behind a fence memory that runs out is an error like any other: the fence must be dealt with.
template <typename Work>
Status guarded(Work&& work)
{
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return Status(ErrorCode::OutOfMemory, "there is not enough memory for this operation");
    }
}

/// One run over one or several stores.
class FencedRun {
public:
    FencedRun(std::span<FencedChange> changes, GroupDecision* group) : m_changes(changes), m_group(group) {}

    Status run()
    {
        Status status = prepare();
        if (!status.ok())
            return status;
        std::vector<std::unique_lock<OperationGate>> gates;
        for (const FencedChange& change : m_changes)
            gates.emplace_back(change.core->gate());
        status = decide();
        return m_decided ? complete(status) : status;
    }

private:
    /// Base and journals on the device.
    Status prepare()
    {
        for (FencedChange& change : m_changes) {
            Status status = prepareOne(change);
            if (!status.ok()) {
                dropJournals();
                return inStoreOf(change, std::move(status));
            }
            ++m_prepared;
        }
        return {};
    }

    static Status prepareOne(FencedChange& change)
    {
        if (change.core->durability() == Durability::Power)
            ZR_RETURN_IF_ERROR(change.core->sync());
        // Before the journal, with which its name becomes durable.
        if (change.undo)
            ZR_RETURN_IF_ERROR(logOf(change).add(*change.undo));
        Status status = sideOf(change).writeJournal(change.journal);
        if (!status.ok() && change.undo)
            logOf(change).removeLast();
        return status;
    }

    Status raiseFences()
    {
        for (FencedChange& change : m_changes) {
            bool raised = false;
            Status status = inStoreOf(change, change.core->raiseFence(change.journal.id, raised));
            m_fenced += raised ? 1 : 0;
            ZR_RETURN_IF_ERROR(std::move(status));
        }
        return {};
    }

    Status decide()
    {
        Status status = guarded([&] { return raiseFences(); });
        if (m_group == nullptr)
            m_decided = m_fenced == 1;
        else if (status.ok())
            status = guarded([&] { return m_group->write(m_changes.front().journal.members, m_decided); });
        if (!m_decided) {
            for (FencedChange& change : m_changes.first(m_fenced))
                static_cast<void>(change.core->lowerFence().ok());
            dropJournals();
        }
        return status;
    }

    /// The change counts. One store that cannot be completed does not keep the others from it.
    Status complete(const Status& decided)
    {
        for (FencedChange& change : m_changes) {
            StoreCore& core = *change.core;
            Status own = decided;
            if (own.ok())
                own = guarded([&]() -> Status {
                    ZR_RETURN_IF_ERROR(change.apply());
                    return core.liftFence(change.journal.after, change.journal.id);
                });
            core.bumpGeneration();
            if (!own.ok())
                giveUp(change, own);
        }
        if (!m_failure.ok())
            return m_failure;
        // Before the journals, so that a file that stays is found with one of them.
        if (m_group != nullptr && !m_group->remove().ok())
            return {};
        // A journal that stays is recognised as done by the next opening.
        for (FencedChange& change : m_changes) {
            bool cleared = true;
            if (change.journal.kind == JournalKind::Replace) {
                logOf(change).clear();
                cleared = sideOf(change).dropSums().ok();
            } else {
                logOf(change).prune(change.journal.after);
            }
            if (cleared)
                static_cast<void>(sideOf(change).removeJournal().ok());
        }
        return {};
    }

    /// Reads show what will be, and nothing is changed any more.
    void giveUp(const FencedChange& change, const Status& cause)
    {
        Status outcome = inStoreOf(change, committed(cause, change.journal.kind));
        change.core->poison(outcome);
        if (m_failure.ok())
            m_failure = std::move(outcome);
        const Status shown = guarded([&]() -> Status {
            change.core->showPending(change.journal.after, change.view());
            return {};
        });
        // What cannot be shown must not be read half done.
        if (!shown.ok())
            change.core->release();
    }

    /// Of a poisoned store it is not known which header the file holds, so its journal has to stay.
    void dropJournals()
    {
        for (std::size_t i = 0; i < m_changes.size(); ++i) {
            const FencedChange& change = m_changes[i];
            if (!change.core->changeable().ok())
                continue;
            if (change.undo && i < m_prepared)
                logOf(change).removeLast();
            static_cast<void>(sideOf(change).removeJournal().ok());
        }
    }

    std::span<FencedChange> m_changes;
    GroupDecision* m_group;
    std::size_t m_prepared = 0;
    std::size_t m_fenced = 0;
    bool m_decided = false;
    Status m_failure;
};

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

Status runFencedChange(FencedChange& change)
{
    return FencedRun({&change, 1}, nullptr).run();
}

Status runGroupChange(std::span<FencedChange> changes, GroupDecision& decision)
{
    return FencedRun(changes, &decision).run();
}

}  // namespace zrecord
