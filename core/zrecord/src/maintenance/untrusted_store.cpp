#include "zrecord/maintenance/untrusted_store.h"

#include <algorithm>
#include <cerrno>
#include <string>
#include <utility>

#include <sys/stat.h>

#include "format/file_names.h"
#include "format/meta_header.h"
#include "format/store_description.h"
#include "platform/file_system.h"
#include "platform/whole_file.h"
#include "store/recovery/side_folder.h"

namespace zrecord {
namespace {

Status tooMuch(std::string what, std::uint64_t is, std::uint64_t limit, std::string file)
{
    return Status(ErrorCode::BadFormat, std::move(what) + " " + std::to_string(is) + ", and a store that is not trusted may have " + std::to_string(limit))
        .withFile(file)
        .withRemedy("Open it as trusted if you know where it comes from.");
}

bool isPartOfStore(const std::string& name)
{
    return name == kMetaFileName || name == kStoreFileName || name == kDictionaryFileName || name == kSideFolder || parseNumberedName(name, "chunk") ||
           parseNumberedName(name, "loc");
}

/// A regular file with one name: a second one may be a file of somebody else, who changes it or has it changed.
Status checkFile(const std::filesystem::path& path)
{
    struct stat info {};
    if (::lstat(path.c_str(), &info) != 0)
        return Status::fromErrno(errno, "looking at the file failed").withFile(path.filename().string());
    const bool isSideFolder = path.filename() == kSideFolder && S_ISDIR(info.st_mode);
    if (!S_ISREG(info.st_mode) && !isSideFolder)
        return Status(ErrorCode::BadFormat, S_ISLNK(info.st_mode) ? "the file is a link, which a store that is not trusted must not have" : "this is not a regular file")
            .withFile(path.filename().string());
    if (!isSideFolder && info.st_nlink > 1)
        return Status(ErrorCode::BadFormat, "the file has another name somewhere else, which a store that is not trusted must not have")
            .withFile(path.filename().string())
            .withRemedy("Copy the store, and open the copy.");
    return {};
}

Status checkDescription(const std::filesystem::path& path, const TrustLimits& limits)
{
    ZR_ASSIGN_OR_RETURN(const std::vector<std::byte> bytes, readWholeFile(posixFileSystem(), path / kStoreFileName, limits.descriptionBytes));
    ZR_ASSIGN_OR_RETURN(const StoreDescription description, decodeStoreDescription(bytes));
    if (description.dtype.itemSize() > limits.itemBytes)
        return tooMuch("bytes of one element are", description.dtype.itemSize(), limits.itemBytes, kStoreFileName);
    if (description.itemShape.size() > limits.dimensions)
        return tooMuch("dimensions are", description.itemShape.size(), limits.dimensions, kStoreFileName);
    ZR_ASSIGN_OR_RETURN(const std::uint64_t recordBytes, description.recordBytes());
    if (recordBytes > limits.recordBytes)
        return tooMuch("bytes of one record are", recordBytes, limits.recordBytes, kStoreFileName);
    return {};
}

Status check(const std::filesystem::path& path, const TrustLimits& limits)
{
    ZR_ASSIGN_OR_RETURN(const std::vector<FolderEntry> entries, posixFileSystem().list(path));
    if (entries.size() > limits.folderEntries)
        return tooMuch("entries of the folder are", entries.size(), limits.folderEntries, path.filename().string());
    bool hasDictionary = false;
    for (const FolderEntry& entry : entries) {
        if (!isPartOfStore(entry.name))
            continue;
        ZR_RETURN_IF_ERROR(checkFile(path / entry.name));
        hasDictionary = hasDictionary || entry.name == kDictionaryFileName;
    }
    if (Status status = checkDescription(path, limits); !status.ok())
        return status.file().empty() ? std::move(status).withFile(kStoreFileName) : status;
    if (hasDictionary) {
        ZR_ASSIGN_OR_RETURN(const std::unique_ptr<File> file, posixFileSystem().open(path / kDictionaryFileName, OpenMode::Read));
        ZR_ASSIGN_OR_RETURN(const std::uint64_t bytes, file->size());
        if (bytes > limits.dictionaryBytes)
            return tooMuch("bytes of the dictionary are", bytes, limits.dictionaryBytes, kDictionaryFileName);
    }
    return {};
}

}  // namespace

Status checkUntrusted(const std::filesystem::path& path, const TrustLimits& limits)
{
    if (!Store::looksLikeStore(path))
        return Status(ErrorCode::NotFound, "there is no store at " + path.string());
    return check(path, limits).withStore(path.string());
}

Result<Store> openUntrusted(const std::filesystem::path& path, const TrustLimits& limits)
{
    ZR_RETURN_IF_ERROR(checkUntrusted(path, limits));
    OpenOptions options;
    options.readMode = ReadMode::Pread;
    return Store::open(path, options);
}

Status checkExpansion(const Store& store, const OperationContext& context, std::uint64_t most, std::uint64_t ratio)
{
    ZR_ASSIGN_OR_RETURN(const StoreStats stats, store.stats(context));
    const std::uint64_t stored = std::max<std::uint64_t>(stats.chunkBytes, 1);
    if (stats.plainBytes <= most || stats.plainBytes / stored <= ratio)
        return {};
    return Status(ErrorCode::OutOfSpace, "the records take " + std::to_string(stats.plainBytes) + " bytes when they are written out, more than " + std::to_string(ratio) +
                                             " times the " + std::to_string(stored) + " bytes of the store")
        .withStore(store.summary().path.string())
        .withRemedy("Open the store as trusted if that is meant.");
}

}  // namespace zrecord
