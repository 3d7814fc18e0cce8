#include "codec/zstd_support.h"

#include <cstdint>

#include <zstd_errors.h>

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

Status checkFrameStart(std::span<const std::byte> stored)
{
    std::uint32_t magic = 0;
    if (stored.size() >= 4) {
        for (std::size_t i = 4; i-- > 0;)
            magic = magic << 8 | std::to_integer<std::uint32_t>(stored[i]);
        if (magic == ZSTD_MAGICNUMBER || (magic & ZSTD_MAGIC_SKIPPABLE_MASK) == ZSTD_MAGIC_SKIPPABLE_START)
            return {};
    }
    return Status(ErrorCode::CorruptRecord, "the stored bytes do not begin with a zstd frame");
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
