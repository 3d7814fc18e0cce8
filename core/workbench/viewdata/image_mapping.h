#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <QImage>
#include <QRgb>

#include <zrecord/dtype.h>
#include <zrecord/result.h>

#include "workbench/fetch/decoded_record.h"
#include "workbench/viewdata/color_map.h"
#include "workbench/viewdata/element_reader.h"
#include "workbench/viewdata/image_geometry.h"

namespace zrecord::workbench {

/// Shows values low … high as the ends of the colour map.
enum class RangeMode {
    Full,        ///< the type's own range for bool and one-byte integers (0 … 255), −π … π for phases, otherwise as MinMax
    MinMax,      ///< of the finite values of this record
    Percentile,  ///< lowPercent … highPercent of the finite values; one dead pixel cannot flatten the picture
    Fixed        ///< low … high as given
};

struct ImageMappingOptions {
    std::optional<ImageLayout> layout;  ///< nothing = guess
    AxisChoice axes;                    ///< Axes only
    std::vector<std::uint64_t> slice;   ///< place on every axis of the record; those that are shown do not matter
    RangeMode range = RangeMode::Full;
    double low = 0.0;                   ///< Fixed only
    double high = 1.0;
    double lowPercent = 1.0;            ///< Percentile only
    double highPercent = 99.0;
    ColorMap map = ColorMap::Gray;      ///< single-channel pictures
    int channel = -1;                   ///< one channel as a single-channel picture; −1 = colour
    ComplexPart complexPart = ComplexPart::Magnitude;
    QRgb nan = qRgb(0xcc, 0x79, 0xa7);
    QRgb positiveInfinity = qRgb(0xd5, 0x5e, 0x00);
    QRgb negativeInfinity = qRgb(0x00, 0x72, 0xb2);
    friend bool operator==(const ImageMappingOptions&, const ImageMappingOptions&) = default;
};

struct MappedImage {
    QImage image;            ///< Format_RGB32 or Format_ARGB32; one pixel an element unless reduced
    ImageGeometry geometry;
    double low = 0.0;        ///< range that was used
    double high = 0.0;
    std::uint64_t nanCount = 0;
    std::uint64_t infinityCount = 0;          ///< both signs
    std::uint64_t negativeInfinityCount = 0;
};

/// The geometry that the options ask for, guessing where they leave it open. InvalidArgument: not a picture.
[[nodiscard]] Result<ImageGeometry> chosenGeometry(const DType& dtype, std::span<const std::uint64_t> shape,
                                                   const ImageMappingOptions& options);

/// Draws a record. `maximumEdge` > 0 gives a thumbnail whose longer side is at most that many pixels (larger records are
/// reduced, smaller ones kept as they are). InvalidArgument: not a picture; Unsupported: more than 2^29 pixels. Any thread.
[[nodiscard]] Result<MappedImage> mapImage(const DecodedRecord& record, const ImageMappingOptions& options = {},
                                           int maximumEdge = 0);

}  // namespace zrecord::workbench
