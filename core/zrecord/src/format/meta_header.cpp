#include "format/meta_header.h"

#include <algorithm>
#include <limits>
#include <string>

#include "base/little_endian.h"

namespace zrecord {
namespace {

constexpr std::array kMagic{std::byte{'Z'}, std::byte{'R'}, std::byte{'E'}, std::byte{'C'}};
constexpr std::array kFence{std::byte{'Z'}, std::byte{'R'}, std::byte{'X'}, std::byte{'F'}};
constexpr std::uint8_t kVersion = 4;

constexpr std::size_t kVersionAt = 4;
constexpr std::size_t kCodecAt = 5;
constexpr std::size_t kTailChunkAt = 6;
constexpr std::size_t kTailOffsetAt = 10;
constexpr std::size_t kLengthAt = 14;
constexpr std::size_t kReservedAt = 22;

Status badField(std::string what, std::size_t at)
{
    return Status(ErrorCode::BadFormat, std::move(what)).withFile(kMetaFileName, at);
}

}  // namespace

MetaImage encodeMetaHeader(const MetaHeader& header)
{
    MetaImage bytes{};
    std::ranges::copy(kMagic, bytes.begin());
    bytes[kVersionAt] = std::byte{kVersion};
    bytes[kCodecAt] = static_cast<std::byte>(header.codec);
    storeLittleEndian(bytes.data() + kTailChunkAt, header.tailChunk);
    storeLittleEndian(bytes.data() + kTailOffsetAt, header.tailOffset);
    storeLittleEndian(bytes.data() + kLengthAt, header.length);
    std::ranges::copy(header.reserved, bytes.begin() + kReservedAt);
    return bytes;
}

Result<MetaHeader> decodeMetaHeader(std::span<const std::byte> bytes)
{
    if (bytes.size() != kMetaHeaderBytes)
        return badField("the header has " + std::to_string(bytes.size()) + " bytes where 32 are expected", 0);
    if (isFence(bytes))
        return Status(ErrorCode::RecoveryNeeded, "a delete or compact of this store was interrupted and has to be finished or undone first")
            .withFile(kMetaFileName, 0);
    if (!std::equal(kMagic.begin(), kMagic.end(), bytes.begin()))
        return badField("the file does not begin with ZREC", 0);
    if (const auto version = std::to_integer<unsigned>(bytes[kVersionAt]); version != kVersion)
        return badField("the store has version " + std::to_string(version) + "; only version 4 can be read", kVersionAt);
    MetaHeader header;
    const auto codec = std::to_integer<std::uint8_t>(bytes[kCodecAt]);
    if (codec > static_cast<std::uint8_t>(Codec::ZstdDict))
        return badField("codec " + std::to_string(codec) + " is unknown", kCodecAt);
    header.codec = static_cast<Codec>(codec);
    header.tailChunk = loadLittleEndian<std::uint32_t>(bytes.data() + kTailChunkAt);
    if (header.tailChunk == std::numeric_limits<std::uint32_t>::max())
        return badField("the number of the last chunk, 4294967295, is not allowed", kTailChunkAt);
    header.tailOffset = loadLittleEndian<std::uint32_t>(bytes.data() + kTailOffsetAt);
    header.length = loadLittleEndian<std::uint64_t>(bytes.data() + kLengthAt);
    std::copy_n(bytes.begin() + kReservedAt, header.reserved.size(), header.reserved.begin());
    return header;
}

MetaImage encodeFence(const MetaHeader& header, const JournalId& journal)
{
    MetaImage bytes = encodeMetaHeader(header);
    std::ranges::copy(kFence, bytes.begin());
    std::ranges::copy(journal, bytes.begin() + kReservedAt);
    return bytes;
}

bool isFence(std::span<const std::byte> bytes) noexcept
{
    return bytes.size() >= kFence.size() && std::equal(kFence.begin(), kFence.end(), bytes.begin());
}

Result<FencedHeader> decodeFence(std::span<const std::byte> bytes)
{
    if (bytes.size() != kMetaHeaderBytes || !isFence(bytes))
        return badField("the header is not fenced", 0);
    MetaImage plain;
    std::ranges::copy(bytes, plain.begin());
    std::ranges::copy(kMagic, plain.begin());
    FencedHeader result;
    ZR_ASSIGN_OR_RETURN(result.header, decodeMetaHeader(plain));
    result.journal = result.header.reserved;
    result.header.reserved = {};
    return result;
}

}  // namespace zrecord
