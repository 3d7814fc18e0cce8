#include "store/compactor.h"

#include <string>
#include <utility>
#include <vector>

#include "format/file_names.h"
#include "store/entry_check.h"
#include "store/placement_list.h"
#include "store/recovery/file_switch.h"
#include "store/recovery/side_folder.h"
#include "store/store_statistics.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kSpareBytes = 1 << 20;  // folder entries and file system overhead

std::uint64_t segmentsOf(const StoreCore& core, const MetaHeader& header)
{
    return (header.length + core.limits().entriesPerSegment - 1) / core.limits().entriesPerSegment;
}

/// Loc files from 0 on without a gap: after deletes there may be more than the header needs.
Result<std::uint64_t> presentSegments(const StoreCore& core)
{
    for (std::uint64_t number = 0;; ++number) {
        ZR_ASSIGN_OR_RETURN(const EntryType type, core.fileSystem().entryType(core.path() / locationFileName(number)));
        if (type != EntryType::File)
            return number;
    }
}

/// The files of the old state that the new one does not overwrite, the highest numbers first.
Result<std::vector<JournalFileId>> superfluousFiles(const StoreCore& core, const MetaHeader& before, const MetaHeader& after)
{
    std::vector<JournalFileId> files;
    for (std::uint32_t number = before.tailChunk; number > after.tailChunk; --number)
        files.push_back({JournalFileType::Chunk, number});
    ZR_ASSIGN_OR_RETURN(std::uint64_t segment, presentSegments(core));
    while (segment > segmentsOf(core, after))
        files.push_back({JournalFileType::Location, static_cast<std::uint32_t>(--segment)});
    return files;
}

/// The new files are as private, and belong to the same people, as those that they replace.
Status keepPermissions(StoreCore& core, const std::filesystem::path& workFolder)
{
    ZR_ASSIGN_OR_RETURN(const std::vector<FolderEntry> entries, core.fileSystem().list(workFolder));
    for (const FolderEntry& entry : entries) {
        ZR_ASSIGN_OR_RETURN(const EntryType old, core.fileSystem().entryType(core.path() / entry.name));
        const std::filesystem::path model = core.path() / (old == EntryType::File ? entry.name : kMetaFileName);
        ZR_RETURN_IF_ERROR(core.fileSystem().copyPermissions(model, workFolder / entry.name));
    }
    return {};
}

/// Whether new files would be byte for byte the old ones: nothing dead, nothing behind the end.
Result<bool> isPacked(const StoreCore& core, const MetaHeader& header, const StoreStats& stats)
{
    if (stats.reclaimable != 0 || header.tailChunk != 0 || segmentsOf(core, header) != 1)
        return false;
    ZR_ASSIGN_OR_RETURN(const auto chunk, core.files().chunk(0));
    ZR_ASSIGN_OR_RETURN(const std::uint64_t chunkBytes, chunk->size());
    ZR_ASSIGN_OR_RETURN(const auto table, core.files().segment(0));
    ZR_ASSIGN_OR_RETURN(const std::uint64_t tableBytes, table->size());
    return chunkBytes == header.tailOffset && tableBytes == header.length * kLocationEntryBytes;
}

Result<std::vector<Placement>> movableRecords(const StoreCore& core, const MetaHeader& header, const OperationContext& context)
{
    const bool raw = core.codec().isIdentity();
    const auto check = [&](std::uint64_t physical, const LocationEntry& entry) -> Result<bool> {
        ZR_RETURN_IF_ERROR(checkEntry(core, header, physical, entry));
        if (raw && entry.logicLength > entry.physLength)
            return atEntry(core, physical, Status(ErrorCode::CorruptRecord, "the entry says that fewer bytes are stored than the record has"));
        return true;
    };
    auto placements = loadPlacements(core, header, context, check);
    if (!placements.ok())
        return placements;
    Status fault;
    forEachOverlap(*placements, [&](const Placement& earlier, const Placement& later) {
        fault = atEntry(core, later.index,
                        Status(ErrorCode::CorruptRecord, "the record shares bytes with record " +
                                                             std::to_string(earlier.index / core.perRecord()) +
                                                             ", so the store must not be compacted"))
                    .withRemedy("Run 'zr verify' for the full list; copying the good records into a new store keeps them.");
        return false;
    });
    if (!fault.ok())
        return fault;
    return placements;
}

