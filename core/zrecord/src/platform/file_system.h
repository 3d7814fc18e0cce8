#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "platform/file_map.h"
#include "zrecord/result.h"

namespace zrecord {

/// Which file a descriptor really is; two descriptors with equal identities are the same inode.
struct FileIdentity {
    std::uint64_t device = 0;
    std::uint64_t inode = 0;
    friend bool operator==(const FileIdentity&, const FileIdentity&) = default;
};

/// An open regular file, positional access only. readAt() and size() may run concurrently, also with writeAt() elsewhere.
class File {
public:
    virtual ~File() = default;
    /// Reads until the span is full or the file ends; returns the bytes read. Interrupted calls are resumed.
    virtual Result<std::size_t> readAt(std::uint64_t offset, std::span<std::byte> out) const = 0;
    /// Writes everything or fails; a failed call may have written a part.
    virtual Status writeAt(std::uint64_t offset, std::span<const std::byte> bytes) = 0;
    virtual Result<std::uint64_t> size() const = 0;
    virtual Status truncate(std::uint64_t size) = 0;
    /// fdatasync: contents and size are on the device when it succeeds. A failure must never be retried.
    virtual Status sync() = 0;
    virtual Result<FileIdentity> identity() const = 0;
    /// The first `bytes` bytes as memory, also beyond the end of the file; empty where maps cannot be had or should not be.
    virtual FileMap map(std::uint64_t bytes) const
    {
        static_cast<void>(bytes);
        return {};
    }
};

enum class LockMode : std::uint8_t { Shared, Exclusive };

/// An advisory lock that its owning process holds; released by destruction in that process only (never in a forked child).
class FileLock {
public:
    virtual ~FileLock() = default;
};

enum class OpenMode : std::uint8_t {
    Read,
    ReadWrite,
    CreateNew,    ///< AlreadyExists when it is there (O_EXCL)
    OpenOrCreate  ///< an existing file keeps its contents
};

enum class EntryType : std::uint8_t { Missing, File, Folder, Other };

struct FolderEntry {
    std::string name;
    EntryType type = EntryType::Other;
};

/// All that the store engine asks of an operating system, so that tests can put a memory or a failing one below it.
/// Symbolic links are not followed in the last component of a file that is opened. Thread-safe.
class FileSystem {
public:
    virtual ~FileSystem() = default;
    virtual Result<std::unique_ptr<File>> open(const std::filesystem::path& path, OpenMode mode) = 0;
    /// Non-blocking flock. Busy when another open file holds it, Unsupported where the file system has no locks.
    virtual Result<std::unique_ptr<FileLock>> lock(File& file, LockMode mode) = 0;
    virtual Result<FileIdentity> identityOf(const std::filesystem::path& path) = 0;
    virtual Result<EntryType> entryType(const std::filesystem::path& path) = 0;  ///< Missing is a value, not an error
    virtual Result<std::vector<FolderEntry>> list(const std::filesystem::path& folder) = 0;
    virtual Status createFolder(const std::filesystem::path& path) = 0;          ///< AlreadyExists; the parent must be there
    virtual Status createFolders(const std::filesystem::path& path) = 0;         ///< and all missing parents
    /// Files replace files, a folder replaces an empty folder; both paths on one file system.
    virtual Status rename(const std::filesystem::path& from, const std::filesystem::path& to) = 0;
    virtual Status removeFile(const std::filesystem::path& path) = 0;            ///< NotFound when missing
    virtual Status removeFolder(const std::filesystem::path& path) = 0;          ///< must be empty
    virtual Status syncFolder(const std::filesystem::path& path) = 0;
    /// Mode, and where this process may set them owner and group, for a file that takes another's place. Nothing where there
    /// are no such things.
    virtual Status copyPermissions(const std::filesystem::path& from, const std::filesystem::path& to)
    {
        static_cast<void>(from);
        static_cast<void>(to);
        return {};
    }
    virtual Result<std::uint64_t> freeSpace(const std::filesystem::path& path) = 0;
    /// For names that nobody else chooses.
    virtual std::uint64_t randomNumber() = 0;
};

/// The operating system's own. Lives as long as the program.
FileSystem& posixFileSystem();

}  // namespace zrecord
