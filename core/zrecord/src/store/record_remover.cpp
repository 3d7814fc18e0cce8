#include "store/record_remover.h"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <utility>

#include "concurrency/progress_reporter.h"
#include "store/record_gatherer.h"
#include "store/recovery/entry_patch.h"
#include "store/recovery/fenced_change.h"
#include "store/recovery/side_folder.h"

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
Status shorten(StoreCore& core, const MetaHeader& header)
{
    const bool waits = core.durability() == Durability::Power;
    if (waits)
        ZR_RETURN_IF_ERROR(core.sync());
    const std::lock_guard gate(core.gate());
    ZR_RETURN_IF_ERROR(core.publish(header));
    core.bumpGeneration();
    return waits ? core.syncHeader() : Status();
}

Status moveAndShorten(StoreCore& core, const MetaHeader& header, std::vector<std::uint64_t> targets, const EntryPatch& patch)
{
    SideFolder side(core.fileSystem(), core.path(), core.durability());
    ZR_ASSIGN_OR_RETURN(Journal journal, beginJournal(core, JournalKind::Delete, header, side.newId()));
    journal.targets = std::move(targets);
    ZR_ASSIGN_OR_RETURN(journal.guard, guardChecksum(core.files(), journal.before.length / core.perRecord(), journal.targets, core.perRecord()));
    ZR_RETURN_IF_ERROR(side.prepare());
    const auto apply = [&]() -> Status {
        ZR_RETURN_IF_ERROR(patch.apply(core.output()));
        return core.durability() == Durability::Power ? core.output().sync(header) : Status();
    };
    Status status = runFencedChange(core, journal, apply, [&] { return patch.view(); });
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

Result<RemovalResult> removeRecords(StoreCore& core, std::span<const std::uint64_t> indices, const OperationContext& context)
{
    ZR_RETURN_IF_ERROR(checkIndices(indices, core.records()));
    std::vector<std::uint64_t> targets = sortedTargets(indices);
    RemovalResult plan = planSwapLast(core.records(), targets);
    if (plan.removed == 0)
        return plan;
    MetaHeader header = core.header();
    header.length -= plan.removed * core.perRecord();
    EntryPatch patch(plan.moves, core.perRecord());
    ProgressReporter progress(context, "removing records", plan.moves.size());
    ZR_RETURN_IF_ERROR(patch.load(core.files(), progress));
    ZR_RETURN_IF_ERROR(progress.checkStop());
    ZR_RETURN_IF_ERROR(plan.moves.empty() ? shorten(core, header) : moveAndShorten(core, header, std::move(targets), patch));
    progress.finish();
    return plan;
}

}  // namespace zrecord
