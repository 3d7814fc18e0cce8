#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "zrecord/export.h"
#include "zrecord/operation_context.h"
#include "zrecord/result.h"

namespace zrecord {

class Store;

/// loaderx's tiers: how large the dictionary may get and how many bytes of records it is trained on.
struct DictionaryTier {
    std::string_view name;
    std::uint64_t dictionaryBytes;
    std::uint64_t sampleBytes;
};
inline constexpr std::array<DictionaryTier, 3> kDictionaryTiers{{
    {"fast", 32'768, 4'194'304},
    {"balanced", 131'072, 16'777'216},
    {"max", 1'048'576, 67'108'864},
}};
inline constexpr std::size_t kDefaultDictionaryTier = 1;  ///< balanced

ZRECORD_EXPORT Result<DictionaryTier> parseDictionaryTier(std::string_view name);

/// Trains on records of an open store, chosen as loaderx does: k = clamp(sampleBytes div item, 1, n) indices evenly spaced.
/// TrainingFailed says how many samples there were and how many are needed. Deterministic.
ZRECORD_EXPORT Result<std::vector<std::byte>> trainDictionary(const Store& store, const DictionaryTier& tier,
                                                              const OperationContext& context = {});
/// Trains on the given samples (borrowed for the call), in order, until the tier's sampleBytes are full.
ZRECORD_EXPORT Result<std::vector<std::byte>> trainDictionary(std::span<const std::span<const std::byte>> samples,
                                                              const DictionaryTier& tier,
                                                              const OperationContext& context = {});
/// Trains on a file cut into records of `recordBytes` (the last, shorter one is left out), evenly spaced like a store's.
ZRECORD_EXPORT Result<std::vector<std::byte>> trainDictionary(const std::filesystem::path& file, std::uint64_t recordBytes,
                                                              const DictionaryTier& tier,
                                                              const OperationContext& context = {});

/// Reads a dictionary file (1 byte … 2^32−1 bytes); NotFound, DictionaryError, IoError.
ZRECORD_EXPORT Result<std::vector<std::byte>> readDictionaryFile(const std::filesystem::path& file);
/// The id inside the dictionary; 0 for raw content.
ZRECORD_EXPORT std::uint32_t dictionaryId(std::span<const std::byte> dictionary);

}  // namespace zrecord
