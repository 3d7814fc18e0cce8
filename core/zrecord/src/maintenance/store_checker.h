#pragma once

#include "platform/file_system.h"
#include "store/store_limits.h"
#include "zrecord/maintenance/store_check.h"

namespace zrecord {

/// checkStore() on another file system and with other limits.
Result<StoreCheck> checkStoreOn(FileSystem& fileSystem, const StoreLimits& limits, const std::filesystem::path& path, const CheckOptions& options,
                                const OperationContext& context);

}  // namespace zrecord
