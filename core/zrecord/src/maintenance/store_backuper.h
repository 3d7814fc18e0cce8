#pragma once

#include "platform/file_system.h"
#include "store/store_limits.h"
#include "zrecord/maintenance/store_backup.h"

namespace zrecord {

/// backup() on another file system and with other limits. Times, second names and the exchange come from the operating system
/// in any case.
Result<BackupReport> backupOn(FileSystem& fileSystem, const StoreLimits& limits, const std::filesystem::path& source, const std::filesystem::path& target,
                              const BackupOptions& options, const OperationContext& context);

}  // namespace zrecord
