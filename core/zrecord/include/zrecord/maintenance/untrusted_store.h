#pragma once

#include <cstdint>
#include <filesystem>

#include "zrecord/export.h"
#include "zrecord/result.h"
#include "zrecord/store.h"

namespace zrecord {

/// What a store that nobody vouches for may ask of the reader.
struct TrustLimits {
    std::uint64_t descriptionBytes = std::uint64_t{64} << 10;  ///< store.zr
    std::uint64_t dictionaryBytes = std::uint64_t{16} << 20;
    std::uint64_t itemBytes = std::uint64_t{64} << 10;         ///< one element of the dtype
    std::uint64_t dimensions = 63;
    std::uint64_t folderEntries = 1'000'000;
    std::uint64_t recordBytes = std::uint64_t{256} << 20;      ///< one record of a dense store, decoded
};

/// Looks at the folder of a store before anything of it is used: every file of the store is a regular file of its own, no link and no
/// second name of another file, and what the small files say stays within the limits. BadFormat names the file and the limit.
ZRECORD_EXPORT Status checkUntrusted(const std::filesystem::path& path, const TrustLimits& limits = {});

/// checkUntrusted(), then for reading only, by system calls alone: nothing is written, an interrupted change is shown in memory,
/// and no file is mapped. The folder must not be changed by others at the same time.
ZRECORD_EXPORT Result<Store> openUntrusted(const std::filesystem::path& path, const TrustLimits& limits = {});

/// OutOfSpace when writing all records out would take more than `most` bytes and more than `ratio` times what the store's files have:
/// many entries that point at one record, and small frames that decode to much, make small stores huge.
ZRECORD_EXPORT Status checkExpansion(const Store& store, const OperationContext& context = {}, std::uint64_t most = std::uint64_t{1} << 30,
                                     std::uint64_t ratio = 200);

}  // namespace zrecord
