#pragma once

#include <filesystem>
#include <memory>
#include <utility>

#include "platform/file_system.h"
#include "store/store_core.h"
#include "zrecord/store_options.h"

namespace zrecord {

struct LockedMeta {
    std::unique_ptr<File> file;
    std::unique_ptr<FileLock> lock;
};

/// Opens meta.zr and locks it; makes sure that the locked file is still the one under that name.
Result<LockedMeta> openLockedMeta(FileSystem& fileSystem, const std::filesystem::path& folder, Access access, bool withoutLock);

/// Opens a store without reading its table: headers, dictionary and the sizes and names of its files are checked.
Result<std::unique_ptr<StoreCore>> openStore(FileSystem& fileSystem, const StoreLimits& limits, const std::filesystem::path& path,
                                             const OpenOptions& options);

}  // namespace zrecord
