#include "zrecord/record_labels.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <map>
#include <numeric>
#include <string>
#include <utility>

#include "base/little_endian.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kBlock = 1 << 14;
constexpr std::size_t kMaxClasses = 1 << 24;

using Decode = double (*)(const std::byte*);

template <typename Stored, typename Bits, bool swapped>
double decode(const std::byte* at)
{
    Bits bits = loadLittleEndian<Bits>(at);
    if constexpr (swapped)
        bits = swapBytes(bits);
    return static_cast<double>(std::bit_cast<Stored>(bits));
}

template <typename Stored, typename Bits>
Decode decoderFor(ByteOrder order)
{
    return order == ByteOrder::Big ? &decode<Stored, Bits, true> : &decode<Stored, Bits, false>;
}

Decode decoderFor(const DType& dtype)
{
    const ByteOrder order = dtype.byteOrder();
    const std::string code = std::string(1, static_cast<char>(dtype.kind())) + std::to_string(dtype.itemSize());
    if (code == "b1" || code == "u1")
        return decoderFor<std::uint8_t, std::uint8_t>(order);
    if (code == "u2")
        return decoderFor<std::uint16_t, std::uint16_t>(order);
    if (code == "u4")
        return decoderFor<std::uint32_t, std::uint32_t>(order);
    if (code == "u8")
        return decoderFor<std::uint64_t, std::uint64_t>(order);
    if (code == "i1")
        return decoderFor<std::int8_t, std::uint8_t>(order);
    if (code == "i2")
        return decoderFor<std::int16_t, std::uint16_t>(order);
    if (code == "i4")
        return decoderFor<std::int32_t, std::uint32_t>(order);
    if (code == "i8")
        return decoderFor<std::int64_t, std::uint64_t>(order);
    if (code == "f4")
        return decoderFor<float, std::uint32_t>(order);
    if (code == "f8")
        return decoderFor<double, std::uint64_t>(order);
    return nullptr;
}

/// Calls take(first, bytes, layout) for runs of records; layout is null for dense stores.
template <typename Take>
Status forBlocks(const Store& store, const OperationContext& context, Take take)
{
    const std::uint64_t length = store.size();
    std::vector<std::uint64_t> indices;
    std::vector<std::byte> bytes;
    for (std::uint64_t first = 0; first < length; first += kBlock) {
        indices.resize(static_cast<std::size_t>(std::min(kBlock, length - first)));
        std::iota(indices.begin(), indices.end(), first);
        RaggedLayout layout;
        const bool isRagged = store.summary().kind == StoreKind::Ragged;
        if (isRagged) {
            ZR_ASSIGN_OR_RETURN(layout, store.layout(indices, context));
            bytes.resize(static_cast<std::size_t>(layout.offsets.back()));
            ZR_RETURN_IF_ERROR(store.gather(indices, layout, bytes, context));
        } else {
            bytes.resize(indices.size() * static_cast<std::size_t>(store.summary().recordBytes));
            ZR_RETURN_IF_ERROR(store.gather(indices, bytes, context));
        }
        ZR_RETURN_IF_ERROR(take(indices.size(), std::span<const std::byte>(bytes), isRagged ? &layout : nullptr));
    }
    return {};
}

/// Single whole numbers whose first byte is the lowest.
bool areLittleNumbers(const StoreSummary& summary)
{
    const ScalarKind kind = summary.dtype.kind();
    return summary.kind == StoreKind::Dense && summary.recordBytes == summary.dtype.itemSize() &&
           (kind == ScalarKind::Int || kind == ScalarKind::UInt) && summary.dtype.byteOrder() != ByteOrder::Big;
}

/// The bytes of a record, before its shape where there is one; whole numbers with the highest byte first.
std::string keyOf(std::span<const std::byte> bytes, const RaggedLayout* layout, std::size_t i, std::size_t recordBytes, bool isLittleNumber)
{
    const std::size_t begin = layout ? static_cast<std::size_t>(layout->offsets[i]) : i * recordBytes;
    const std::size_t end = layout ? static_cast<std::size_t>(layout->offsets[i + 1]) : begin + recordBytes;
    std::string key(reinterpret_cast<const char*>(bytes.data()) + begin, end - begin);
    if (layout) {
        key += '\0';
        for (const std::uint64_t dimension : layout->shape(i))
            key += std::to_string(dimension) + ",";
    }
    if (isLittleNumber)
        std::ranges::reverse(key);
    return key;
}

}  // namespace

Result<std::vector<double>> readNumbers(const Store& store, const OperationContext& context)
{
    const StoreSummary& summary = store.summary();
    const Decode decoder = summary.kind == StoreKind::Dense ? decoderFor(summary.dtype) : nullptr;
    if (!decoder || summary.recordBytes != summary.dtype.itemSize())
        return Status(ErrorCode::WrongKind, "its records are not single numbers")
            .withStore(summary.path.string())
            .withRemedy("Use a dense store of scalars: integers, bool, float32 or float64.");
    std::vector<double> numbers;
    numbers.reserve(static_cast<std::size_t>(store.size()));
    ZR_RETURN_IF_ERROR(forBlocks(store, context, [&](std::size_t count, std::span<const std::byte> bytes, const RaggedLayout*) {
        for (std::size_t i = 0; i < count; ++i)
            numbers.push_back(decoder(bytes.data() + i * summary.recordBytes));
        return Status();
    }));
    return numbers;
}

Result<std::vector<std::uint32_t>> readClasses(const Store& store, const OperationContext& context)
{
    const auto recordBytes = static_cast<std::size_t>(store.summary().recordBytes);
    const bool isLittleNumber = areLittleNumbers(store.summary());
    std::map<std::string, std::uint32_t> found;
    std::vector<std::uint32_t> classOf;
    classOf.reserve(static_cast<std::size_t>(store.size()));
    ZR_RETURN_IF_ERROR(forBlocks(store, context, [&](std::size_t count, std::span<const std::byte> bytes, const RaggedLayout* layout) {
        for (std::size_t i = 0; i < count; ++i)
            classOf.push_back(found.try_emplace(keyOf(bytes, layout, i, recordBytes, isLittleNumber), static_cast<std::uint32_t>(found.size()))
                                  .first->second);
        if (found.size() > kMaxClasses)
            return Status(ErrorCode::InvalidArgument, "it has more than 2^24 different records, too many for classes")
                .withStore(store.summary().path.string());
        return Status();
    }));
    // From the order of appearance to that of the bytes.
    std::vector<std::uint32_t> renumbered(found.size());
    std::uint32_t next = 0;
    for (const auto& [key, number] : found)
        renumbered[number] = next++;
    for (std::uint32_t& number : classOf)
        number = renumbered[number];
    return classOf;
}

}  // namespace zrecord
