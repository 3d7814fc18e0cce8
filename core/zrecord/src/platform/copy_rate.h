#pragma once

#include <filesystem>
#include <stop_token>

namespace zrecord {

/// Bytes a second that reading `file` and writing them safely (fdatasync) to its folder takes here: a file without a name
/// gets up to 16 MiB of it, for up to a quarter of a second. Leaves nothing behind, and the folder's time stands still. 0
/// where nothing can be written there, the file is empty, or `stop` asked.
double measureCopyRate(const std::filesystem::path& file, const std::stop_token& stop) noexcept;

}  // namespace zrecord
