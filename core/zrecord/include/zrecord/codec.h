#pragma once

#include <cstdint>
#include <string_view>

#include "zrecord/export.h"
#include "zrecord/result.h"

namespace zrecord {

/// How records are stored. The values are those of meta.zr byte 5: frozen.
enum class Codec : std::uint8_t { Raw = 0, Zstd = 1, ZstdDict = 2 };

/// Dense: every record has the same shape. Ragged: each has its own. Values of store.zr byte 5: frozen.
enum class StoreKind : std::uint8_t { Dense = 1, Ragged = 2 };

ZRECORD_EXPORT std::string_view codecName(Codec codec);      ///< "raw", "zstd", "zstd_dict"
ZRECORD_EXPORT std::string_view storeKindName(StoreKind kind);  ///< "dense", "ragged"
ZRECORD_EXPORT Result<Codec> parseCodec(std::string_view name);

}  // namespace zrecord
