#pragma once

#include <cstdint>

#include "format/location_entry.h"
#include "format/meta_header.h"
#include "store/store_core.h"

namespace zrecord {

/// Largest number of dimensions of a ragged record.
inline constexpr std::uint64_t kLargestRank = 64;

/// Decoded size of a shape record: rank and dimensions, 8 bytes each.
inline bool mayBeShapeSize(std::uint32_t bytes) noexcept
{
    return bytes % 8 == 0 && bytes <= 8 + 8 * kLargestRank;
}

/// Judges entry `physical` of the table by what the header and the kind of store allow. CorruptRecord names the loc file,
/// the entry's offset in it and the logical record.
Status checkEntry(const StoreCore& core, const MetaHeader& header, std::uint64_t physical, const LocationEntry& entry);

/// Names loc file and place of an entry in a status about it.
Status atEntry(const StoreCore& core, std::uint64_t physical, Status status);

/// Checks a decoded shape record (rank, dimensions) against the payload's size: CorruptRecord without a place.
Status checkShape(std::span<const std::byte> shapeRecord, std::uint64_t itemSize, std::uint64_t payloadBytes);

}  // namespace zrecord
