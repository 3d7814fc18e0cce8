#include "store/store_opener.h"

#include <algorithm>
#include <limits>
#include <string>

#include "format/file_names.h"
#include "format/location_entry.h"
#include "format/store_description.h"
#include "platform/whole_file.h"
#include "store/recovery/store_recovery.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kLargestDictionary = std::numeric_limits<std::uint32_t>::max();
/// Up to so many files are asked for by name; for more the folder is listed once.
constexpr std::uint64_t kFewFiles = 8;

Status notAStore(const std::filesystem::path& path)
{
    return Status(ErrorCode::NotFound, "there is no store at " + path.string());
}

Result<StoreDescription> readDescription(FileSystem& fileSystem, const std::filesystem::path& folder)
{
    auto bytes = readWholeFile(fileSystem, folder / kStoreFileName, kMaxStoreDescriptionBytes);
    if (bytes.code() == ErrorCode::NotFound)
        return Status(ErrorCode::BadFormat, "the file is missing, so the store was never finished or has lost it").withFile(kStoreFileName);
    if (!bytes.ok())
        return std::move(bytes).status();
    auto description = decodeStoreDescription(*bytes);
    if (!description.ok())
        return std::move(description).status().withFile(kStoreFileName);
    return description;
}

Status readDictionary(FileSystem& fileSystem, const std::filesystem::path& folder, StoreDescription& description)
{
    if (description.codec != Codec::ZstdDict) {
        ZR_ASSIGN_OR_RETURN(const EntryType type, fileSystem.entryType(folder / kDictionaryFileName));
        if (type == EntryType::Missing)
            return {};
        return Status(ErrorCode::DictionaryError, "the store has a dictionary, but its codec uses none")
            .withFile(kDictionaryFileName)
            .withRemedy("Move dict.zr out of the store when it does not belong there.");
    }
    auto bytes = readWholeFile(fileSystem, folder / kDictionaryFileName, kLargestDictionary);
    if (bytes.code() == ErrorCode::NotFound)
        return Status(ErrorCode::DictionaryError, "the dictionary is missing").withFile(kDictionaryFileName);
    if (!bytes.ok())
        return std::move(bytes).status();
    if (bytes->empty())
        return Status(ErrorCode::DictionaryError, "the dictionary is empty").withFile(kDictionaryFileName);
    description.dictionary = std::move(bytes).value();
    return {};
}

/// The first of <0 … count−1>.<suffix> that is not a regular file in the folder; `count` when all are there.
Result<std::uint64_t> firstMissing(FileSystem& fileSystem, const std::filesystem::path& folder, std::uint64_t count,
                                   std::string (*nameOf)(std::uint64_t), std::string_view suffix)
{
    if (count <= kFewFiles) {
        for (std::uint64_t number = 0; number < count; ++number) {
            ZR_ASSIGN_OR_RETURN(const EntryType type, fileSystem.entryType(folder / nameOf(number)));
            if (type != EntryType::File)
                return number;
        }
        return count;
    }
    // The count comes from a header that may be damaged, so it must not become the length of a loop.
    ZR_ASSIGN_OR_RETURN(const std::vector<FolderEntry> entries, fileSystem.list(folder));
    std::vector<std::uint64_t> numbers;
    for (const FolderEntry& entry : entries)
        if (const auto number = parseNumberedName(entry.name, suffix); number && entry.type == EntryType::File)
            numbers.push_back(*number);
    std::ranges::sort(numbers);
    std::uint64_t expected = 0;
    for (const std::uint64_t number : numbers) {
        if (number != expected || expected == count)
            break;
        ++expected;
    }
    return expected;
}

Result<std::uint64_t> sizeOf(FileSystem& fileSystem, const std::filesystem::path& path)
{
    auto file = fileSystem.open(path, OpenMode::Read);
    if (!file.ok())
        return std::move(file).status();
    return (*file)->size();
}

Status checkChunks(FileSystem& fileSystem, const std::filesystem::path& folder, const MetaHeader& header)
{
    const std::uint64_t count = std::uint64_t{header.tailChunk} + 1;
    ZR_ASSIGN_OR_RETURN(const std::uint64_t missing, firstMissing(fileSystem, folder, count, chunkFileName, "chunk"));
    if (missing != count)
        return Status(ErrorCode::BadFormat, "the file is missing; the header says that the last chunk is number " +
                                                std::to_string(header.tailChunk))
            .withFile(chunkFileName(missing));
    const std::string tail = chunkFileName(header.tailChunk);
    ZR_ASSIGN_OR_RETURN(const std::uint64_t size, sizeOf(fileSystem, folder / tail));
    if (size < header.tailOffset)
        return Status(ErrorCode::BadFormat, "the file has " + std::to_string(size) + " bytes, but the header says that " +
                                                std::to_string(header.tailOffset) + " are in use")
            .withFile(tail, size);
    return {};
}

