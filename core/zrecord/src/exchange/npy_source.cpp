#include "exchange/npy_source.h"

#include <algorithm>

#include "exchange/dense_source.h"
#include "exchange/fortran_source.h"

namespace zrecord {
namespace {

ImportDescription describe(const NpyHeader& header, ImportFormat format)
{
    ImportDescription description;
    description.format = format;
    description.dtype = header.dtype;
    description.records = header.shape.empty() ? 1 : header.shape.front();
    if (!header.shape.empty())
        description.itemShape.assign(header.shape.begin() + 1, header.shape.end());
    return description;
}

/// Both orders are the same when at most one axis is longer than 1.
bool orderMatters(const Shape& shape)
{
    return std::count_if(shape.begin(), shape.end(), [](std::uint64_t dimension) { return dimension > 1; }) > 1;
}

}  // namespace

Result<NpyHeader> readNpyHeader(PeekedStream& stream)
{
    const std::uint64_t at = stream.position();
    ZR_ASSIGN_OR_RETURN(const std::span<const std::byte> front, stream.peek(kMaxNpyHeaderBytes));
    auto header = parseNpyHeader(front);
    if (!header) {
        Status status = std::move(header).status();
        const std::uint64_t offset = at + status.offset().value_or(0);
        return std::move(status).withFile(stream.name(), offset);
    }
    ZR_RETURN_IF_ERROR(stream.skip(header->headerBytes));
    return header;
}

Result<std::unique_ptr<ImportSource>> openNpySource(std::unique_ptr<PeekedStream> stream, const std::optional<FileRange>& range,
                                                    ImportFormat format, const ImportLimits& limits)
{
    ZR_ASSIGN_OR_RETURN(const NpyHeader header, readNpyHeader(*stream));
    ZR_ASSIGN_OR_RETURN(const std::uint64_t bytes, header.dataBytes());
    if (range && range->end - range->begin - header.headerBytes != bytes)
        return badInput(stream->name(), range->begin + header.headerBytes,
                        "an array of shape " + shapeText(header.shape) + " and " + header.dtype.displayName() + " has " +
                            std::to_string(bytes) + " bytes, but " + std::to_string(range->end - range->begin - header.headerBytes) +
                            " follow the header");
    ImportDescription description = describe(header, format);
    if (!header.fortranOrder || !orderMatters(header.shape))
        return DenseSource::make(std::move(description), std::move(stream));
    const std::string name = stream->name();
    ZR_RETURN_IF_ERROR(recordBytesOf(description).status());
    ArrayBytes array;
    if (range) {
        array.file = range->file;
        array.offset = range->begin + header.headerBytes;
    } else {
        if (bytes > limits.memoryBytes)
            return Status(ErrorCode::Unsupported, "the array is in Fortran order and packed, so all of its " + std::to_string(bytes) +
                                                      " bytes would have to be in memory; the limit is " + std::to_string(limits.memoryBytes))
                .withFile(name)
                .withRemedy("Save it in C order (numpy.ascontiguousarray) or without compression.");
        ZR_RETURN_IF_ERROR(stream->appendExactly(array.memory, bytes));
        ZR_RETURN_IF_ERROR(stream->expectEnd());
    }
    return FortranSource::make(std::move(description), std::move(array), name);
}

}  // namespace zrecord
