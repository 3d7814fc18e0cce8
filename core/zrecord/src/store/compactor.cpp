#include "store/compactor.h"

#include <algorithm>
#include <array>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "format/file_names.h"
#include "store/compact_copy.h"
#include "store/entry_check.h"
#include "store/placement_list.h"
#include "store/store_statistics.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kSpareBytes = 1 << 20;  // folder entries and file system overhead
constexpr char kOldPrefix[] = "old-";

std::uint64_t segmentsOf(const StoreCore& core, const MetaHeader& header)
{
    return (header.length + core.limits().entriesPerSegment - 1) / core.limits().entriesPerSegment;
}

std::vector<std::string> fileNames(const MetaHeader& header, std::uint64_t segments)
{
    std::vector<std::string> names;
    for (std::uint64_t number = 0; number <= header.tailChunk; ++number)
        names.push_back(chunkFileName(number));
    for (std::uint64_t number = 0; number < segments; ++number)
        names.push_back(locationFileName(number));
    return names;
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

/// Removes what is in the folder and the folder; best effort, since it is hidden and harmless.
void removeFolderWithFiles(FileSystem& fileSystem, const std::filesystem::path& folder)
{
    if (const auto entries = fileSystem.list(folder); entries.ok())
        for (const FolderEntry& entry : *entries)
            static_cast<void>(fileSystem.removeFile(folder / entry.name).ok());
    static_cast<void>(fileSystem.removeFolder(folder).ok());
}

/// Exchanges old files for new ones by renames that can be taken back.
class FileExchange {
public:
    FileExchange(FileSystem& fileSystem, std::filesystem::path store, std::filesystem::path workFolder)
        : m_fileSystem(fileSystem), m_store(std::move(store)), m_work(std::move(workFolder))
    {
    }

    Status writeMarker(const MetaHeader& header)
    {
        ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> file, m_fileSystem.open(m_work / kSwitchMarker, OpenMode::CreateNew));
        ZR_RETURN_IF_ERROR(file->writeAt(0, encodeMetaHeader(header)));
        ZR_RETURN_IF_ERROR(file->sync());
        return m_fileSystem.syncFolder(m_work);
    }
    Status retire(const std::string& name) { return move(m_store / name, m_work / (kOldPrefix + name)); }
    Status install(const std::string& name) { return move(m_work / name, m_store / name); }

    /// Takes back all renames, the last one first.
    Status undo()
    {
        Status result;
        for (auto step = m_steps.rbegin(); step != m_steps.rend(); ++step)
            if (Status status = m_fileSystem.rename(step->second, step->first); !status.ok() && result.ok())
                result = std::move(status);
        m_steps.clear();
        return result;
    }

private:
    Status move(const std::filesystem::path& from, const std::filesystem::path& to)
    {
        ZR_RETURN_IF_ERROR(m_fileSystem.rename(from, to));
        m_steps.emplace_back(from, to);
        return {};
    }

    FileSystem& m_fileSystem;
    std::filesystem::path m_store;
    std::filesystem::path m_work;
    std::vector<std::pair<std::filesystem::path, std::filesystem::path>> m_steps;
};

Status exchangeFiles(StoreCore& core, const MetaHeader& before, const MetaHeader& after, FileExchange& exchange)
{
    ZR_ASSIGN_OR_RETURN(const std::uint64_t segments, presentSegments(core));
    ZR_RETURN_IF_ERROR(exchange.writeMarker(after));
    for (const std::string& name : fileNames(before, segments))
        ZR_RETURN_IF_ERROR(exchange.retire(name));
    for (const std::string& name : fileNames(after, segmentsOf(core, after)))
        ZR_RETURN_IF_ERROR(exchange.install(name));
    ZR_RETURN_IF_ERROR(core.fileSystem().syncFolder(core.path()));
    return core.publish(after);
}

