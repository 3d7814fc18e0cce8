#include "exchange/idx_source.h"

#include <array>
#include <string_view>

#include "base/checked_math.h"
#include "base/little_endian.h"
#include "exchange/dense_source.h"

namespace zrecord {
namespace {

constexpr unsigned kMaxDimensions = 16;

/// The type code of byte 2; empty when there is no such type. All values are big-endian.
std::string_view typeName(std::byte code)
{
    switch (std::to_integer<unsigned>(code)) {
    case 0x08:
        return "|u1";
    case 0x09:
        return "|i1";
    case 0x0B:
        return ">i2";
    case 0x0C:
        return ">i4";
    case 0x0D:
        return ">f4";
    case 0x0E:
        return ">f8";
    default:
        return {};
    }
}

}  // namespace

bool looksLikeIdx(std::span<const std::byte> front)
{
    return front.size() >= 4 && front[0] == std::byte{0} && front[1] == std::byte{0} && !typeName(front[2]).empty() &&
           front[3] != std::byte{0} && std::to_integer<unsigned>(front[3]) <= kMaxDimensions;
}

Result<std::unique_ptr<ImportSource>> openIdxSource(std::unique_ptr<PeekedStream> stream, std::optional<std::uint64_t> fileBytes)
{
    std::array<std::byte, 4> magic;
    ZR_RETURN_IF_ERROR(stream->readExactly(magic));
    if (!looksLikeIdx(magic))
        return badInput(stream->name(), 0, "the file does not begin as an idx file does (0, 0, type, dimensions)");
    ImportDescription description;
    description.format = ImportFormat::Idx;
    ZR_ASSIGN_OR_RETURN(description.dtype, DType::parse(typeName(magic[2])));
    Shape shape(std::to_integer<std::size_t>(magic[3]));
    for (std::uint64_t& dimension : shape) {
        std::array<std::byte, 4> bytes;
        ZR_RETURN_IF_ERROR(stream->readExactly(bytes));
        dimension = swapBytes(loadLittleEndian<std::uint32_t>(bytes.data()));
    }
    description.records = shape.front();
    description.itemShape.assign(shape.begin() + 1, shape.end());
    if (fileBytes) {
        const auto count = elementCount(shape);
        const auto bytes = count ? checkedMultiply(*count, description.dtype.itemSize()) : std::nullopt;
        if (!bytes || *bytes != *fileBytes - stream->position())
            return badInput(stream->name(), stream->position(),
                            "the header announces " + shapeText(shape) + " values of " + description.dtype.displayName() + ", but " +
                                std::to_string(*fileBytes - stream->position()) + " bytes follow it");
    }
    return DenseSource::make(std::move(description), std::move(stream));
}

}  // namespace zrecord
