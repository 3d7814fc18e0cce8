#include "workbench/viewdata/image_geometry.h"

#include <algorithm>
#include <array>
#include <string>

#include "workbench/viewdata/element_reader.h"

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
    case ImageLayout::None:
    case ImageLayout::Axes: return 0;
    case ImageLayout::Row: return 1;
    case ImageLayout::Hw: return 2;
    case ImageLayout::Hwc:
    case ImageLayout::Chw: return 3;
    }
    return 0;
}

std::vector<std::uint64_t> stridesOf(std::span<const std::uint64_t> shape) {
    std::vector<std::uint64_t> strides(shape.size(), 1);
    for (std::size_t i = shape.size(); i-- > 1;)
        strides[i - 1] = strides[i] * shape[i];
    return strides;
}

Status checkAxes(std::span<const std::uint64_t> shape, const AxisChoice& axes) {
    const auto rank = static_cast<int>(shape.size());
    const std::array chosen{axes.row, axes.column, axes.channel};
    bool fine = axes.column >= 0;
    for (std::size_t i = 0; i < chosen.size(); ++i) {
        fine = fine && chosen[i] < rank;
        for (std::size_t j = 0; j < i; ++j)
            fine = fine && (chosen[i] < 0 || chosen[i] != chosen[j]);
    }
    if (!fine)
        return Status(ErrorCode::InvalidArgument, "shape " + shapeText(shape) + " cannot be read as such a picture");
    return {};
}

}  // namespace

ImageGeometry::Place ImageGeometry::placeOf(std::span<const std::uint64_t> shape, std::uint64_t element) const {
    const auto place = elementPlace(shape, element);
    const auto at = [&](int axis) { return axis < 0 ? 0 : place[static_cast<std::size_t>(axis)]; };
    return {at(axes.column), at(axes.row), at(axes.channel)};
}

std::vector<std::uint64_t> elementPlace(std::span<const std::uint64_t> shape, std::uint64_t element) {
    std::vector<std::uint64_t> place(shape.size(), 0);
    for (std::size_t i = shape.size(); i-- > 0;) {
        place[i] = element % shape[i];
        element /= shape[i];
    }
    return place;
}

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

AxisChoice axesOf(ImageLayout layout, std::size_t rank) {
    const auto last = static_cast<int>(rank) - 1;
    if (rank < dimensionsOf(layout))
        return {};
    switch (layout) {
    case ImageLayout::None:
    case ImageLayout::Axes: break;
    case ImageLayout::Row: return {-1, last, -1};
    case ImageLayout::Hw: return {last - 1, last, -1};
    case ImageLayout::Hwc: return {last - 2, last - 1, last};
    case ImageLayout::Chw: return {last - 1, last, last - 2};
    }
    return {};
}

Result<ImageGeometry> imageGeometry(std::span<const std::uint64_t> shape, ImageLayout layout, std::span<const std::uint64_t> slice) {
    ZR_ASSIGN_OR_RETURN(ImageGeometry geometry, imageGeometry(shape, axesOf(layout, shape.size()), slice));
    geometry.layout = layout;
    return geometry;
}

Result<ImageGeometry> imageGeometry(std::span<const std::uint64_t> shape, const AxisChoice& axes, std::span<const std::uint64_t> slice) {
    ZR_RETURN_IF_ERROR(checkAxes(shape, axes));
    ZR_ASSIGN_OR_RETURN(const std::uint64_t total, elementCount(shape));
    if (total == 0)
        return Status(ErrorCode::InvalidArgument, "shape " + shapeText(shape) + " has no elements");
    const std::vector<std::uint64_t> strides = stridesOf(shape);
    const auto size = [&](int axis) { return axis < 0 ? std::uint64_t{1} : shape[static_cast<std::size_t>(axis)]; };
    const auto stride = [&](int axis) { return axis < 0 ? std::uint64_t{0} : strides[static_cast<std::size_t>(axis)]; };
    ImageGeometry geometry;
    geometry.layout = ImageLayout::Axes;
    geometry.axes = axes;
    geometry.width = size(axes.column);
    geometry.height = size(axes.row);
    geometry.channels = size(axes.channel);
    geometry.columnStride = stride(axes.column);
    geometry.rowStride = stride(axes.row);
    geometry.channelStride = stride(axes.channel);
    geometry.slice.assign(shape.size(), 0);
    for (std::size_t i = 0; i < shape.size(); ++i) {
        const auto axis = static_cast<int>(i);
        if (axis == axes.row || axis == axes.column || axis == axes.channel)
            continue;
        geometry.slicedAxes.push_back(i);
        geometry.slice[i] = i < slice.size() ? std::min(slice[i], shape[i] - 1) : 0;
        geometry.origin += geometry.slice[i] * strides[i];
    }
    return geometry;
}

}  // namespace zrecord::workbench
