#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/little_endian.h"

namespace zrecord {

inline constexpr std::size_t kLocationEntryBytes = 16;

/// Largest decoded size of a record.
inline constexpr std::uint64_t kLargestRecord = std::uint64_t{1} << 31;

/// One row of the record table: where a physical record lies and how large it is.
struct LocationEntry {
    std::uint32_t offset = 0;       ///< bytes into the chunk
    std::uint32_t physLength = 0;   ///< stored size
    std::uint32_t logicLength = 0;  ///< decoded size
    std::uint32_t chunk = 0;

    [[nodiscard]] std::uint64_t end() const noexcept { return std::uint64_t{offset} + physLength; }
    /// Orders entries as they lie on disk.
    [[nodiscard]] std::uint64_t place() const noexcept { return (std::uint64_t{chunk} << 32) | offset; }
    friend bool operator==(const LocationEntry&, const LocationEntry&) = default;
};

inline LocationEntry loadLocationEntry(const std::byte* at) noexcept
{
    return {loadLittleEndian<std::uint32_t>(at), loadLittleEndian<std::uint32_t>(at + 4),
            loadLittleEndian<std::uint32_t>(at + 8), loadLittleEndian<std::uint32_t>(at + 12)};
}

inline void storeLocationEntry(std::byte* at, const LocationEntry& entry) noexcept
{
    storeLittleEndian(at, entry.offset);
    storeLittleEndian(at + 4, entry.physLength);
    storeLittleEndian(at + 8, entry.logicLength);
    storeLittleEndian(at + 12, entry.chunk);
}

/// A row of the table that is in force instead of the one that was there.
struct EntryChange {
    std::uint64_t physical = 0;
    LocationEntry entry;
    friend bool operator==(const EntryChange&, const EntryChange&) = default;
};

/// Why an entry cannot be followed, or nullptr when it can. A constant sentence without full stop.
/// `fixedWidth` is the dense record width, 0 when sizes vary. The file's own size is the reader's business.
const char* locationEntryFault(const LocationEntry& entry, std::uint32_t tailChunk, std::uint32_t tailOffset,
                               std::uint64_t fixedWidth) noexcept;

}  // namespace zrecord
