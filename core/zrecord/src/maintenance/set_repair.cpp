#include <algorithm>
#include <iterator>
#include <utility>

#include "maintenance/repair_analysis.h"
#include "maintenance/repair_apply.h"
#include "zrecord/aligned_set.h"

namespace zrecord {
namespace {

Status named(Status status, const std::filesystem::path& store)
{
    return std::move(status).withStore(store.string());
}

/// The analyses of all streams of a set, each with its lock, and what goes from all of them.
struct SetAnalysis {
    std::vector<RepairAnalysis> streams;
    std::vector<RepairCut> cuts;
    SetRepair repair;
};

std::vector<std::uint64_t> unite(const std::vector<std::uint64_t>& a, const std::vector<std::uint64_t>& b, std::uint64_t below)
{
    std::vector<std::uint64_t> both;
    std::ranges::set_union(a, b, std::back_inserter(both));
    std::erase_if(both, [&](std::uint64_t record) { return record >= below; });
    return both;
}

/// Records that go from one stream go from all, or pictures would get the labels of others.
void joinCuts(SetAnalysis& set, const RepairOptions& options)
{
    std::uint64_t records = UINT64_MAX;
    bool equal = true;
    for (const RepairAnalysis& stream : set.streams) {
        records = std::min(records, stream.readable);
        equal = equal && stream.recordsBefore() == set.streams.front().recordsBefore();
    }
    std::vector<std::uint64_t> damaged;
    std::vector<std::uint64_t> doubled;
    for (const RepairAnalysis& stream : set.streams) {
        if (options.removeDamaged)
            damaged = unite(damaged, stream.damaged, records);
        doubled = unite(doubled, stream.doubled, records);
    }
    std::erase_if(doubled, [&](std::uint64_t record) { return std::ranges::binary_search(damaged, record); });
    for (const RepairAnalysis& stream : set.streams)
        set.cuts.push_back(equal ? RepairCut{records, damaged, doubled} : RepairCut{stream.readable, {}, {}});
    if (equal)
        set.repair.records = unite(damaged, doubled, records);
    const bool lost = std::ranges::any_of(set.streams, [](const RepairAnalysis& stream) { return !stream.doubled.empty() || stream.readable < stream.recordsBefore(); });
    if (!equal && lost)
        set.repair.blocked = Status(ErrorCode::WrongKind, "the streams have different lengths, so it is not known which of their records belong together")
                                 .withRemedy("Save what can be read into a new set, or make the lengths equal first.");
}

Result<SetAnalysis> analyseSet(const std::filesystem::path& folder, const RepairOptions& options, Access access, const OperationContext& context)
{
    const std::vector<std::string> names = AlignedSet::streamNames(folder);
    if (names.empty())
        return Status(ErrorCode::NotFound, "the folder " + folder.string() + " holds no store");
    SetAnalysis set;
    for (const std::string& name : names) {
        auto analysis = analyseForRepair(posixFileSystem(), {}, folder / name, options, access, context);
        if (!analysis.ok())
            return named(std::move(analysis).status(), folder / name);
        if (!analysis->blocked.ok() && set.repair.blocked.ok())
            set.repair.blocked = named(analysis->blocked, folder / name);
        set.streams.push_back(std::move(analysis).value());
    }
    joinCuts(set, options);
    for (std::size_t i = 0; i < names.size(); ++i) {
        RepairPlan plan = describeRepair(set.streams[i], set.cuts[i]);
        if (!plan.blocked.ok() && set.repair.blocked.ok())
            set.repair.blocked = named(plan.blocked, folder / names[i]);
        set.repair.streams.push_back({names[i], std::move(plan), {}});
    }
    return set;
}

}  // namespace

Result<SetRepair> planSetRepair(const std::filesystem::path& folder, const RepairOptions& options, const OperationContext& context)
{
    ZR_ASSIGN_OR_RETURN(SetAnalysis set, analyseSet(folder, options, Access::ReadOnly, context));
    return std::move(set.repair);
}

Result<SetRepair> repairSet(const std::filesystem::path& folder, const RepairOptions& options, const OperationContext& context)
{
    ZR_ASSIGN_OR_RETURN(SetAnalysis set, analyseSet(folder, options, Access::ReadWrite, context));
    if (!set.repair.blocked.ok())
        return set.repair.blocked;
    for (std::size_t i = 0; i < set.streams.size(); ++i) {
        SetRepair::Stream& stream = set.repair.streams[i];
        if (stream.plan.steps.empty())
            continue;
        auto backup = applyRepair(posixFileSystem(), {}, set.streams[i], set.cuts[i]);
        if (!backup.ok())
            return named(std::move(backup).status(), folder / stream.name);
        stream.backup = std::move(backup).value();
    }
    if (set.repair.records.empty())
        return std::move(set.repair);
    // One delete of the set, so that its streams stay together.
    set.streams.clear();
    OpenOptions writing;
    writing.access = Access::ReadWrite;
    ZR_ASSIGN_OR_RETURN(AlignedSet aligned, AlignedSet::open(folder, writing));
    ZR_RETURN_IF_ERROR(aligned.remove(set.repair.records, context).status());
    ZR_RETURN_IF_ERROR(aligned.close());
    return std::move(set.repair);
}

}  // namespace zrecord
