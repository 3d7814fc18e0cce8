#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "format/location_entry.h"
#include "format/meta_header.h"
#include "store/writing/chunk_writer.h"
#include "store/output_files.h"

namespace zrecord {

/// Puts physical records behind a frontier and writes their entries. Publishes nothing: the caller writes the header.
/// One thread at a time.
class RecordWriter {
public:
    RecordWriter(OutputFiles& files, const MetaHeader& frontier);

    /// StoreFull, RecordTooLarge, OutOfSpace, IoError.
    Status add(std::span<const std::byte> stored, std::uint32_t logicLength);
    /// Raw records of `width` bytes each, lying one after the other.
    Status addRun(std::span<const std::byte> records, std::uint32_t width);
    /// Writes what is still held back; frontier() is the new header afterwards.
    Status finish();
    [[nodiscard]] MetaHeader frontier() const noexcept;

private:
    Status record(const LocationEntry& entry);
    Status flushEntries();

    OutputFiles& m_files;
    MetaHeader m_header;
    ChunkWriter m_chunks;
    std::vector<std::byte> m_entries;  ///< encoded; the last of them belongs to m_header.length − 1
};

}  // namespace zrecord
