#include "zrecord/aligned_set.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/folder_path.h"
#include "format/file_names.h"
#include "format/meta_header.h"
#include "platform/file_system.h"
#include "store/recovery/group_change.h"
#include "store/store_access.h"

namespace zrecord {
namespace {

std::string recordCount(std::uint64_t records)
{
    return std::to_string(records) + (records == 1 ? " record" : " records");
}

/// Also a stream that cannot be read or has lost its description: it is refused when it is opened, never left out, or the
/// others would be changed without it.
bool isStream(FileSystem& fileSystem, const std::filesystem::path& path)
{
    return std::ranges::any_of(std::array<std::string, 3>{kMetaFileName, kStoreFileName, locationFileName(0)}, [&](const std::string& name) {
        const auto type = fileSystem.entryType(path / name);
        return !type.ok() || *type != EntryType::Missing;
    });
}

Result<std::vector<std::string>> storesIn(FileSystem& fileSystem, const std::filesystem::path& folder)
{
    std::vector<std::string> names;
    ZR_ASSIGN_OR_RETURN(const std::vector<FolderEntry> entries, fileSystem.list(folder));
    for (const FolderEntry& entry : entries)
        if (!entry.name.starts_with('.') && isStream(fileSystem, folder / entry.name))
            names.push_back(entry.name);
    std::ranges::sort(names);
    return names;
}

Result<std::vector<StoreCore*>> checkedCores(std::vector<StoreCore*> cores)
{
    if (cores.empty() || std::ranges::find(cores, nullptr) != cores.end())
        return Status(ErrorCode::Closed, "the set is closed");
    return cores;
}

/// A stream may have been emptied by hand: nothing says so but the empty folder.
Status checkNoneIsEmpty(FileSystem& fileSystem, const std::filesystem::path& folder)
{
    ZR_ASSIGN_OR_RETURN(const std::vector<FolderEntry> entries, fileSystem.list(folder));
    for (const FolderEntry& entry : entries) {
        if (entry.type != EntryType::Folder || entry.name.starts_with('.'))
            continue;
        if (const auto inside = fileSystem.list(folder / entry.name); inside.ok() && inside->empty())
            return Status(ErrorCode::WrongKind, "the folder '" + entry.name + "' of the set is empty: a stream may be missing")
                .withStore(folder.string())
                .withRemedy("Bring the stream back, or remove the empty folder; the set can be read meanwhile.");
    }
    return {};
}

Result<std::vector<StoreCore*>> coresOf(const std::vector<AlignedSet::Stream>& streams)
{
    std::vector<StoreCore*> cores;
    for (const AlignedSet::Stream& stream : streams)
        cores.push_back(StoreAccess::coreOf(stream.store));
    return checkedCores(std::move(cores));
}

/// Stores that were opened one by one; the decision on a change of all of them lies in the folder that they share.
Result<std::vector<StoreCore*>> coresOf(std::span<Store* const> streams)
{
    std::vector<StoreCore*> cores;
    for (const Store* const stream : streams)
        cores.push_back(stream == nullptr ? nullptr : StoreAccess::coreOf(*stream));
    ZR_ASSIGN_OR_RETURN(cores, checkedCores(std::move(cores)));
    std::vector<std::filesystem::path> places;
    for (const StoreCore* const core : cores)
        places.push_back(wholeFolderPath(core->path()));
    std::ranges::sort(places);
    for (const std::filesystem::path& place : places)
        if (place.parent_path() != places.front().parent_path())
            return Status(ErrorCode::InvalidArgument, "streams that change together stand in one folder")
                .withStore(place.string())
                .withRemedy("Change the stores one by one, or move them into one folder.");
    if (std::ranges::adjacent_find(places) != places.end())
        return Status(ErrorCode::InvalidArgument, "the same store is named twice").withStore(std::ranges::adjacent_find(places)->string());
    return cores;
}

}  // namespace

std::string AlignmentFault::message() const
{
    return "Stream " + stream + " has " + recordCount(records) + ", but " + reference + " has " + recordCount(referenceRecords) + ".";
}

std::vector<std::string> AlignedSet::streamNames(const std::filesystem::path& folder)
{
    auto names = storesIn(posixFileSystem(), folder);
    return names.ok() ? *std::move(names) : std::vector<std::string>();
}

Result<AlignedSet> AlignedSet::open(const std::filesystem::path& folder, const OpenOptions& options)
{
    return StoreAccess::openSet(folder, options, posixFileSystem());
}

Result<AlignedSet> StoreAccess::openSet(const std::filesystem::path& folder, const OpenOptions& options, FileSystem& fileSystem,
                                        const StoreLimits& limits)
{
    ZR_ASSIGN_OR_RETURN(const std::vector<std::string> names, storesIn(fileSystem, folder));
    if (names.empty())
        return Status(ErrorCode::NotFound, "the folder " + folder.string() + " holds no store");
    if (options.access == Access::ReadWrite)
        ZR_RETURN_IF_ERROR(checkNoneIsEmpty(fileSystem, folder));
    AlignedSet set;
    set.m_path = folder;
    for (const std::string& name : names) {
        ZR_ASSIGN_OR_RETURN(Store store, open(folder / name, options, fileSystem, limits));
        set.m_streams.push_back({name, std::move(store)});
    }
    const AlignedSet::Stream& reference = set.m_streams.front();
    for (const AlignedSet::Stream& stream : set.m_streams) {
        if (stream.store.size() == reference.store.size())
            continue;
        set.m_fault = AlignmentFault{stream.name, stream.store.size(), reference.name, reference.store.size()};
        break;
    }
    if (set.m_fault && options.access == Access::ReadWrite)
        return Status(ErrorCode::WrongKind, "the stores of the set do not belong together. " + set.m_fault->message())
            .withStore(folder.string())
            .withRemedy("Open the set for reading, or the stores one by one.");
    return set;
}

std::uint64_t AlignedSet::size() const
{
    std::uint64_t smallest = 0;
    for (std::size_t i = 0; i < m_streams.size(); ++i)
        smallest = i == 0 ? m_streams[i].store.size() : std::min(smallest, m_streams[i].store.size());
    return smallest;
}

Result<RemovalResult> AlignedSet::remove(std::span<const std::uint64_t> indices, const OperationContext& context)
{
    ZR_ASSIGN_OR_RETURN(const std::vector<StoreCore*> cores, coresOf(m_streams));
    return removeFromAll(cores, indices, context);
}

Result<RestorationResult> AlignedSet::undoRemoval(const OperationContext& context)
{
    ZR_ASSIGN_OR_RETURN(const std::vector<StoreCore*> cores, coresOf(m_streams));
    return restoreInAll(cores, context);
}

Result<std::vector<UndoableRemoval>> AlignedSet::undoableRemovals() const
{
    ZR_ASSIGN_OR_RETURN(const std::vector<StoreCore*> cores, coresOf(m_streams));
    return undoableInAll(cores);
}

Result<std::vector<CompactionResult>> AlignedSet::compact(const OperationContext& context)
{
    ZR_ASSIGN_OR_RETURN(const std::vector<StoreCore*> cores, coresOf(m_streams));
    return compactAll(cores, context);
}

Result<RemovalResult> AlignedSet::removeTogether(std::span<Store* const> streams, std::span<const std::uint64_t> indices, const OperationContext& context)
{
    ZR_ASSIGN_OR_RETURN(const std::vector<StoreCore*> cores, coresOf(streams));
    return removeFromAll(cores, indices, context);
}

Result<RestorationResult> AlignedSet::undoTogether(std::span<Store* const> streams, const OperationContext& context)
{
    ZR_ASSIGN_OR_RETURN(const std::vector<StoreCore*> cores, coresOf(streams));
    return restoreInAll(cores, context);
}

Result<std::vector<UndoableRemoval>> AlignedSet::undoableTogether(std::span<Store* const> streams)
{
    ZR_ASSIGN_OR_RETURN(const std::vector<StoreCore*> cores, coresOf(streams));
    return undoableInAll(cores);
}

Result<std::vector<CompactionResult>> AlignedSet::compactTogether(std::span<Store* const> streams, const OperationContext& context)
{
    ZR_ASSIGN_OR_RETURN(const std::vector<StoreCore*> cores, coresOf(streams));
    return compactAll(cores, context);
}

Status AlignedSet::close()
{
    Status first;
    for (Stream& stream : m_streams)
        if (Status status = stream.store.close(); !status.ok() && first.ok())
            first = std::move(status);
    return first;
}

}  // namespace zrecord
