#include "store/recovery/group_change.h"

#include <algorithm>
#include <mutex>
#include <new>
#include <string>
#include <utility>

#include "store/compactor.h"
#include "store/record_remover.h"
#include "store/recovery/group_decision.h"
#include "store/recovery/record_restorer.h"
#include "store/recovery/side_folder.h"
#include "store/recovery/undo_log.h"
#include "store/store_statistics.h"

namespace zrecord {
namespace {

SideFolder sideOf(const StoreCore& core)
{
    return {core.fileSystem(), core.path(), core.durability()};
}

Status inStore(const StoreCore& core, Status status)
{
    return status.ok() ? std::move(status) : std::move(status).withStore(core.path().string());
}

/// Runs a change of all stores while no other change of one of them can.
template <typename Operation>
auto changingAll(std::span<StoreCore* const> cores, Operation&& operation) -> decltype(operation())
{
    // Before any mutex: after fork one may be held by a thread that does not exist here.
    for (const StoreCore* const core : cores)
        ZR_RETURN_IF_ERROR(inStore(*core, core->usable()));
    std::vector<std::unique_lock<std::mutex>> locks;
    for (const StoreCore* const core : cores)
        locks.emplace_back(core->writeMutex());
    for (const StoreCore* const core : cores)
        ZR_RETURN_IF_ERROR(inStore(*core, core->changeable()));
    try {
        return operation();
    } catch (const std::bad_alloc&) {
        return Status(ErrorCode::OutOfMemory, "there is not enough memory for this operation");
    }
}

Status runTogether(std::vector<FencedChange>& changes)
{
    if (changes.size() == 1)
        return inStore(*changes.front().core, runFencedChange(changes.front()));
    std::vector<GroupMember> members;
    bool waits = false;
    for (const FencedChange& change : changes) {
        members.push_back({change.core->path().filename().string(), change.journal.after});
        waits = waits || change.core->durability() == Durability::Power;
    }
    std::ranges::sort(members, {}, &GroupMember::name);
    for (FencedChange& change : changes)
        change.journal.members = members;
    const FencedChange& first = changes.front();
    GroupDecision decision = GroupDecision::of(first.core->fileSystem(), first.core->path(), first.journal.id,
                                               waits ? Durability::Power : Durability::Process);
    return runGroupChange(changes, decision);
}

/// Runs what `fenced` makes of each of the plans, under one id.
template <typename Plan, typename Fenced>
Status planTogether(std::span<StoreCore* const> cores, const std::vector<Plan>& plans, Fenced&& fenced)
{
    const JournalId id = sideOf(*cores.front()).newId();
    std::vector<FencedChange> changes;
    for (std::size_t i = 0; i < cores.size(); ++i) {
        ZR_RETURN_IF_ERROR(inStore(*cores[i], sideOf(*cores[i]).prepare()));
        Result<FencedChange> change = fenced(*cores[i], plans[i], id);
        ZR_RETURN_IF_ERROR(inStore(*cores[i], change.status()));
        changes.push_back(std::move(change).value());
    }
    return runTogether(changes);
}

Status compactTogether(std::span<StoreCore* const> cores, std::vector<PreparedCompaction>& compactions, const OperationContext& context)
{
    const JournalId id = sideOf(*cores.front()).newId();
    std::uint64_t available = UINT64_MAX;
    for (const StoreCore* const core : cores) {
        ZR_ASSIGN_OR_RETURN(const std::uint64_t here, core->fileSystem().freeSpace(core->path()));
        available = std::min(available, here);
    }
    for (StoreCore* const core : cores) {
        auto compaction = prepareCompaction(*core, id, available, context);
        if (compaction.code() == ErrorCode::OutOfSpace)
            return inStore(*core, std::move(compaction).status()).withRemedy("Free space on the disk, or compact the stores of the set one by one.");
        ZR_RETURN_IF_ERROR(inStore(*core, compaction.status()));
        compactions.push_back(std::move(compaction).value());
    }
    // What shows the others whether a store has made the change is its header. Some compacts leave it as it is; these move no
    // record either, so they need not count together with the others.
    std::vector<FencedChange> together;
    std::vector<FencedChange> alone;
    for (std::size_t i = 0; i < cores.size(); ++i) {
        if (!compactions[i].needed)
            continue;
        auto change = fencedCompaction(*cores[i], compactions[i]);
        ZR_RETURN_IF_ERROR(inStore(*cores[i], change.status()));
        (change->journal.after == change->journal.before ? alone : together).push_back(std::move(change).value());
    }
    if (!together.empty())
        ZR_RETURN_IF_ERROR(runTogether(together));
    for (FencedChange& change : alone)
        ZR_RETURN_IF_ERROR(inStore(*change.core, runFencedChange(change)));
    return {};
}

void tidyAll(std::span<StoreCore* const> cores)
{
    for (const StoreCore* const core : cores)
        sideOf(*core).tidy();
}

}  // namespace

Result<RemovalResult> removeFromAll(std::span<StoreCore* const> cores, std::span<const std::uint64_t> indices, const OperationContext& context)
{
    return changingAll(cores, [&]() -> Result<RemovalResult> {
        std::vector<PreparedRemoval> removals;
        for (StoreCore* const core : cores) {
            auto removal = prepareRemoval(*core, indices, context);
            ZR_RETURN_IF_ERROR(inStore(*core, removal.status()));
            removals.push_back(std::move(removal).value());
            if (removals.back().plan.recordsBefore != removals.front().plan.recordsBefore)
                return inStore(*core, Status(ErrorCode::WrongKind, "the streams of the set have different lengths"));
        }
        if (removals.front().plan.removed != 0) {
            Status status = planTogether(cores, removals, fencedRemoval);
            tidyAll(cores);
            ZR_RETURN_IF_ERROR(std::move(status));
        }
        return std::move(removals.front().plan);
    });
}

Result<RestorationResult> restoreInAll(std::span<StoreCore* const> cores, const OperationContext& context)
{
    return changingAll(cores, [&]() -> Result<RestorationResult> {
        std::vector<PreparedRestoration> restorations;
        for (StoreCore* const core : cores) {
            auto restoration = prepareRestoration(*core, context);
            ZR_RETURN_IF_ERROR(inStore(*core, restoration.status()));
            restorations.push_back(std::move(restoration).value());
            if (restorations.back().removal != restorations.front().removal)
                return inStore(*core, Status(ErrorCode::NotFound, "there is no delete of the whole set to undo: the last one of this stream was its own"))
                    .withRemedy("Open the stream alone to undo its own deletes.");
        }
        Status status = planTogether(cores, restorations, fencedRestoration);
        tidyAll(cores);
        ZR_RETURN_IF_ERROR(std::move(status));
        return std::move(restorations.front().plan);
    });
}

Result<std::vector<UndoableRemoval>> undoableInAll(std::span<StoreCore* const> cores)
{
    std::vector<std::vector<UndoSummary>> levels;
    for (const StoreCore* const core : cores)
        ZR_RETURN_IF_ERROR(inStore(*core, core->usable()));
    for (const StoreCore* const core : cores) {
        auto own = UndoLog(core->fileSystem(), core->path(), core->durability()).levels(core->header());
        ZR_RETURN_IF_ERROR(inStore(*core, own.status()));
        levels.push_back(std::move(own).value());
    }
    std::vector<UndoableRemoval> common;
    for (std::size_t i = 0; i < levels.front().size(); ++i) {
        const UndoSummary& first = levels.front()[i];
        if (std::ranges::any_of(levels, [&](const auto& own) { return i >= own.size() || own[i].id != first.id; }))
            break;
        common.push_back({first.records, first.when});
    }
    return common;
}

Result<std::vector<CompactionResult>> compactAll(std::span<StoreCore* const> cores, const OperationContext& context)
{
    return changingAll(cores, [&]() -> Result<std::vector<CompactionResult>> {
        std::vector<PreparedCompaction> compactions;
        Status status = compactTogether(cores, compactions, context);
        tidyAll(cores);
        ZR_RETURN_IF_ERROR(std::move(status));
        std::vector<CompactionResult> results;
        for (std::size_t i = 0; i < cores.size(); ++i) {
            if (compactions[i].needed) {
                ZR_ASSIGN_OR_RETURN(compactions[i].result.after, countStats(*cores[i], context));
            }
            results.push_back(compactions[i].result);
        }
        return results;
    });
}

}  // namespace zrecord
