#pragma once

#include <filesystem>

#include "format/journal.h"
#include "platform/file_system.h"
#include "zrecord/status.h"
#include "zrecord/store_options.h"

namespace zrecord {

/// Moves the new files of a Replace into their places and removes those that the new state does not have. What was done
/// already is passed over, so it may be run again after a crash at any point.
Status switchFiles(FileSystem& fileSystem, const std::filesystem::path& store, const std::filesystem::path& newFiles,
                   const Journal& journal, Durability durability);

/// Every file of the new state is there, still among the new files or in its place already, with the bytes that the journal
/// says. BadFormat names the one that is not. Reads them all.
Status checkSwitch(FileSystem& fileSystem, const std::filesystem::path& store, const std::filesystem::path& newFiles,
                   const Journal& journal);

/// Makes those files durable where they are: the process that wrote them may not have waited.
Status syncNewFiles(FileSystem& fileSystem, const std::filesystem::path& store, const std::filesystem::path& newFiles,
                    const Journal& journal);

}  // namespace zrecord
