#include "workbench/document/stream_reader.h"

#include <memory>
#include <new>
#include <numeric>
#include <string>
#include <utility>
#include <vector>

#include <zrecord/store.h>

namespace zrecord::workbench {
namespace {

Result<std::shared_ptr<RecordStorage>> makeStorage(const DType& dtype, std::uint64_t bytes) {
    auto storage = std::make_shared<RecordStorage>();
    storage->dtype = dtype;
    storage->byteCount = bytes;
    storage->bytes.reset(new (std::nothrow) std::byte[bytes]);
    if (!storage->bytes)
        return Status(ErrorCode::OutOfMemory, "there is no memory for " + std::to_string(bytes) + " bytes of records");
    return storage;
}

std::vector<std::uint64_t> indicesOf(const ReadRequest& request) {
    std::vector<std::uint64_t> indices(request.count);
    std::iota(indices.begin(), indices.end(), request.first);
    return indices;
}

}  // namespace

Result<RecordBlock> readDenseBlock(const Store& store, const StreamLayout& layout, const ReadRequest& request,
                                   const OperationContext& context) {
    const std::uint64_t width = layout.recordBytes;
    const bool withBytes = width <= request.recordLimit;
    ZR_ASSIGN_OR_RETURN(const std::shared_ptr<RecordStorage> storage,
                        makeStorage(layout.dtype, withBytes ? width * request.count : 0));
    storage->dimensions = layout.itemShape;
    const std::span<std::byte> memory(storage->bytes.get(), storage->byteCount);
    if (withBytes)
        ZR_RETURN_IF_ERROR(store.gather(indicesOf(request), memory, context));

    std::vector<DecodedRecord> records;
    records.reserve(request.count);
    for (std::uint64_t i = 0; i < request.count; ++i) {
        const auto bytes = withBytes ? std::span<const std::byte>(memory).subspan(i * width, width)
                                     : std::span<const std::byte>();
        records.emplace_back(storage, std::span<const std::uint64_t>(storage->dimensions), bytes, width);
    }
    return RecordBlock(request.first, std::move(records));
}

Result<RecordBlock> readRaggedBlock(const Store& store, const StreamLayout& layout, const ReadRequest& request,
                                    const OperationContext& context) {
    const std::vector<std::uint64_t> indices = indicesOf(request);
    ZR_ASSIGN_OR_RETURN(RaggedLayout plan, store.layout(indices, context));
    // Sizes of all, bytes of those within the limit only.
    std::vector<std::uint64_t> sizes(indices.size());
    std::vector<std::uint64_t> wanted;
    for (std::size_t i = 0; i < indices.size(); ++i) {
        sizes[i] = plan.offsets[i + 1] - plan.offsets[i];
        if (sizes[i] <= request.recordLimit)
            wanted.push_back(indices[i]);
    }
    RaggedLayout subset;
    if (wanted.size() != indices.size() && !wanted.empty()) {
        ZR_ASSIGN_OR_RETURN(subset, store.layout(wanted, context));
    }
    const RaggedLayout& fill = wanted.size() == indices.size() ? plan : subset;
    const std::uint64_t total = wanted.empty() ? 0 : fill.offsets.back();
    ZR_ASSIGN_OR_RETURN(const std::shared_ptr<RecordStorage> storage, makeStorage(layout.dtype, total));
    const std::span<std::byte> memory(storage->bytes.get(), total);
    if (!wanted.empty())
        ZR_RETURN_IF_ERROR(store.gather(wanted, fill, memory, context));

    const std::vector<std::uint64_t> places = fill.offsets;
    const std::vector<std::uint64_t> shapeOffsets = std::move(plan.shapeOffsets);
    storage->dimensions = std::move(plan.dimensions);
    std::vector<DecodedRecord> records;
    records.reserve(indices.size());
    std::size_t place = 0;
    for (std::size_t i = 0; i < indices.size(); ++i) {
        const auto shape = std::span<const std::uint64_t>(storage->dimensions)
                               .subspan(shapeOffsets[i], shapeOffsets[i + 1] - shapeOffsets[i]);
        std::span<const std::byte> bytes;
        if (sizes[i] <= request.recordLimit)
            bytes = std::span<const std::byte>(memory).subspan(places[place++], sizes[i]);
        records.emplace_back(storage, shape, bytes, sizes[i]);
    }
    return RecordBlock(request.first, std::move(records));
}

}  // namespace zrecord::workbench
