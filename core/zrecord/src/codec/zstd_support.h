#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include <zstd.h>

#include "codec/context_pool.h"
#include "zrecord/result.h"

namespace zrecord {

struct ZstdDeleter {
    void operator()(ZSTD_CCtx* context) const noexcept { ZSTD_freeCCtx(context); }
    void operator()(ZSTD_DCtx* context) const noexcept { ZSTD_freeDCtx(context); }
    void operator()(ZSTD_CDict* dictionary) const noexcept { ZSTD_freeCDict(dictionary); }
    void operator()(ZSTD_DDict* dictionary) const noexcept { ZSTD_freeDDict(dictionary); }
};

using CompressionPool = ContextPool<ZSTD_CCtx, ZstdDeleter>;
using DecompressionPool = ContextPool<ZSTD_DCtx, ZstdDeleter>;

/// The stored size from a ZSTD_compress… return code, or the failure that it means.
Result<std::size_t> checkCompressed(std::size_t code);
/// Ok when `code`, from a ZSTD_decompress… call, says that exactly `plainBytes` came out; CorruptRecord otherwise.
Status checkDecompressed(std::size_t code, std::size_t plainBytes);
/// True when the bytes begin like a zstd or a skippable frame.
bool beginsWithFrame(std::span<const std::byte> stored) noexcept;
/// Decodes a frame of one block that holds its bytes as they are, or one byte repeated: what zstd makes of shapes and other
/// tiny or incompressible records, at a fraction of the price of a decoder. False for every other frame, sound or not: zstd
/// is to be asked then. `dictionary` is the id that the frame may name besides none. Format: RFC 8878, section 3.1.
bool decodeStoredFrame(std::span<const std::byte> stored, std::span<std::byte> plain, std::uint32_t dictionary) noexcept;
/// Larger records are not worth the look.
inline constexpr std::size_t kLargestStoredFrame = 1024;
/// CorruptRecord unless the bytes begin like a zstd or a skippable frame: the formats from before version 0.8, which
/// libzstd may know too, never were valid records.
Status checkFrameStart(std::span<const std::byte> stored);
/// InvalidArgument when zstd does not know the level.
Status checkZstdLevel(int level);
Status outOfContextMemory();

}  // namespace zrecord
