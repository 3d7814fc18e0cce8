#include "store/record_remover.h"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <utility>

#include "concurrency/progress_reporter.h"
#include "store/record_gatherer.h"
#include "store/recovery/record_restorer.h"
#include "store/recovery/side_folder.h"
#include "store/recovery/undo_log.h"

namespace zrecord {
namespace {

std::vector<std::uint64_t> sortedTargets(std::span<const std::uint64_t> indices)
{
    std::vector<std::uint64_t> targets(indices.begin(), indices.end());
    if (!std::ranges::is_sorted(targets))
        std::ranges::sort(targets);
    targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
    return targets;
}

/// Nothing moves: the header alone makes the store shorter, in one write.
Status shorten(StoreCore& core, const PreparedRemoval& removal)
{
    const bool waits = core.durability() == Durability::Power;
    SideFolder side(core.fileSystem(), core.path(), core.durability());
    UndoLog log(core.fileSystem(), core.path(), core.durability());
    ZR_ASSIGN_OR_RETURN(const std::optional<UndoRecord> undo, undoOf(core, removal, side.newId()));
    if (waits)
        ZR_RETURN_IF_ERROR(core.sync());
    Status status;
    if (undo) {
        ZR_RETURN_IF_ERROR(side.prepare());
        status = log.add(*undo);
        if (Status synced = status.ok() ? side.syncNames() : Status(); !synced.ok()) {
            log.removeLast();
            status = std::move(synced);
        }
    }
    if (status.ok()) {
        const std::lock_guard gate(core.gate());
        status = core.publish(removal.after);
        if (status.ok())
            core.bumpGeneration();
        else if (undo)
            log.removeLast();
        if (status.ok() && waits)
            status = core.syncHeader();
    }
    log.prune(core.header());
    side.tidy();
    return status;
}

Status moveAndShorten(StoreCore& core, const PreparedRemoval& removal)
{
    SideFolder side(core.fileSystem(), core.path(), core.durability());
    ZR_ASSIGN_OR_RETURN(FencedChange change, fencedRemoval(core, removal, side.newId()));
    ZR_RETURN_IF_ERROR(side.prepare());
    Status status = runFencedChange(change);
    side.tidy();
    return status;
}

}  // namespace

RemovalResult planSwapLast(std::uint64_t records, std::span<const std::uint64_t> targets)
{
    RemovalResult result;
    result.removed = targets.size();
    result.recordsBefore = records;
    const std::uint64_t left = records - targets.size();
    // What lies in each of the places that disappear, while they are used up from the end.
    std::vector<std::uint64_t> tail(targets.size());
    std::iota(tail.begin(), tail.end(), left);
    std::uint64_t last = records;
    for (auto target = targets.rbegin(); target != targets.rend(); ++target) {
        const std::uint64_t moved = tail[--last - left];
        if (*target >= left)
            tail[*target - left] = moved;
        else
            result.moves.push_back({moved, *target});
    }
    std::ranges::reverse(result.moves);
    return result;
}

Result<RemovalResult> planRemoval(const StoreCore& core, std::span<const std::uint64_t> indices)
{
    const std::uint64_t records = core.header().length / core.perRecord();
    ZR_RETURN_IF_ERROR(checkIndices(indices, records));
    return planSwapLast(records, sortedTargets(indices));
}

Result<PreparedRemoval> prepareRemoval(const StoreCore& core, std::span<const std::uint64_t> indices, const OperationContext& context)
{
    ZR_RETURN_IF_ERROR(checkIndices(indices, core.records()));
    PreparedRemoval removal;
    removal.targets = sortedTargets(indices);
    removal.plan = planSwapLast(core.records(), removal.targets);
    removal.after = core.header();
    removal.after.length -= removal.plan.removed * core.perRecord();
    ProgressReporter progress(context, "removing records", removal.plan.moves.size());
    ZR_ASSIGN_OR_RETURN(removal.patch, EntryPatch::ofMoves(core.files(), removal.plan.moves, core.perRecord(), progress));
    ZR_RETURN_IF_ERROR(progress.checkStop());
    progress.finish();
    return removal;
}

Result<FencedChange> fencedRemoval(StoreCore& core, const PreparedRemoval& removal, const JournalId& id)
{
    FencedChange change;
    change.core = &core;
    ZR_ASSIGN_OR_RETURN(change.journal, beginJournal(core, JournalKind::Delete, removal.after, id));
    Journal& journal = change.journal;
    journal.targets = removal.targets;
    ZR_ASSIGN_OR_RETURN(journal.guard, guardChecksum(core.files(), journal.before.length / core.perRecord(), journal.targets, core.perRecord()));
    ZR_ASSIGN_OR_RETURN(change.undo, undoOf(core, removal, id));
    change.apply = [&core, &removal]() -> Status {
        ZR_RETURN_IF_ERROR(removal.patch.apply(core.output()));
        return core.durability() == Durability::Power ? core.output().sync(removal.after) : Status();
    };
    change.view = [&removal] { return removal.patch.view(); };
    return change;
}

Result<RemovalResult> removeRecords(StoreCore& core, std::span<const std::uint64_t> indices, const OperationContext& context)
{
    ZR_ASSIGN_OR_RETURN(PreparedRemoval removal, prepareRemoval(core, indices, context));
    if (removal.plan.removed != 0)
        ZR_RETURN_IF_ERROR(removal.plan.moves.empty() ? shorten(core, removal) : moveAndShorten(core, removal));
    return std::move(removal.plan);
}

}  // namespace zrecord