std::uint64_t bytesNeeded(const MetaHeader& header, const StoreStats& stats)
{
    return stats.liveBytes + header.length * kLocationEntryBytes + kSpareBytes;
}

}  // namespace

Result<PreparedCompaction> prepareCompaction(StoreCore& core, const JournalId& id, std::uint64_t& available, const OperationContext& context)
{
    const MetaHeader header = core.header();
    PreparedCompaction compaction;
    compaction.id = id;
    ZR_ASSIGN_OR_RETURN(compaction.result.before, countStats(core, context));
    ZR_ASSIGN_OR_RETURN(const std::vector<Placement> placements, movableRecords(core, header, context));
    compaction.result.after = compaction.result.before;
    ZR_ASSIGN_OR_RETURN(const bool packed, isPacked(core, header, compaction.result.before));
    if (packed)
        return compaction;
    compaction.needed = true;
    const std::uint64_t needed = bytesNeeded(header, compaction.result.before);
    if (available < needed)
        return Status(ErrorCode::OutOfSpace, "compact needs " + std::to_string(needed) + " bytes of free space for the new files; the disk has " +
                                                 std::to_string(available));
    available -= needed;
    SideFolder side(core.fileSystem(), core.path(), core.durability());
    const std::filesystem::path workFolder = side.newFiles(id);
    ZR_RETURN_IF_ERROR(side.prepare());
    ZR_RETURN_IF_ERROR(core.fileSystem().createFolder(workFolder));
    OutputFiles output(core.fileSystem(), workFolder, core.limits());
    ZR_ASSIGN_OR_RETURN(compaction.files, copyLiveRecords(core, header, placements, output, context));
    ZR_RETURN_IF_ERROR(keepPermissions(core, workFolder));
    return compaction;
}

Result<FencedChange> fencedCompaction(StoreCore& core, const PreparedCompaction& compaction)
{
    FencedChange change;
    change.core = &core;
    ZR_ASSIGN_OR_RETURN(Journal journal, beginJournal(core, JournalKind::Replace, compaction.files.header, compaction.id));
    ZR_ASSIGN_OR_RETURN(journal.removals, superfluousFiles(core, journal.before, journal.after));
    journal.files = compaction.files.files;
    const std::filesystem::path workFolder = SideFolder(core.fileSystem(), core.path(), core.durability()).newFiles(compaction.id);
    change.apply = [&core, journal, workFolder] {
        core.files().forget();
        core.output().forgetReplaced(core.durability() == Durability::Power);
        Status status = switchFiles(core.fileSystem(), core.path(), workFolder, journal, core.durability());
        core.files().forget();
        return status;
    };
    change.view = [workFolder] { return PendingView{{}, workFolder}; };
    change.journal = std::move(journal);
    return change;
}

Result<CompactionResult> compactStore(StoreCore& core, const OperationContext& context)
{
    SideFolder side(core.fileSystem(), core.path(), core.durability());
    ZR_ASSIGN_OR_RETURN(std::uint64_t available, core.fileSystem().freeSpace(core.path()));
    auto compaction = prepareCompaction(core, side.newId(), available, context);
    if (compaction.ok() && !compaction->needed)
        return compaction->result;
    const auto switchToNewFiles = [&]() -> Status {
        ZR_RETURN_IF_ERROR(compaction.status());
        ZR_ASSIGN_OR_RETURN(FencedChange change, fencedCompaction(core, *compaction));
        return runFencedChange(change);
    };
    Status status = switchToNewFiles();
    side.tidy();
    ZR_RETURN_IF_ERROR(std::move(status));
    ZR_ASSIGN_OR_RETURN(compaction->result.after, countStats(core, context));
    return compaction->result;
}

Result<CompactionForecast> forecastCompaction(const StoreCore& core, const OperationContext& context)
{
    ZR_ASSIGN_OR_RETURN(const StoreStats stats, countStats(core, context));
    CompactionForecast forecast;
    forecast.freedBytes = stats.reclaimable;
    forecast.neededBytes = bytesNeeded(core.header(), stats);
    ZR_ASSIGN_OR_RETURN(forecast.availableBytes, core.fileSystem().freeSpace(core.path()));
    return forecast;
}

}  // namespace zrecord
