#include "store/store_creator.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "base/folder_path.h"
#include "format/file_names.h"
#include "format/store_description.h"
#include "store/store_opener.h"

namespace zrecord {
namespace {

constexpr std::array<std::string_view, 4> kFileNames{kMetaFileName, "0.chunk", kDictionaryFileName, kStoreFileName};

std::string randomName(FileSystem& fileSystem)
{
    static constexpr char kDigits[] = "0123456789abcdef";
    std::uint64_t number = fileSystem.randomNumber();
    std::string name = kUnfinishedPrefix;
    for (int i = 0; i < 16; ++i, number >>= 4)
        name += kDigits[number & 15];
    return name;
}

Status checkTarget(FileSystem& fileSystem, const std::filesystem::path& path, bool& exists)
{
    ZR_ASSIGN_OR_RETURN(const EntryType type, fileSystem.entryType(path));
    exists = type != EntryType::Missing;
    if (!exists)
        return {};
    if (type != EntryType::Folder)
        return Status(ErrorCode::AlreadyExists, "there is a file in place of the new store");
    ZR_ASSIGN_OR_RETURN(const std::vector<FolderEntry> entries, fileSystem.list(path));
    for (const FolderEntry& entry : entries)
        if (entry.name == kMetaFileName)
            return Status(ErrorCode::AlreadyExists, "there is a store already");
    if (!entries.empty())
        return Status(ErrorCode::AlreadyExists, "the folder is not empty: it holds " + entries.front().name +
                                                    (entries.size() > 1 ? " and more" : ""));
    return {};
}

/// NumPy's arrays have at most 64 dimensions, and a batch has one more than its records.
constexpr std::size_t kMaxItemDimensions = 63;

Status checkDescription(const StoreDescription& description)
{
    ZR_RETURN_IF_ERROR(description.recordBytes().status());
    if (description.kind == StoreKind::Ragged && !description.itemShape.empty())
        return Status(ErrorCode::InvalidArgument, "a ragged store has no item shape; each record brings its own");
    if (description.itemShape.size() > kMaxItemDimensions)
        return Status(ErrorCode::InvalidArgument, "an item shape has at most " + std::to_string(kMaxItemDimensions) + " dimensions, and this one has " +
                                                      std::to_string(description.itemShape.size()))
            .withRemedy("Merge dimensions; a batch of more could not be a NumPy array.");
    if (description.codec == Codec::ZstdDict && description.dictionary.empty())
        return Status(ErrorCode::DictionaryError, "codec zstd_dict needs a dictionary")
            .withRemedy("Train a dictionary and give it, or choose codec zstd.");
    if (description.codec != Codec::ZstdDict && !description.dictionary.empty())
        return Status(ErrorCode::InvalidArgument, "a dictionary can be used with codec zstd_dict only");
    if (description.dictionary.size() > 0xffffffffu)
        return Status(ErrorCode::DictionaryError, "the dictionary has more than 4294967295 bytes");
    return {};
}

Status writeNewFile(FileSystem& fileSystem, const std::filesystem::path& path, std::span<const std::byte> bytes)
{
    ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> file, fileSystem.open(path, OpenMode::CreateNew));
    if (!bytes.empty())
        ZR_RETURN_IF_ERROR(file->writeAt(0, bytes));
    return file->sync();
}

/// All files of an empty store, store.zr last: without it no program takes the folder for a store.
Status writeFiles(FileSystem& fileSystem, const std::filesystem::path& folder, const StoreDescription& description,
                  std::span<const std::byte> identity, LockedMeta& meta)
{
    ZR_ASSIGN_OR_RETURN(meta.file, fileSystem.open(folder / kMetaFileName, OpenMode::CreateNew));
    auto lock = fileSystem.lock(*meta.file, LockMode::Exclusive);
    // A new store on a file system without locks is whole all the same; it is later opens that must say they do without.
    if (!lock.ok() && lock.code() != ErrorCode::Unsupported)
        return std::move(lock).status();
    if (lock.ok())
        meta.lock = std::move(lock).value();
    MetaHeader header;
    header.codec = description.codec;
    ZR_RETURN_IF_ERROR(meta.file->writeAt(0, encodeMetaHeader(header)));
    ZR_RETURN_IF_ERROR(meta.file->sync());
    ZR_RETURN_IF_ERROR(writeNewFile(fileSystem, folder / chunkFileName(0), {}));
    if (description.codec == Codec::ZstdDict)
        ZR_RETURN_IF_ERROR(writeNewFile(fileSystem, folder / kDictionaryFileName, description.dictionary));
    ZR_RETURN_IF_ERROR(writeNewFile(fileSystem, folder / kStoreFileName, identity));
    return fileSystem.syncFolder(folder);
}

/// Best effort: what is left stays hidden and harmless.
void removeFiles(FileSystem& fileSystem, const std::filesystem::path& folder)
{
    for (auto name = kFileNames.rbegin(); name != kFileNames.rend(); ++name)
        static_cast<void>(fileSystem.removeFile(folder / *name).ok());
}

void removeUnfinished(FileSystem& fileSystem, const std::filesystem::path& folder)
{
    removeFiles(fileSystem, folder);
    static_cast<void>(fileSystem.removeFolder(folder).ok());
}

/// Nothing but what a creator makes: no records, no files of others.
bool isUnfinished(FileSystem& fileSystem, const std::filesystem::path& folder)
{
    const auto entries = fileSystem.list(folder);
    return entries.ok() && std::ranges::all_of(*entries, [](const FolderEntry& entry) {
               return entry.type == EntryType::File && std::ranges::find(kFileNames, entry.name) != kFileNames.end();
           });
}

/// Removes hidden folders of creators that died: those whose meta.zr nobody holds locked.
void removeLeftovers(FileSystem& fileSystem, const std::filesystem::path& parent)
{
    const auto entries = fileSystem.list(parent);
    if (!entries.ok())
        return;
    for (const FolderEntry& entry : *entries) {
        if (entry.type != EntryType::Folder || !entry.name.starts_with(kUnfinishedPrefix))
            continue;
        const auto meta = openLockedMeta(fileSystem, parent / entry.name, Access::ReadWrite, false);
        if (meta.ok() && isUnfinished(fileSystem, parent / entry.name))
            removeUnfinished(fileSystem, parent / entry.name);
    }
}

bool mustBuildInPlace(const Status& status)
{
    return status.code() == ErrorCode::ReadOnly;
}

Status buildInPlace(FileSystem& fileSystem, const std::filesystem::path& path, const StoreDescription& description,
                    std::span<const std::byte> identity, LockedMeta& meta)
{
    Status status = writeFiles(fileSystem, path, description, identity, meta);
    if (!status.ok()) {
        meta = {};
        removeFiles(fileSystem, path);
    }
    return status;
}

Status buildOnce(FileSystem& fileSystem, const std::filesystem::path& path, const StoreDescription& description,
             std::span<const std::byte> identity, LockedMeta& meta)
{
    bool exists = false;
    ZR_RETURN_IF_ERROR(checkTarget(fileSystem, path, exists));
    const std::filesystem::path parent = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
    if (!exists)
        ZR_RETURN_IF_ERROR(fileSystem.createFolders(parent));
    const std::filesystem::path unfinished = parent / randomName(fileSystem);
    if (Status status = fileSystem.createFolder(unfinished); !status.ok()) {
        if (exists && mustBuildInPlace(status))
            return buildInPlace(fileSystem, path, description, identity, meta);
        return status;
    }
    Status status = writeFiles(fileSystem, unfinished, description, identity, meta);
    const bool complete = status.ok();
    if (complete)
        status = fileSystem.rename(unfinished, path);
    if (!status.ok()) {
        meta = {};
        removeUnfinished(fileSystem, unfinished);
        // A mount point cannot be replaced.
        if (exists && complete && (status.code() == ErrorCode::IoError || mustBuildInPlace(status)))
            return buildInPlace(fileSystem, path, description, identity, meta);
        return status;
    }
    static_cast<void>(fileSystem.syncFolder(parent).ok());
    removeLeftovers(fileSystem, parent);
    return {};
}

Status build(FileSystem& fileSystem, const std::filesystem::path& path, const StoreDescription& description,
             std::span<const std::byte> identity, LockedMeta& meta)
{
    // Busy: another creator took the new, not yet locked folder for a leftover and removed it.
    Status status = buildOnce(fileSystem, path, description, identity, meta);
    for (int retry = 0; retry < 3 && status.code() == ErrorCode::Busy; ++retry)
        status = buildOnce(fileSystem, path, description, identity, meta);
    return status;
}

}  // namespace

