#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "codec/record_codec.h"
#include "format/location_entry.h"
#include "store/store_files.h"

namespace zrecord {

/// Memory that keeps its size between uses, unless it had to grow very large.
class ScratchBuffer {
public:
    std::span<std::byte> take(std::size_t bytes);
    /// Gives back what one huge record needed.
    void trim();

private:
    std::unique_ptr<std::byte[]> m_bytes;
    std::size_t m_capacity = 0;
};

/// One physical record to fetch: `out` has exactly entry.logicLength bytes.
struct FetchItem {
    LocationEntry entry;
    std::byte* out = nullptr;
    const std::byte* from = nullptr;  ///< where the stored bytes lie in memory; the business of MappedReader alone
};

/// Bytes of the record in its chunk. Raw stores are read by the decoded size, as loaderx does, whatever the stored size says.
inline std::uint32_t storedBytesOf(const LocationEntry& entry, const RecordCodec& codec) noexcept
{
    return codec.isIdentity() ? entry.logicLength : entry.physLength;
}

/// Reads and decodes physical records whose entries were checked with locationEntryFault(). Records that lie together are
/// read together; raw records go straight to their destination. One thread at a time; cheap to make.
class RecordFetcher {
public:
    RecordFetcher(StoreFiles& files, const RecordCodec& codec) : m_codec(codec), m_cursor(files) {}

    /// On failure `failed` is the position of the item that is damaged or could not be read.
    Status fetch(std::span<const FetchItem> items, std::size_t& failed);
    /// The stored bytes as they are; `record` is named in errors.
    Result<std::vector<std::byte>> fetchStored(const LocationEntry& entry, std::uint64_t record);

private:
    [[nodiscard]] std::uint64_t storedBytes(const LocationEntry& entry) const noexcept { return storedBytesOf(entry, m_codec); }
    [[nodiscard]] std::size_t contiguousRun(std::span<const FetchItem> items) const noexcept;
    Status readExactly(std::uint32_t chunk, std::uint64_t offset, std::span<std::byte> out);
    Status fetchWindow(std::span<const FetchItem> items, std::uint64_t lowest, std::uint64_t highest, std::size_t& failed);

    const RecordCodec& m_codec;
    ChunkCursor m_cursor;
};

}  // namespace zrecord
