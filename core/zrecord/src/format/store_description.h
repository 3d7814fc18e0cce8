#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "zrecord/store_options.h"

namespace zrecord {

/// store.zr: a 32-byte header and one msgpack map, written once, last. Layout in docs/format/store_format.md.
inline constexpr std::size_t kStoreHeaderBytes = 32;
/// A larger file is refused; read no more than this and one byte.
inline constexpr std::size_t kMaxStoreDescriptionBytes = std::size_t{16} << 20;
inline constexpr std::uint64_t kMaxRecordBytes = UINT64_C(1) << 31;

/// The whole file for kind, dtype and item shape, byte for byte as loaderx 1.7.2 writes it (codec and dictionary are not
/// part of it). InvalidArgument or RecordTooLarge when there can be no such store.
Result<std::vector<std::byte>> encodeStoreDescription(const StoreDescription& description);

/// The reverse, from all bytes of the file. Reads all that loaderx reads: keys in any order, any string and array width,
/// plain type names, non-zero reserved bytes. codec stays at its default: meta.zr holds it. BadFormat with file and offset.
Result<StoreDescription> decodeStoreDescription(std::span<const std::byte> bytes);

}  // namespace zrecord
