#pragma once

#include <cstdint>
#include <filesystem>

#include "platform/file_system.h"

namespace zrecord {

/// Tells whether a file was changed: equal stamps mean the same file with the same contents, unless it was written within the
/// resolution of the clock.
struct FileStamp {
    std::uint64_t bytes = 0;
    std::int64_t modified = 0;  ///< nanoseconds since 1970
    std::int64_t changed = 0;   ///< of the inode
    FileIdentity identity;
    friend bool operator==(const FileStamp&, const FileStamp&) = default;
};

/// Of a regular file; BadFormat for anything else, links included.
Result<FileStamp> fileStamp(const std::filesystem::path& path);

/// A second name for a file. Unsupported where there are no such names, or the two are on different file systems.
Status linkFile(const std::filesystem::path& from, const std::filesystem::path& to);

/// Two folders swap names in one step. Unsupported where the system cannot.
Status exchangeFolders(const std::filesystem::path& a, const std::filesystem::path& b);

}  // namespace zrecord
