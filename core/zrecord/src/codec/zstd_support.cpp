#include "codec/zstd_support.h"

#include <array>
#include <cstdint>
#include <cstring>

#include <zstd_errors.h>

#include "base/little_endian.h"

namespace zrecord {

Result<std::size_t> checkCompressed(std::size_t code)
{
    if (!ZSTD_isError(code))
        return code;
    switch (ZSTD_getErrorCode(code)) {
    case ZSTD_error_memory_allocation:
        return outOfContextMemory();
    case ZSTD_error_dstSize_tooSmall:
        return Status(ErrorCode::BufferTooSmall, "the memory for a compressed record is too small");
    default:
        return Status(ErrorCode::Internal, std::string("zstd could not compress a record: ") + ZSTD_getErrorName(code));
    }
}

Status checkDecompressed(std::size_t code, std::size_t plainBytes)
{
    if (code == plainBytes)
        return {};
    if (!ZSTD_isError(code))
        return Status(ErrorCode::CorruptRecord, "the zstd frame holds " + std::to_string(code) + " bytes instead of " +
                                                    std::to_string(plainBytes));
    switch (ZSTD_getErrorCode(code)) {
    case ZSTD_error_memory_allocation:
        return outOfContextMemory();
    case ZSTD_error_dstSize_tooSmall:
        return Status(ErrorCode::CorruptRecord, "the zstd frame holds more than the " + std::to_string(plainBytes) +
                                                    " bytes of the record");
    case ZSTD_error_checksum_wrong:
        return Status(ErrorCode::CorruptRecord, "the checksum inside the zstd frame does not match its content");
    case ZSTD_error_dictionary_wrong:
        return Status(ErrorCode::CorruptRecord, "the zstd frame was made with another dictionary");
    default:
        return Status(ErrorCode::CorruptRecord, std::string("the zstd frame cannot be decoded: ") + ZSTD_getErrorName(code));
    }
}

bool beginsWithFrame(std::span<const std::byte> stored) noexcept
{
    if (stored.size() < 4)
        return false;
    const auto magic = loadLittleEndian<std::uint32_t>(stored.data());
    return magic == ZSTD_MAGICNUMBER || (magic & ZSTD_MAGIC_SKIPPABLE_MASK) == ZSTD_MAGIC_SKIPPABLE_START;
}

Status checkFrameStart(std::span<const std::byte> stored)
{
    if (beginsWithFrame(stored))
        return {};
    return Status(ErrorCode::CorruptRecord, "the stored bytes do not begin with a zstd frame");
}

bool decodeStoredFrame(std::span<const std::byte> stored, std::span<std::byte> plain, std::uint32_t dictionary) noexcept
{
    constexpr std::array<std::size_t, 4> kIdBytes{0, 1, 2, 4};
    constexpr std::size_t kFixedBytes = 5;  // magic number and descriptor
    constexpr std::size_t kBlockHeaderBytes = 3;
    if (plain.empty() || plain.size() > kLargestStoredFrame || stored.size() < kFixedBytes ||
        loadLittleEndian<std::uint32_t>(stored.data()) != ZSTD_MAGICNUMBER)
        return false;
    const auto descriptor = std::to_integer<unsigned>(stored[4]);
    const std::size_t idBytes = kIdBytes[descriptor & 3];
    const std::size_t sizeBytes = (descriptor >> 6) == 0 ? 1 : (descriptor >> 6) == 1 ? 2 : 0;
    // One segment, no reserved bit, no checksum, a content size of one or two bytes.
    if ((descriptor & 0x3C) != 0x20 || sizeBytes == 0 || stored.size() < kFixedBytes + idBytes + sizeBytes + kBlockHeaderBytes)
        return false;
    const auto number = [stored](std::size_t at, std::size_t bytes) {
        std::uint32_t value = 0;
        for (std::size_t i = bytes; i-- > 0;)
            value = value << 8 | std::to_integer<std::uint32_t>(stored[at + i]);
        return value;
    };
    const std::uint32_t id = number(kFixedBytes, idBytes);
    const std::uint32_t size = number(kFixedBytes + idBytes, sizeBytes) + (sizeBytes == 2 ? 256 : 0);
    const std::size_t block = kFixedBytes + idBytes + sizeBytes;
    const std::uint32_t header = number(block, kBlockHeaderBytes);
    const std::span<const std::byte> content = stored.subspan(block + kBlockHeaderBytes);
    if ((id != 0 && id != dictionary) || size != plain.size() || (header & 1) == 0 || header >> 3 != size)
        return false;
    if ((header >> 1 & 3) == 0 && content.size() == size) {
        std::memcpy(plain.data(), content.data(), size);
        return true;
    }
    if ((header >> 1 & 3) == 1 && content.size() == 1) {
        std::memset(plain.data(), std::to_integer<int>(content[0]), size);
        return true;
    }
    return false;
}

Status checkZstdLevel(int level)
{
    if (level < ZSTD_minCLevel() || level > ZSTD_maxCLevel())
        return Status(ErrorCode::InvalidArgument, "zstd has no level " + std::to_string(level) + ", only " +
                                                      std::to_string(ZSTD_minCLevel()) + " to " +
                                                      std::to_string(ZSTD_maxCLevel()));
    return {};
}

Status outOfContextMemory()
{
    return Status(ErrorCode::OutOfMemory, "zstd could not get the memory that it works in");
}

}  // namespace zrecord
