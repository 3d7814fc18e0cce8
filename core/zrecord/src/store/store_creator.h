#pragma once

#include <filesystem>
#include <memory>

#include "platform/file_system.h"
#include "store/store_core.h"
#include "zrecord/store_options.h"

namespace zrecord {

/// Hidden folders in which stores are built begin with this.
inline constexpr char kUnfinishedPrefix[] = ".zrx-new-";

/// Builds the store in a hidden folder beside `path` and renames it into place; in place, in loaderx's order, only where
/// the parent cannot be written or the folder is a mount point. The returned store is locked for writing.
Result<std::unique_ptr<StoreCore>> createStore(FileSystem& fileSystem, const StoreLimits& limits, const std::filesystem::path& path,
                                               const StoreDescription& description, const CreateOptions& options);

}  // namespace zrecord
