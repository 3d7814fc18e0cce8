#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "exchange/byte_stream.h"
#include "exchange/input_file.h"
#include "zrecord/import_source.h"

namespace zrecord {

struct ZipEntry {
    std::string name;  ///< UTF-8; a label, never a path
    std::uint16_t method = 0;
    std::uint32_t crc = 0;
    std::uint64_t packedBytes = 0;
    std::uint64_t plainBytes = 0;
    std::uint64_t headerOffset = 0;
    std::uint64_t dataOffset = 0;

    [[nodiscard]] bool stored() const noexcept { return method == 0; }
};

/// A zip archive, strictly: directory at the end, members stored or deflated, not encrypted, not overlapping, names unique,
/// local headers that agree. Zip64 included. Everything is within ImportLimits before it is believed.
class ZipReader {
public:
    static Result<ZipReader> open(std::shared_ptr<InputFile> file, const ImportLimits& limits);

    [[nodiscard]] const std::vector<ZipEntry>& entries() const noexcept { return m_entries; }
    [[nodiscard]] const std::shared_ptr<InputFile>& file() const noexcept { return m_file; }
    /// The unpacked bytes; size and CRC-32 are verified by the read that reaches the end.
    [[nodiscard]] std::unique_ptr<ByteStream> openEntry(const ZipEntry& entry) const;

private:
    std::shared_ptr<InputFile> m_file;
    std::vector<ZipEntry> m_entries;
};

}  // namespace zrecord
