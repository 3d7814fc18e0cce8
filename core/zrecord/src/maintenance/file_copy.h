#pragma once

#include <cstdint>
#include <filesystem>
#include <string>

#include "concurrency/progress_reporter.h"
#include "platform/file_system.h"

namespace zrecord {

/// XXH3-64 of the first `bytes` bytes of a file, or of all of them where it has fewer.
Result<std::uint64_t> checksumOfFile(FileSystem& fileSystem, const std::filesystem::path& path, std::uint64_t bytes);

/// Copies the first `bytes` bytes into a new file, makes them durable, reads them back and compares; returns their checksum.
/// BadFormat when the source becomes shorter meanwhile. Errors name the file below its folder, `name`.
Result<std::uint64_t> copyFile(FileSystem& fileSystem, const std::filesystem::path& from, const std::filesystem::path& to, std::uint64_t bytes,
                               const std::string& name, ProgressReporter& progress);

}  // namespace zrecord
