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

using MetaImage = std::array<std::byte, kMetaHeaderBytes>;

MetaImage encodeMetaHeader(const MetaHeader& header);

/// BadFormat says which field is wrong and where; RecoveryNeeded when the header is fenced by an interrupted change.
Result<MetaHeader> decodeMetaHeader(std::span<const std::byte> bytes);

/// Names one journal, and ties a fence to it.
using JournalId = std::array<std::byte, 10>;

/// The header while a change that moves records is under way: another magic, which every reader of the plain format refuses, and
/// the journal's id in place of the reserved bytes.
struct FencedHeader {
    MetaHeader header;  ///< as before the change, reserved bytes 0
    JournalId journal{};
};

MetaImage encodeFence(const MetaHeader& header, const JournalId& journal);
[[nodiscard]] bool isFence(std::span<const std::byte> bytes) noexcept;
/// BadFormat also for a header without a fence.
Result<FencedHeader> decodeFence(std::span<const std::byte> bytes);

}  // namespace zrecord