Status switchToNewFiles(StoreCore& core, const MetaHeader& before, const MetaHeader& after, const std::filesystem::path& workFolder)
{
    FileExchange exchange(core.fileSystem(), core.path(), workFolder);
    const std::lock_guard gate(core.gate());
    core.files().forget();
    core.output().forget();
    Status status = exchangeFiles(core, before, after, exchange);
    core.files().forget();
    if (!status.ok()) {
        if (Status undone = exchange.undo(); !undone.ok()) {
            core.poison(undone);
            return Status(undone.code(), "compact failed, and the old files could not all be put back: " + std::string(undone.what()))
                .withRemedy("Close the store and move the files in " + std::string(kCompactFolder) +
                            " whose names begin with 'old-' back into the store's folder, without 'old-'.");
        }
        return status;
    }
    core.bumpGeneration();
    return core.syncHeader();
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

Status checkInterruptedSwitch(FileSystem& fileSystem, const std::filesystem::path& store, const MetaHeader& header, Access access)
{
    const std::filesystem::path marker = store / kCompactFolder / kSwitchMarker;
    ZR_ASSIGN_OR_RETURN(const EntryType type, fileSystem.entryType(marker));
    if (type == EntryType::Missing)
        return {};
    ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> file, fileSystem.open(marker, OpenMode::Read));
    std::array<std::byte, kMetaHeaderBytes> bytes{};
    ZR_ASSIGN_OR_RETURN(const std::size_t got, file->readAt(0, bytes));
    if (got == bytes.size() && bytes == encodeMetaHeader(header)) {
        // The exchange was complete, only the cleaning up was not. The next change would make the marker look like a fault.
        return access == Access::ReadWrite ? fileSystem.removeFile(marker) : Status();
    }
    return Status(ErrorCode::RecoveryNeeded, "a compact was interrupted while it exchanged files")
        .withFile(std::string(kCompactFolder) + "/" + kSwitchMarker)
        .withRemedy("Copy the whole folder first. Then, for every file in .zrx-compact whose name begins with 'old-', move it back into the "
                    "store's folder without 'old-', and delete .zrx-compact.");
}

Result<CompactionResult> compactStore(StoreCore& core, const OperationContext& context)
{
    const MetaHeader header = core.header();
    CompactionResult result;
    ZR_ASSIGN_OR_RETURN(result.before, countStats(core, context));
    ZR_ASSIGN_OR_RETURN(const std::vector<Placement> placements, movableRecords(core, header, context));
    result.after = result.before;
    ZR_ASSIGN_OR_RETURN(const bool packed, isPacked(core, header, result.before));
    if (packed)
        return result;
    ZR_ASSIGN_OR_RETURN(const std::uint64_t available, core.fileSystem().freeSpace(core.path()));
    if (available < bytesNeeded(header, result.before))
        return Status(ErrorCode::OutOfSpace, "compact needs " + std::to_string(bytesNeeded(header, result.before)) +
                                                 " bytes of free space for the new files; the disk has " + std::to_string(available));

    const std::filesystem::path workFolder = core.path() / kCompactFolder;
    removeFolderWithFiles(core.fileSystem(), workFolder);
    ZR_RETURN_IF_ERROR(core.fileSystem().createFolder(workFolder));
    OutputFiles output(core.fileSystem(), workFolder, core.limits());
    auto after = copyLiveRecords(core, header, placements, output, context);
    Status status = after.ok() ? switchToNewFiles(core, header, *after, workFolder) : std::move(after).status();
    if (!status.ok()) {
        // Files named old-… in there are the store's own when they could not be put back.
        if (core.changeable().ok())
            removeFolderWithFiles(core.fileSystem(), workFolder);
        return status;
    }
    // The marker goes first: from the next change on its header would be taken for an interrupted exchange.
    static_cast<void>(core.fileSystem().removeFile(workFolder / kSwitchMarker).ok());
    removeFolderWithFiles(core.fileSystem(), workFolder);
    ZR_ASSIGN_OR_RETURN(result.after, countStats(core, context));
    return result;
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