Status checkTable(FileSystem& fileSystem, const std::filesystem::path& folder, const MetaHeader& header, const StoreLimits& limits)
{
    if (header.length == 0)
        return {};
    const std::uint64_t count = (header.length - 1) / limits.entriesPerSegment + 1;
    ZR_ASSIGN_OR_RETURN(const std::uint64_t missing, firstMissing(fileSystem, folder, count, locationFileName, "loc"));
    if (missing != count)
        return Status(ErrorCode::BadFormat, "the file is missing; the header says that the store has " +
                                                std::to_string(header.length) + " entries")
            .withFile(locationFileName(missing));
    for (std::uint64_t number = 0; number < count; ++number) {
        const std::uint64_t entries = std::min(limits.entriesPerSegment, header.length - number * limits.entriesPerSegment);
        const std::string name = locationFileName(number);
        ZR_ASSIGN_OR_RETURN(const std::uint64_t size, sizeOf(fileSystem, folder / name));
        if (size / kLocationEntryBytes < entries)
            return Status(ErrorCode::BadFormat, "the record table has " + std::to_string(size / kLocationEntryBytes) +
                                                    " whole entries in this file where the header promises " + std::to_string(entries))
                .withFile(name, size);
    }
    return {};
}

Result<std::unique_ptr<StoreCore>> openChecked(FileSystem& fileSystem, const StoreLimits& limits, const std::filesystem::path& path,
                                               const OpenOptions& options)
{
    ZR_ASSIGN_OR_RETURN(const EntryType type, fileSystem.entryType(path));
    if (type != EntryType::Folder)
        return notAStore(path);
    auto meta = openLockedMeta(fileSystem, path, options.access, options.withoutLock);
    if (meta.code() == ErrorCode::NotFound)
        return notAStore(path);
    if (!meta.ok())
        return std::move(meta).status();
    ZR_ASSIGN_OR_RETURN(StoreDescription description, readDescription(fileSystem, path));
    const bool ragged = description.kind == StoreKind::Ragged;
    if (options.expectedKind && *options.expectedKind != description.kind)
        return Status(ErrorCode::WrongKind, "the store is " + std::string(storeKindName(description.kind)) + ", not " +
                                                std::string(storeKindName(*options.expectedKind)));
    ZR_ASSIGN_OR_RETURN(RecoveredState state, recoverStore({fileSystem, limits, path, *meta->file, ragged, options.access, options.durability}));
    const MetaHeader& header = state.header;
    description.codec = header.codec;
    if (ragged && header.length % 2 != 0)
        return Status(ErrorCode::BadFormat, "a ragged store has two entries for each record, but the header counts " +
                                                std::to_string(header.length))
            .withFile(kMetaFileName, 14);
    ZR_RETURN_IF_ERROR(readDictionary(fileSystem, path, description));
    // Files that wait to take their places were checked against the journal.
    if (state.pending.newFiles.empty()) {
        ZR_RETURN_IF_ERROR(checkChunks(fileSystem, path, header));
        ZR_RETURN_IF_ERROR(checkTable(fileSystem, path, header, limits));
    }
    auto codec = makeRecordCodec(description.codec, description.dictionary);
    if (!codec.ok())
        return std::move(codec).status().withFile(kDictionaryFileName);
    return std::make_unique<StoreCore>(StoreCore::Parts{fileSystem, limits, path, std::move(description), header, options.access,
                                                        std::move(meta->file), std::move(meta->lock), std::move(codec).value(), options.readMode,
                                                        options.durability, std::move(state.note), std::move(state.pending), options.keepUndo,
                                                        options.durableAppend});
}

}  // namespace

Result<LockedMeta> openLockedMeta(FileSystem& fileSystem, const std::filesystem::path& folder, Access access, bool withoutLock)
{
    const std::filesystem::path path = folder / kMetaFileName;
    const OpenMode mode = access == Access::ReadWrite ? OpenMode::ReadWrite : OpenMode::Read;
    constexpr int kAttempts = 3;
    for (int attempt = 0; attempt < kAttempts; ++attempt) {
        LockedMeta meta;
        ZR_ASSIGN_OR_RETURN(meta.file, fileSystem.open(path, mode));
        if (withoutLock)
            return meta;
        ZR_ASSIGN_OR_RETURN(meta.lock, fileSystem.lock(*meta.file, access == Access::ReadWrite ? LockMode::Exclusive : LockMode::Shared));
        // A tool may have put another file under the name between the two calls; then the lock guards nothing.
        ZR_ASSIGN_OR_RETURN(const FileIdentity locked, meta.file->identity());
        ZR_ASSIGN_OR_RETURN(const FileIdentity named, fileSystem.identityOf(path));
        if (locked == named)
            return meta;
    }
    return Status(ErrorCode::Busy, "meta.zr was replaced while it was being opened");
}

Result<std::unique_ptr<StoreCore>> openStore(FileSystem& fileSystem, const StoreLimits& limits, const std::filesystem::path& path,
                                             const OpenOptions& options)
{
    auto core = openChecked(fileSystem, limits, path, options);
    if (!core.ok())
        return std::move(core).status().withStore(path.string());
    return core;
}

}  // namespace zrecord
