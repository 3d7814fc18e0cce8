#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "platform/file_stamp.h"

namespace zrecord {

/// One file of a backup, and the file of the source that it was copied from.
struct BackedUpFile {
    std::string name;            ///< "0.chunk", "store.zr", ".zrx/sums.0"
    std::uint64_t bytes = 0;     ///< copied: the source's file may be longer
    std::uint64_t checksum = 0;  ///< XXH3-64 of them
    FileStamp source;
    std::int64_t copied = 0;     ///< when, nanoseconds since 1970

    /// Whether a file with this stamp, of which `wanted` bytes are needed, is the one that was copied. A file written close to the
    /// time of the copy is not taken for unchanged: a later write may have left the same times.
    [[nodiscard]] bool stillHolds(const FileStamp& stamp, std::uint64_t wanted) const noexcept;
    friend bool operator==(const BackedUpFile&, const BackedUpFile&) = default;
};

/// Whether a backup may hold a file of this name: nothing else, and no path out of the folder, comes out of a manifest.
[[nodiscard]] bool isBackupName(std::string_view name);

/// docs/format/side_folder_format.md: lines of text, the last one a checksum.
std::string encodeManifest(const std::vector<BackedUpFile>& files);
/// BadFormat unless every byte is as encodeManifest() wrote it.
Result<std::vector<BackedUpFile>> decodeManifest(std::string_view text);

}  // namespace zrecord
