#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <zrecord/dtype.h>
#include <zrecord/result.h>

namespace zrecord::workbench {

/// How the dimensions of a record make a picture. Row is a 1-D record drawn as one line of pixels; Axes names every axis.
enum class ImageLayout { None, Row, Hw, Hwc, Chw, Axes };

/// Which axis of the record runs down, across and through the channels; −1 = none.
struct AxisChoice {
    int row = -1;
    int column = -1;
    int channel = -1;
    friend bool operator==(const AxisChoice&, const AxisChoice&) = default;
};

/// Where the pixels of a picture lie in its record, in elements. Axes that the picture does not show stand at one place
/// each: the slice.
struct ImageGeometry {
    struct Place {
        std::uint64_t x = 0, y = 0, channel = 0;
        friend bool operator==(const Place&, const Place&) = default;
    };

    ImageLayout layout = ImageLayout::None;
    AxisChoice axes;
    std::uint64_t width = 0, height = 0, channels = 1;
    std::uint64_t columnStride = 1, rowStride = 0, channelStride = 0;
    std::uint64_t origin = 0;               ///< element of the first pixel's first channel
    std::vector<std::uint64_t> slice;       ///< place on every axis, 0 on those that are shown
    std::vector<std::size_t> slicedAxes;    ///< axes that are not shown, in order

    [[nodiscard]] bool isImage() const noexcept { return layout != ImageLayout::None; }
    /// Element of a pixel's channel.
    [[nodiscard]] std::uint64_t element(std::uint64_t x, std::uint64_t y, std::uint64_t channel) const noexcept {
        return origin + y * rowStride + x * columnStride + channel * channelStride;
    }
    /// The pixel that shows an element of a record of that shape, in whichever slice it lies.
    [[nodiscard]] Place placeOf(std::span<const std::uint64_t> shape, std::uint64_t element) const;
};

/// Place of an element on every axis of a C-ordered array without empty axes; `element` lies inside.
[[nodiscard]] std::vector<std::uint64_t> elementPlace(std::span<const std::uint64_t> shape, std::uint64_t element);

/// The layout that the last dimensions suggest: (…, h, w, c) with c of 1, 3, 4 → Hwc unless the front one is a likelier
/// channel; (…, c, h, w) → Chw; (…, h, w) → Hw. None for scalars, other 1-D records and types without numbers.
[[nodiscard]] ImageLayout guessImageLayout(const DType& dtype, std::span<const std::uint64_t> shape);
/// The axes of a layout for records of that rank; Axes and None have none of their own.
[[nodiscard]] AxisChoice axesOf(ImageLayout layout, std::size_t rank);
/// InvalidArgument when the shape cannot be read that way. Places outside the shape are clipped, missing ones are 0.
[[nodiscard]] Result<ImageGeometry> imageGeometry(std::span<const std::uint64_t> shape, ImageLayout layout,
                                                  std::span<const std::uint64_t> slice = {});
/// The same with axes of the user's choice. InvalidArgument: an axis that does not exist, no columns, one axis twice.
[[nodiscard]] Result<ImageGeometry> imageGeometry(std::span<const std::uint64_t> shape, const AxisChoice& axes,
                                                  std::span<const std::uint64_t> slice = {});
/// Layouts that the shape allows, for the menu.
[[nodiscard]] bool isLayoutPossible(std::span<const std::uint64_t> shape, ImageLayout layout);

}  // namespace zrecord::workbench
