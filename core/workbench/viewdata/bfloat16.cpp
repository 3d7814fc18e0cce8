#include "workbench/viewdata/bfloat16.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

namespace zrecord::workbench {

bool mayHoldBfloat16(const DType& dtype) {
    return !dtype.isStructured() && dtype.kind() == ScalarKind::UInt && dtype.itemSize() == 2;
}

DecodedRecord bfloat16AsFloat32(const DecodedRecord& record) {
    const auto from = record.bytes();
    const bool big = record.dtype().byteOrder() == ByteOrder::Big;
    auto storage = std::make_shared<RecordStorage>();
    storage->dtype = DType::makeScalar(ScalarKind::Float, 4, big ? ByteOrder::Big : ByteOrder::Little).value();
    storage->dimensions.assign(record.shape().begin(), record.shape().end());
    storage->byteCount = from.size() * 2;
    storage->bytes = std::make_unique<std::byte[]>(from.size() * 2);
    std::byte* to = storage->bytes.get();
    const std::size_t upper = big ? 0 : 2;  // where the upper half of a float32 lies
    for (std::size_t i = 0; i + 1 < from.size(); i += 2, to += 4) {
        to[upper] = from[i];
        to[upper + 1] = from[i + 1];
    }
    const std::span<const std::byte> bytes(storage->bytes.get(), storage->byteCount);
    const std::span<const std::uint64_t> dimensions(storage->dimensions);
    const std::uint64_t size = storage->byteCount;
    return {std::move(storage), dimensions, bytes, size};
}

}  // namespace zrecord::workbench
