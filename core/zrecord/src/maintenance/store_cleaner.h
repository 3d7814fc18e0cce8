#pragma once

#include "platform/file_system.h"
#include "store/store_limits.h"
#include "zrecord/maintenance/store_clean.h"

namespace zrecord {

/// cleanStore() on another file system and with other limits.
Result<CleanReport> cleanStoreOn(FileSystem& fileSystem, const StoreLimits& limits, const std::filesystem::path& path, const CleanOptions& options,
                                 const OperationContext& context);

}  // namespace zrecord
