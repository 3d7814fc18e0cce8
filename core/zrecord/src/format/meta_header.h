#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

#include "zrecord/codec.h"
#include "zrecord/result.h"

namespace zrecord {

inline constexpr std::size_t kMetaHeaderBytes = 32;
inline constexpr char kMetaFileName[] = "meta.zr";

/// What meta.zr says: the codec and how far the store reaches. 32 bytes on disk, written in one piece.
struct MetaHeader {
    Codec codec = Codec::Raw;
    std::uint32_t tailChunk = 0;
    std::uint32_t tailOffset = 0;   ///< where the next record goes in the last chunk
    std::uint64_t length = 0;       ///< physical records
    std::array<std::byte, 10> reserved{};  ///< kept as found
    friend bool operator==(const MetaHeader&, const MetaHeader&) = default;
};

std::array<std::byte, kMetaHeaderBytes> encodeMetaHeader(const MetaHeader& header);

/// BadFormat says which field is wrong and where; RecoveryNeeded when the header is fenced by an interrupted change.
Result<MetaHeader> decodeMetaHeader(std::span<const std::byte> bytes);

}  // namespace zrecord
