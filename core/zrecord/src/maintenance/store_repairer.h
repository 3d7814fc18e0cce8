#pragma once

#include "platform/file_system.h"
#include "store/store_limits.h"
#include "zrecord/maintenance/store_repair.h"

namespace zrecord {

/// planRepair() and repairStore() on another file system and with other limits.
Result<RepairPlan> planRepairOn(FileSystem& fileSystem, const StoreLimits& limits, const std::filesystem::path& path, const RepairOptions& options,
                                const OperationContext& context);
Result<RepairResult> repairStoreOn(FileSystem& fileSystem, const StoreLimits& limits, const std::filesystem::path& path, const RepairOptions& options,
                                   const OperationContext& context);

}  // namespace zrecord
