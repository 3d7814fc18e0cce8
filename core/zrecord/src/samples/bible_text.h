#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "zrecord/result.h"

namespace zrecord {

/// Reads the text of the Debian package bible-kjv-text (bible.data): every verse in order, as its file has it, reference
/// first: "Ge1:1 In the beginning God created the heaven and the earth."
///
/// The file, integers big-endian: "EC02", a title, at byte 84 the window size, the number of windows n, n + 1 offsets; then
/// the three header bytes that all windows share, then the windows. Each window is a stream of compress without its header
/// and holds window size bytes of the text (the last one less). Offsets count from the start of the file.
Result<std::vector<std::string>> readBibleVerses(const std::filesystem::path& file);

}  // namespace zrecord
