#include "workbench/fetch/decoded_record.h"

#include <algorithm>

namespace zrecord::workbench {

DecodedRecord DecodedRecord::copyOf(const DType& dtype, const Shape& shape, std::span<const std::byte> bytes) {
    auto storage = std::make_shared<RecordStorage>();
    storage->dtype = dtype;
    storage->dimensions = shape;
    storage->bytes = std::make_unique<std::byte[]>(bytes.size());
    storage->byteCount = bytes.size();
    std::copy(bytes.begin(), bytes.end(), storage->bytes.get());
    const std::span<const std::byte> view(storage->bytes.get(), bytes.size());
    const std::span<const std::uint64_t> dimensions(storage->dimensions);
    return {std::move(storage), dimensions, view, bytes.size()};
}

}  // namespace zrecord::workbench
