#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "platform/file_system.h"

namespace zrecord {

/// All bytes of a small file. BadFormat when there are more than `largest`; nothing is allocated before that is known.
Result<std::vector<std::byte>> readWholeFile(FileSystem& fileSystem, const std::filesystem::path& path, std::uint64_t largest);

}  // namespace zrecord
