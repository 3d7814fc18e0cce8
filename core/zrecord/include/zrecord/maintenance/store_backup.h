#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "zrecord/export.h"
#include "zrecord/operation_context.h"
#include "zrecord/result.h"

namespace zrecord {

struct BackupOptions {
    /// Reads files that are kept from the backup before as well, and compares them with their checksums.
    bool verifyKept = false;
};

struct BackupReport {
    struct Stream {
        std::string name;  ///< empty for a single store
        std::uint64_t records = 0;
        std::uint64_t copiedFiles = 0, copiedBytes = 0;  ///< read from the source, written and read back
        std::uint64_t keptFiles = 0, keptBytes = 0;      ///< unchanged since the backup before
        std::uint64_t resumedFiles = 0;                  ///< an interrupted run had copied them; not counted above
    };
    std::vector<Stream> streams;
    bool replaced = false;  ///< there was a backup before
};

/// A consistent copy of a store or an aligned set at `target`, which is a store or set like any other: restoring is opening or
/// copying it. The source is locked as by a reader: other readers go on, writers wait.
///
/// Incremental: a file whose size, times and inode are those of the backup before is not read again but shared with it by a hard link
/// (the earlier backup goes away in the end). An interrupted run is continued by the next one, file by file. Everything is built in a
/// hidden folder beside the target, read back and compared, made durable, opened, and takes the target's place in one step: at
/// no time is the target a half of a copy. Of the source's side folder checksums of records, the encoder and the name of the element type are taken
/// along. So are the files that lie directly in the folder of a set (label.names.txt), and "<source>.tags.json" and "<source>.names.txt", which
/// become "<target>.…" after the exchange.
///
/// NotFound, Busy (a writer has the source, or another backup runs to this target); RecoveryNeeded or BadFormat when the source
/// cannot be opened as it is; AlreadyExists when something else is at the target, or beside a new one; InvalidArgument when it lies inside the source.
ZRECORD_EXPORT Result<BackupReport> backup(const std::filesystem::path& source, const std::filesystem::path& target, const BackupOptions& options = {},
                                           const OperationContext& context = {});

}  // namespace zrecord
