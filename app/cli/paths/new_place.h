#pragma once

#include <filesystem>

#include "zrecord/result.h"

namespace zrecord::cli {

/// Whether a path lies in the folder of a store, links followed as far as they exist.
[[nodiscard]] bool liesInStore(const std::filesystem::path& path);

/// Where a new store, set or backup of this name goes: a link to a folder is followed. InvalidArgument inside the folder of a store,
/// whose files its own could be taken for.
Result<std::filesystem::path> placeForNewStore(const std::filesystem::path& path);

}  // namespace zrecord::cli
