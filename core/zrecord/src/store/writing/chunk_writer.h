#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "format/meta_header.h"
#include "store/output_files.h"

namespace zrecord {

/// Lays records one after the other from a place on, in large writes, and goes on to the next chunk where one does not fit.
/// One thread at a time.
class ChunkWriter {
public:
    /// Where a record was put.
    struct Place {
        std::uint32_t chunk = 0;
        std::uint32_t offset = 0;
    };

    ChunkWriter(OutputFiles& files, Place start);

    /// StoreFull, RecordTooLarge, OutOfSpace, IoError. Small pieces are held back until flush().
    Status add(std::span<const std::byte> stored, Place& placed);
    /// As many of the records of `width` bytes, lying one after the other, as fit into one chunk: `count` of them, ≥ 1.
    Status addRun(std::span<const std::byte> records, std::uint32_t width, Place& first, std::uint64_t& count);
    /// Whether so many bytes still go into the chunk at end().
    [[nodiscard]] bool fits(std::uint64_t bytes) const noexcept { return m_end.offset + bytes < m_files.limits().chunkCapacity; }
    Status flush();
    /// Where the next record goes.
    [[nodiscard]] Place end() const noexcept { return m_end; }

private:
    Status makeRoom(std::uint64_t bytes);

    OutputFiles& m_files;
    Place m_end;
    std::unique_ptr<std::byte[]> m_staging;  ///< bytes that end at m_end; null until some are added
    std::size_t m_staged = 0;
};

}  // namespace zrecord
