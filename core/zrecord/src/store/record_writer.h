#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "format/location_entry.h"
#include "format/meta_header.h"
#include "store/output_files.h"

namespace zrecord {

/// Lays physical records one after the other from a frontier on and writes their entries: payload in large pieces, then
/// the table. Publishes nothing; the caller writes the header. One thread at a time.
class RecordWriter {
public:
    RecordWriter(OutputFiles& files, const MetaHeader& frontier);

    /// StoreFull, RecordTooLarge, OutOfSpace, IoError.
    Status add(std::span<const std::byte> stored, std::uint32_t logicLength);
    /// Raw records of `width` bytes each, lying one after the other.
    Status addRun(std::span<const std::byte> records, std::uint32_t width);
    /// Gives the next record a place and its entry, which `placed` returns, without bytes: the caller writes them.
    Status place(std::uint32_t physLength, std::uint32_t logicLength, LocationEntry& placed);
    /// Writes what is still held back; frontier() is the new header afterwards.
    Status finish();
    [[nodiscard]] const MetaHeader& frontier() const noexcept { return m_frontier; }

private:
    Status makeRoom(std::uint64_t bytes);
    Status record(const LocationEntry& entry);
    Status flushBytes();
    Status flushEntries();

    OutputFiles& m_files;
    MetaHeader m_frontier;                    ///< where the next record goes
    std::unique_ptr<std::byte[]> m_staging;   ///< bytes that end at the frontier
    std::size_t m_staged = 0;
    std::vector<std::byte> m_entries;         ///< encoded, the last of them belongs to m_frontier.length − 1
};

}  // namespace zrecord
