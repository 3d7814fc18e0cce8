#include "support/store_builder.h"

#include <numeric>
#include <utility>

namespace zrecord::test {

StoreDescription denseBytes(std::uint64_t width, Codec codec)
{
    StoreDescription description;
    description.itemShape = {width};
    return withCodec(std::move(description), codec);
}

StoreDescription raggedBytes(Codec codec)
{
    StoreDescription description;
    description.kind = StoreKind::Ragged;
    return withCodec(std::move(description), codec);
}

Bytes sampleDictionary()
{
    return patternRecords(1000, 64, 64);
}

StoreDescription withCodec(StoreDescription description, Codec codec)
{
    description.codec = codec;
    description.dictionary.clear();
    if (codec == Codec::ZstdDict)
        description.dictionary = sampleDictionary();
    return description;
}

Bytes patternRecord(std::uint64_t number, std::size_t width)
{
    Bytes record(width);
    std::uint64_t state = number * 0x9E3779B97F4A7C15u + 1;
    for (std::size_t i = 0; i < width; ++i) {
        if (i % 16 == 0)
            state = (state ^ (state >> 29)) * 0xBF58476D1CE4E5B9u;
        record[i] = static_cast<std::byte>(i < 8 ? (number >> (8 * i)) & 0xff : state & 0x0f);
    }
    return record;
}

Bytes patternRecords(std::uint64_t first, std::size_t count, std::size_t width)
{
    Bytes records;
    records.reserve(count * width);
    for (std::size_t i = 0; i < count; ++i) {
        const Bytes record = patternRecord(first + i, width);
        records.insert(records.end(), record.begin(), record.end());
    }
    return records;
}

OwnedRagged patternRagged(std::uint64_t number)
{
    OwnedRagged record;
    for (std::uint64_t d = 0; d < number % 4; ++d)
        record.shape.push_back(1 + (number * 7 + d * 3) % 6);
    std::uint64_t bytes = 1;
    for (const std::uint64_t dimension : record.shape)
        bytes *= dimension;
    record.bytes = patternRecord(number, bytes);
    return record;
}

Result<std::uint64_t> appendRagged(Store& store, const std::vector<OwnedRagged>& records, const OperationContext& context)
{
    std::vector<RaggedRecord> borrowed;
    for (const OwnedRagged& record : records)
        borrowed.push_back({record.bytes, record.shape});
    return store.append(borrowed, context);
}

std::vector<std::uint64_t> allIndices(std::uint64_t count)
{
    std::vector<std::uint64_t> indices(count);
    std::iota(indices.begin(), indices.end(), std::uint64_t{0});
    return indices;
}

Result<Bytes> readDense(const Store& store, std::vector<std::uint64_t> indices)
{
    Bytes bytes(indices.size() * store.summary().recordBytes);
    ZR_RETURN_IF_ERROR(store.gather(indices, bytes));
    return bytes;
}

Result<Bytes> readDense(const Store& store)
{
    return readDense(store, allIndices(store.size()));
}

Result<std::vector<OwnedRagged>> readRagged(const Store& store, std::vector<std::uint64_t> indices)
{
    ZR_ASSIGN_OR_RETURN(const RaggedLayout layout, store.layout(indices));
    Bytes bytes(layout.offsets.back());
    ZR_RETURN_IF_ERROR(store.gather(indices, layout, bytes));
    std::vector<OwnedRagged> records;
    for (std::size_t i = 0; i < layout.size(); ++i) {
        const auto shape = layout.shape(i);
        records.push_back({Bytes(bytes.begin() + static_cast<std::ptrdiff_t>(layout.offsets[i]),
                                 bytes.begin() + static_cast<std::ptrdiff_t>(layout.offsets[i + 1])),
                           Shape(shape.begin(), shape.end())});
    }
    return records;
}

Result<std::vector<OwnedRagged>> readRagged(const Store& store)
{
    return readRagged(store, allIndices(store.size()));
}

}  // namespace zrecord::test
