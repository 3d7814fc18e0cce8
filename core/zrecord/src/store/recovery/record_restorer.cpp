#include "store/recovery/record_restorer.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/checksum.h"
#include "concurrency/progress_reporter.h"
#include "store/location_reader.h"
#include "store/recovery/side_folder.h"
#include "store/recovery/undo_log.h"

namespace zrecord {
namespace {

/// A program that compacts moves or overwrites everything behind the first removed byte, so a few samples tell.
constexpr std::uint64_t kSamples = 8;
constexpr std::uint32_t kSampleBytes = 64 << 10;

UndoLog logOf(const StoreCore& core)
{
    return {core.fileSystem(), core.path(), core.durability()};
}

/// Nothing when the bytes cannot be read: a damaged record can be removed as well.
std::optional<std::uint64_t> sampleOf(const StoreCore& core, const LocationEntry& entry)
{
    const auto file = core.files().chunk(entry.chunk);
    std::vector<std::byte> bytes(std::min(entry.physLength, kSampleBytes));
    if (!file.ok())
        return std::nullopt;
    const auto got = (*file)->readAt(entry.offset, bytes);
    if (!got.ok() || *got != bytes.size())
        return std::nullopt;
    return checksumOf(bytes);
}

std::vector<UndoSample> samplesOf(const StoreCore& core, const UndoRecord& record)
{
    std::vector<UndoSample> samples;
    const std::uint64_t count = std::min<std::uint64_t>(kSamples, record.targets.size());
    for (std::uint64_t i = 0; i < count; ++i) {
        // The first, the last, and evenly between them.
        const std::uint64_t target = count == 1 ? 0 : i * (record.targets.size() - 1) / (count - 1);
        if (const auto checksum = sampleOf(core, record.entries[target * core.perRecord()]))
            samples.push_back({target, *checksum});
    }
    return samples;
}

std::uint64_t checksumOfEntries(std::span<const LocationEntry> entries)
{
    std::vector<std::byte> bytes(entries.size() * kLocationEntryBytes);
    for (std::size_t i = 0; i < entries.size(); ++i)
        storeLocationEntry(bytes.data() + i * kLocationEntryBytes, entries[i]);
    return checksumOf(bytes);
}

Status rewritten()
{
    return Status(ErrorCode::NotFound, "the delete cannot be undone: another program has changed the store since, and the removed records are not "
                                       "where they were")
        .withRemedy("Restore the records from a copy of the store.");
}

Result<std::vector<LocationEntry>> entriesAt(const StoreCore& core, std::span<const std::uint64_t> records, ProgressReporter& progress)
{
    constexpr std::size_t kSlice = 1 << 16;
    std::vector<LocationEntry> entries(records.size() * core.perRecord());
    LocationReader reader(core.files());
    for (std::size_t begin = 0; begin < records.size(); begin += kSlice) {
        const auto slice = records.subspan(begin, std::min(kSlice, records.size() - begin));
        ZR_RETURN_IF_ERROR(progress.advance(slice.size()));
        ZR_RETURN_IF_ERROR(reader.readRecords(slice, core.perRecord(),
                                              std::span(entries).subspan(begin * core.perRecord(), slice.size() * core.perRecord())));
    }
    return entries;
}

void addChanges(std::vector<EntryChange>& changes, std::uint64_t record, std::span<const LocationEntry> entries)
{
    for (std::size_t i = 0; i < entries.size(); ++i)
        changes.push_back({record * entries.size() + i, entries[i]});
}

}  // namespace

Result<std::optional<UndoRecord>> undoOf(const StoreCore& core, const PreparedRemoval& removal, const JournalId& id)
{
    if (!core.keepsUndo() || removal.targets.size() > UndoLog::kMostRecords)
        return std::optional<UndoRecord>();
    UndoRecord record;
    UndoSummary& summary = record.summary;
    summary.raggedPairs = core.isRagged();
    summary.id = id;
    summary.before = core.header();
    summary.after = removal.after;
    ZR_ASSIGN_OR_RETURN(summary.storeChecksum, storeChecksum(core.fileSystem(), core.path()));
    summary.records = removal.targets.size();
    summary.when = std::chrono::duration_cast<std::chrono::seconds>(std::chrono::system_clock::now().time_since_epoch()).count();
    std::vector<LocationEntry> moved;
    for (const EntryChange& change : removal.patch.changes())
        moved.push_back(change.entry);
    summary.guard = checksumOfEntries(moved);
    record.targets = removal.targets;
    const OperationContext context;
    ProgressReporter progress(context, "keeping what undo needs", removal.targets.size());
    ZR_ASSIGN_OR_RETURN(record.entries, entriesAt(core, record.targets, progress));
    record.samples = samplesOf(core, record);
    return std::optional(std::move(record));
}

Result<PreparedRestoration> prepareRestoration(const StoreCore& core, const OperationContext& context)
{
    const MetaHeader header = core.header();
    ZR_ASSIGN_OR_RETURN(UndoRecord record, logOf(core).newest(header));
    ZR_ASSIGN_OR_RETURN(const std::uint64_t store, storeChecksum(core.fileSystem(), core.path()));
    if (store != record.summary.storeChecksum || record.summary.raggedPairs != core.isRagged())
        return rewritten();
    const std::uint64_t recordsAfter = record.summary.before.length / core.perRecord();
    const RemovalResult removal = planSwapLast(recordsAfter, record.targets);
    ProgressReporter progress(context, "restoring records", removal.moves.size());
    std::vector<std::uint64_t> places;
    for (const RecordMove& move : removal.moves)
        places.push_back(move.to);
    ZR_ASSIGN_OR_RETURN(const std::vector<LocationEntry> moved, entriesAt(core, places, progress));
    if (checksumOfEntries(moved) != record.summary.guard)
        return rewritten();
    for (const UndoSample& sample : record.samples)
        if (sampleOf(core, record.entries[sample.target * core.perRecord()]) != sample.checksum)
            return rewritten();
    PreparedRestoration restoration;
    restoration.removal = record.summary.id;
    restoration.after = record.summary.before;
    const std::size_t each = core.perRecord();
    for (std::size_t i = 0; i < record.targets.size(); ++i)
        addChanges(restoration.changes, record.targets[i], std::span(record.entries).subspan(i * each, each));
    for (std::size_t i = 0; i < removal.moves.size(); ++i) {
        // What was removed from behind the new end does not lie in a place that something moved out of.
        addChanges(restoration.changes, removal.moves[i].from, std::span(moved).subspan(i * each, each));
        restoration.plan.moves.push_back({removal.moves[i].to, removal.moves[i].from});
    }
    std::ranges::sort(restoration.changes, {}, &EntryChange::physical);
    std::ranges::sort(restoration.plan.moves, {}, &RecordMove::to);
    restoration.plan.recordsBefore = header.length / core.perRecord();
    restoration.plan.restored = std::move(record.targets);
    ZR_RETURN_IF_ERROR(progress.checkStop());
    progress.finish();
    return restoration;
}

Result<FencedChange> fencedRestoration(StoreCore& core, const PreparedRestoration& restoration, const JournalId& id)
{
    FencedChange change;
    change.core = &core;
    ZR_ASSIGN_OR_RETURN(change.journal, beginJournal(core, JournalKind::Restore, restoration.after, id));
    change.journal.entries = restoration.changes;
    change.apply = [&core, &restoration]() -> Status {
        ZR_RETURN_IF_ERROR(EntryPatch(restoration.changes).apply(core.output()));
        return core.durability() == Durability::Power ? core.output().sync(restoration.after) : Status();
    };
    change.view = [&restoration] { return PendingView{restoration.changes, {}}; };
    return change;
}

Result<std::vector<UndoableRemoval>> undoableRemovals(const StoreCore& core)
{
    ZR_ASSIGN_OR_RETURN(const std::vector<UndoSummary> levels, logOf(core).levels(core.header()));
    std::vector<UndoableRemoval> all;
    for (const UndoSummary& level : levels)
        all.push_back({level.records, level.when});
    return all;
}

Result<RestorationResult> restoreRecords(StoreCore& core, const OperationContext& context)
{
    ZR_ASSIGN_OR_RETURN(PreparedRestoration restoration, prepareRestoration(core, context));
    SideFolder side(core.fileSystem(), core.path(), core.durability());
    ZR_ASSIGN_OR_RETURN(FencedChange change, fencedRestoration(core, restoration, side.newId()));
    ZR_RETURN_IF_ERROR(side.prepare());
    Status status = runFencedChange(change);
    side.tidy();
    ZR_RETURN_IF_ERROR(std::move(status));
    return std::move(restoration.plan);
}

}  // namespace zrecord
