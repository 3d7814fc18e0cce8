#pragma once

#include <filesystem>

#include "format/meta_header.h"
#include "platform/file_system.h"
#include "store/store_files.h"
#include "zrecord/recovery_note.h"
#include "zrecord/store_options.h"

namespace zrecord {

struct RecoveredState {
    MetaHeader header;     ///< in force from now on
    PendingView pending;   ///< what the files do not show yet; only for Access::ReadOnly
    RecoveryNote note;
};

/// Everything that opening needs to know; `meta` is locked as `access` says.
struct RecoveryPlace {
    FileSystem& fileSystem;
    StoreLimits limits;
    std::filesystem::path store;
    File& meta;
    bool ragged = false;
    Access access = Access::ReadOnly;
    Durability durability = Durability::Power;
};

/// Reads the header, and deals with a change that was interrupted: writers finish it or clear up, readers write nothing and see
/// the store as the finished change leaves it. May itself be interrupted at any point and run again. RecoveryNeeded when the
/// header is fenced and the journal that could lift the fence is missing, damaged, or of another store.
Result<RecoveredState> recoverStore(const RecoveryPlace& place);

}  // namespace zrecord
