#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <QImage>
#include <QRgb>

#include <zrecord/dtype.h>
#include <zrecord/result.h>

#include "workbench/fetch/decoded_record.h"
#include "workbench/viewdata/color_map.h"

namespace zrecord::workbench {

/// How the dimensions of a record make a picture. Row is a 1-D record drawn as one line of pixels.
enum class ImageLayout { None, Row, Hw, Hwc, Chw };

/// Shows values low … high as the ends of the colour map.
enum class RangeMode {
    Full,        ///< the type's own range for bool and one-byte integers (0 … 255), otherwise as MinMax
    MinMax,      ///< of the finite values of this record
    Percentile,  ///< lowPercent … highPercent of the finite values; one dead pixel cannot flatten the picture
    Fixed        ///< low … high as given
};

struct ImageMappingOptions {
    std::optional<ImageLayout> layout;  ///< nothing = guess
    RangeMode range = RangeMode::Full;
    double low = 0.0;                   ///< Fixed only
    double high = 1.0;
    double lowPercent = 1.0;            ///< Percentile only
    double highPercent = 99.0;
    ColorMap map = ColorMap::Gray;      ///< single-channel pictures
    int channel = -1;                   ///< one channel of Hwc/Chw as a single-channel picture; −1 = colour
    std::uint64_t page = 0;             ///< which picture of a stack, when there are dimensions in front
    QRgb nan = qRgb(0xcc, 0x79, 0xa7);
    QRgb positiveInfinity = qRgb(0xd5, 0x5e, 0x00);
    QRgb negativeInfinity = qRgb(0x00, 0x72, 0xb2);
    friend bool operator==(const ImageMappingOptions&, const ImageMappingOptions&) = default;
};

/// Where the pixels of a picture lie in its record, in elements.
struct ImageGeometry {
    ImageLayout layout = ImageLayout::None;
    std::uint64_t width = 0, height = 0, channels = 1;
    std::uint64_t pages = 1;  ///< product of the dimensions in front
    std::uint64_t columnStride = 1, rowStride = 0, channelStride = 0, pageStride = 0;
    [[nodiscard]] bool isImage() const noexcept { return layout != ImageLayout::None; }
    /// Element of a pixel's channel.
    [[nodiscard]] std::uint64_t element(std::uint64_t x, std::uint64_t y, std::uint64_t channel, std::uint64_t page = 0) const noexcept {
        return page * pageStride + y * rowStride + x * columnStride + channel * channelStride;
    }
};

struct MappedImage {
    QImage image;            ///< Format_RGB32 or Format_ARGB32; one pixel an element unless reduced
    ImageGeometry geometry;
    double low = 0.0;        ///< range that was used
    double high = 0.0;
    std::uint64_t nanCount = 0;
    std::uint64_t infinityCount = 0;
};

/// The layout that the last dimensions suggest: (…, h, w, c) with c of 1, 3, 4 → Hwc unless the front one is a likelier
/// channel; (…, c, h, w) → Chw; (…, h, w) → Hw. None for scalars, other 1-D records and types without numbers.
[[nodiscard]] ImageLayout guessImageLayout(const DType& dtype, std::span<const std::uint64_t> shape);
/// InvalidArgument when the shape cannot be read that way.
[[nodiscard]] Result<ImageGeometry> imageGeometry(std::span<const std::uint64_t> shape, ImageLayout layout);
/// Layouts that the shape allows, for the menu.
[[nodiscard]] bool isLayoutPossible(std::span<const std::uint64_t> shape, ImageLayout layout);

/// Draws a record. `maximumEdge` > 0 gives a thumbnail whose longer side is at most that many pixels (larger records are
/// reduced, smaller ones kept as they are). InvalidArgument: not a picture; Unsupported: more than 2^29 pixels. Any thread.
[[nodiscard]] Result<MappedImage> mapImage(const DecodedRecord& record, const ImageMappingOptions& options = {},
                                           int maximumEdge = 0);

}  // namespace zrecord::workbench