Result<std::unique_ptr<StoreCore>> createStore(FileSystem& fileSystem, const StoreLimits& limits, const std::filesystem::path& path,
                                               const StoreDescription& description, const CreateOptions& options)
{
    const std::filesystem::path folder = withoutTrailingSlash(path);
    const auto fail = [&](Status status) { return std::move(status).withStore(path.string()); };
    if (folder.empty())
        return Status(ErrorCode::InvalidArgument, "the path of the new store is empty");
    if (Status status = checkDescription(description); !status.ok())
        return fail(std::move(status));
    auto identity = encodeStoreDescription(description);
    if (!identity.ok())
        return fail(std::move(identity).status());
    auto codec = makeRecordCodec(description.codec, description.dictionary, options);
    if (!codec.ok())
        return fail(std::move(codec).status());
    LockedMeta meta;
    if (Status status = build(fileSystem, folder, description, *identity, meta); !status.ok())
        return fail(std::move(status));
    MetaHeader header;
    header.codec = description.codec;
    auto core = std::make_unique<StoreCore>(StoreCore::Parts{fileSystem, limits, folder, description, header, Access::ReadWrite,
                                                        std::move(meta.file), std::move(meta.lock), std::move(codec).value(), ReadMode::Map,
                                                        options.durability, {}, {}, options.keepUndo,
                                                        options.durableAppend});
    core->encoder().remember(options);
    return core;
}

}  // namespace zrecord
