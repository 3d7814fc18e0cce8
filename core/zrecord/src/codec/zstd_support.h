#pragma once

#include <cstddef>
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
/// CorruptRecord unless the bytes begin like a zstd or a skippable frame: the formats from before version 0.8, which
/// libzstd may know too, never were valid records.
Status checkFrameStart(std::span<const std::byte> stored);
/// InvalidArgument when zstd does not know the level.
Status checkZstdLevel(int level);
Status outOfContextMemory();

}  // namespace zrecord
