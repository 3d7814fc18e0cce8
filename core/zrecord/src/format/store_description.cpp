#include "format/store_description.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/checked_math.h"
#include "base/little_endian.h"
#include "dtype/descr_reader.h"
#include "format/identity_codec.h"

namespace zrecord {
namespace {

constexpr std::array<std::byte, 4> kMagic{std::byte{'L'}, std::byte{'X'}, std::byte{'S'}, std::byte{'T'}};
constexpr std::byte kVersion{1};
constexpr std::size_t kVersionAt = 4;
constexpr std::size_t kKindAt = 5;
constexpr std::size_t kRecordBytesAt = 8;
constexpr std::size_t kIdentityBytesAt = 16;

Status badHeader(std::string what, std::size_t offset)
{
    return Status(ErrorCode::BadFormat, std::move(what)).withFile("store.zr", offset);
}

Status checkHeader(std::span<const std::byte> bytes)
{
    if (bytes.size() <= kStoreHeaderBytes)
        return badHeader("the file has " + std::to_string(bytes.size()) + " bytes, a store's description has at least 33", bytes.size());
    if (bytes.size() > kMaxStoreDescriptionBytes)
        return badHeader("the file has more than " + std::to_string(kMaxStoreDescriptionBytes) + " bytes", 0);
    if (!std::equal(kMagic.begin(), kMagic.end(), bytes.begin()))
        return badHeader("the file does not begin with LXST", 0);
    if (bytes[kVersionAt] != kVersion)
        return badHeader("the version is " + std::to_string(std::to_integer<unsigned>(bytes[kVersionAt])) + ", only 1 is known", kVersionAt);
    const auto kind = std::to_integer<unsigned>(bytes[kKindAt]);
    if (kind != static_cast<unsigned>(StoreKind::Dense) && kind != static_cast<unsigned>(StoreKind::Ragged))
        return badHeader("the kind is " + std::to_string(kind) + ", only 1 (dense) and 2 (ragged) are known", kKindAt);
    const std::uint64_t identityBytes = loadLittleEndian<std::uint64_t>(bytes.data() + kIdentityBytesAt);
    if (identityBytes != bytes.size() - kStoreHeaderBytes)
        return badHeader("the type identity should have " + std::to_string(identityBytes) + " bytes, the file holds " +
                             std::to_string(bytes.size() - kStoreHeaderBytes),
                         kIdentityBytesAt);
    return Status::success();
}

Result<Shape> readItemShape(const PythonLiteral& literal)
{
    if (literal.kind != PythonLiteral::Kind::List)
        return badHeader("item_shape is not an array", kStoreHeaderBytes);
    Shape shape;
    for (const PythonLiteral& item : literal.items) {
        if (item.kind != PythonLiteral::Kind::Integer)
            return badHeader("item_shape holds something that is not a whole number", kStoreHeaderBytes);
        shape.push_back(item.integer);
    }
    return shape;
}

Status readIdentity(std::span<const std::byte> identity, StoreDescription& description)
{
    auto decoded = decodeMsgpack(identity);
    if (!decoded) {
        const Status inner = std::move(decoded).status();
        return badHeader(std::string(inner.what()), kStoreHeaderBytes + static_cast<std::size_t>(inner.offset().value_or(0)));
    }
    const PythonLiteral& map = *decoded;
    const bool dense = description.kind == StoreKind::Dense;
    const PythonLiteral* dtype = map.find("dtype");
    const PythonLiteral* itemShape = map.find("item_shape");
    if (!dtype || (itemShape != nullptr) != dense || map.items.size() != (dense ? 4U : 2U))
        return badHeader(dense ? "the type identity fields of a dense store must be exactly dtype and item_shape"
                               : "the type identity fields of a ragged store must be exactly dtype",
                         kStoreHeaderBytes);
    auto type = dtypeFromLiteral(*dtype);
    if (!type) {
        const Status inner = std::move(type).status();
        return badHeader("the dtype of the store cannot be used: " + std::string(inner.what()), kStoreHeaderBytes).withRemedy(inner.remedy());
    }
    description.dtype = std::move(type).value();
    if (dense) {
        ZR_ASSIGN_OR_RETURN(description.itemShape, readItemShape(*itemShape));
    }
    return Status::success();
}

}  // namespace

Result<std::uint64_t> StoreDescription::recordBytes() const
{
    if (kind == StoreKind::Ragged)
        return std::uint64_t{0};
    ZR_ASSIGN_OR_RETURN(const std::uint64_t count, elementCount(itemShape));
    const auto bytes = checkedMultiply(count, dtype.itemSize());
    if (!bytes || *bytes == 0 || *bytes > kMaxRecordBytes)
        return Status(ErrorCode::RecordTooLarge, "a record of shape " + shapeText(itemShape) + " and " + dtype.displayName() + " has " +
                                                     (bytes ? std::to_string(*bytes) : std::string("more than 2^64")) + " bytes");
    return *bytes;
}

Result<std::vector<std::byte>> encodeStoreDescription(const StoreDescription& description)
{
    if (description.kind == StoreKind::Ragged && !description.itemShape.empty())
        return Status(ErrorCode::InvalidArgument, "a ragged store has no item shape")
            .withRemedy("Leave the shape out, or create a dense store.");
    if (description.dtype.itemSize() == 0)
        return Status(ErrorCode::InvalidArgument, "a dtype of zero bytes cannot be stored")
            .withRemedy("Give the width, for example S5 or U3.");
    ZR_ASSIGN_OR_RETURN(const std::uint64_t recordBytes, description.recordBytes());
    const std::vector<std::byte> identity = encodeIdentity(description);
    if (identity.size() > kMaxStoreDescriptionBytes - kStoreHeaderBytes)
        return Status(ErrorCode::InvalidArgument, "the dtype has too many fields: its description takes " +
                                                      std::to_string(identity.size()) + " bytes");
    std::vector<std::byte> bytes(kStoreHeaderBytes);
    std::copy(kMagic.begin(), kMagic.end(), bytes.begin());
    bytes[kVersionAt] = kVersion;
    bytes[kKindAt] = static_cast<std::byte>(description.kind);
    storeLittleEndian<std::uint64_t>(bytes.data() + kRecordBytesAt, recordBytes);
    storeLittleEndian<std::uint64_t>(bytes.data() + kIdentityBytesAt, identity.size());
    bytes.insert(bytes.end(), identity.begin(), identity.end());
    return bytes;
}

Result<StoreDescription> decodeStoreDescription(std::span<const std::byte> bytes)
{
    ZR_RETURN_IF_ERROR(checkHeader(bytes));
    StoreDescription description;
    description.kind = static_cast<StoreKind>(bytes[kKindAt]);
    ZR_RETURN_IF_ERROR(readIdentity(bytes.subspan(kStoreHeaderBytes), description));
    const std::uint64_t stored = loadLittleEndian<std::uint64_t>(bytes.data() + kRecordBytesAt);
    const auto expected = description.recordBytes();
    if (!expected)
        return badHeader(std::string(expected.status().what()), kStoreHeaderBytes);
    if (stored != *expected)
        return badHeader("the record width is " + std::to_string(stored) + ", but shape and dtype make " + std::to_string(*expected),
                         kRecordBytesAt);
    return description;
}

}  // namespace zrecord
