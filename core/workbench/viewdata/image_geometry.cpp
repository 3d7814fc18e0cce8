#include <cstddef>
#include <string>

#include "workbench/viewdata/element_reader.h"
#include "workbench/viewdata/image_mapping.h"

namespace zrecord::workbench {
namespace {

/// How much a dimension looks like colour channels; 0 = not at all.
int channelLikelihood(std::uint64_t size) {
    switch (size) {
    case 3: return 3;
    case 1: return 2;
    case 4: return 1;
    default: return 0;
    }
}

std::size_t dimensionsOf(ImageLayout layout) {
    switch (layout) {
    case ImageLayout::None: return 0;
    case ImageLayout::Row: return 1;
    case ImageLayout::Hw: return 2;
    case ImageLayout::Hwc:
    case ImageLayout::Chw: return 3;
    }
    return 0;
}

}  // namespace

ImageLayout guessImageLayout(const DType& dtype, std::span<const std::uint64_t> shape) {
    if (!ElementReader::create(dtype) || shape.size() < 2)
        return ImageLayout::None;
    for (const std::uint64_t size : shape) {
        if (size == 0)
            return ImageLayout::None;
    }
    if (shape.size() == 2)
        return ImageLayout::Hw;
    const int back = channelLikelihood(shape[shape.size() - 1]);
    const int front = channelLikelihood(shape[shape.size() - 3]);
    if (back == 0 && front == 0)
        return ImageLayout::Hw;
    return front > back ? ImageLayout::Chw : ImageLayout::Hwc;
}

bool isLayoutPossible(std::span<const std::uint64_t> shape, ImageLayout layout) {
    return imageGeometry(shape, layout).ok();
}

Result<ImageGeometry> imageGeometry(std::span<const std::uint64_t> shape, ImageLayout layout) {
    const std::size_t needed = dimensionsOf(layout);
    const std::size_t rank = shape.size();
    if (needed == 0 || rank < needed)
        return Status(ErrorCode::InvalidArgument, "shape " + shapeText(shape) + " cannot be read as such a picture");
    ZR_ASSIGN_OR_RETURN(const std::uint64_t total, elementCount(shape));
    if (total == 0)
        return Status(ErrorCode::InvalidArgument, "shape " + shapeText(shape) + " has no elements");

    ImageGeometry geometry;
    geometry.layout = layout;
    switch (layout) {
    case ImageLayout::None:
    case ImageLayout::Row:
        geometry.width = shape[rank - 1];
        geometry.height = 1;
        geometry.rowStride = geometry.width;
        break;
    case ImageLayout::Hw:
        geometry.width = shape[rank - 1];
        geometry.height = shape[rank - 2];
        geometry.rowStride = geometry.width;
        break;
    case ImageLayout::Hwc:
        geometry.channels = shape[rank - 1];
        geometry.width = shape[rank - 2];
        geometry.height = shape[rank - 3];
        geometry.columnStride = geometry.channels;
        geometry.rowStride = geometry.width * geometry.channels;
        geometry.channelStride = 1;
        break;
    case ImageLayout::Chw:
        geometry.channels = shape[rank - 3];
        geometry.height = shape[rank - 2];
        geometry.width = shape[rank - 1];
        geometry.rowStride = geometry.width;
        geometry.channelStride = geometry.width * geometry.height;
        break;
    }
    geometry.pageStride = geometry.width * geometry.height * geometry.channels;
    geometry.pages = total / geometry.pageStride;
    return geometry;
}

}  // namespace zrecord::workbench
