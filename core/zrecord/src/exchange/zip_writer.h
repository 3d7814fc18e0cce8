#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "exchange/output_file.h"

namespace zrecord {

/// Writes a zip archive front to back, stored or deflated, always with 64-bit sizes. Same input, same bytes: no times.
class ZipWriter {
public:
    ZipWriter(OutputFile& file, bool compress);
    ~ZipWriter();

    Status begin(std::string name);
    Status write(std::span<const std::byte> bytes);
    Status end();
    /// The directory; nothing may follow.
    Status finish();

private:
    struct Member {
        std::string name;
        std::uint64_t offset = 0;
        std::uint64_t packedBytes = 0;
        std::uint64_t plainBytes = 0;
        std::uint32_t crc = 0;
    };
    struct Deflater;
    [[nodiscard]] std::vector<std::byte> localHeader(const Member& member) const;
    [[nodiscard]] std::vector<std::byte> directoryEntry(const Member& member) const;
    [[nodiscard]] std::uint16_t method() const;
    Status deflateBytes(std::span<const std::byte> bytes, bool last);

    OutputFile& m_file;
    std::unique_ptr<Deflater> m_deflater;  ///< null: members are stored
    std::vector<Member> m_members;
};

}  // namespace zrecord
