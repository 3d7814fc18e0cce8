#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <vector>

#include "platform/file_system.h"
#include "store/store_limits.h"
#include "support/temporary_store.h"
#include "zrecord/store.h"

namespace zrecord::test {

/// One ragged record that owns its memory.
struct OwnedRagged {
    Bytes bytes;
    Shape shape;
    friend bool operator==(const OwnedRagged&, const OwnedRagged&) = default;
};

/// Dense uint8 records of `width` bytes (item shape (width,)), or ragged uint8.
StoreDescription denseBytes(std::uint64_t width, Codec codec = Codec::Raw);
StoreDescription raggedBytes(Codec codec = Codec::Raw);
/// A dictionary that fits the records below, for codec zstd_dict.
Bytes sampleDictionary();
/// With the dictionary where the codec needs one.
StoreDescription withCodec(StoreDescription description, Codec codec);

/// Record `number` of a fixed sequence: compressible, every one different.
Bytes patternRecord(std::uint64_t number, std::size_t width);
/// Records [first, first + count) one after the other.
Bytes patternRecords(std::uint64_t first, std::size_t count, std::size_t width);
/// Ranks 0 to 3, 1 to some hundred bytes; never an empty one.
OwnedRagged patternRagged(std::uint64_t number);

Result<std::uint64_t> appendRagged(Store& store, const std::vector<OwnedRagged>& records, const OperationContext& context = {});
/// All records, or those at the indices.
Result<Bytes> readDense(const Store& store, std::vector<std::uint64_t> indices);
Result<Bytes> readDense(const Store& store);
Result<std::vector<OwnedRagged>> readRagged(const Store& store, std::vector<std::uint64_t> indices);
Result<std::vector<OwnedRagged>> readRagged(const Store& store);
std::vector<std::uint64_t> allIndices(std::uint64_t count);

}  // namespace zrecord::test
