#include "workbench/viewdata/image_mapping.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "workbench/viewdata/element_reader.h"
#include "workbench/viewdata/value_range.h"

namespace zrecord::workbench {
namespace {

/// Reads pixels of one page, every `step`-th of them both ways.
struct PixelGrid {
    std::span<const std::byte> bytes;
    ElementReader reader;
    ImageGeometry geometry;
    std::uint64_t step = 1;

    [[nodiscard]] std::uint64_t width() const noexcept { return (geometry.width + step - 1) / step; }
    [[nodiscard]] std::uint64_t height() const noexcept { return (geometry.height + step - 1) / step; }
    [[nodiscard]] double at(std::uint64_t x, std::uint64_t y, std::uint64_t channel) const {
        return reader.at(bytes, geometry.element(x * step, y * step, channel) * reader.itemSize());
    }
};

/// Which channels of the record become what.
struct ChannelChoice {
    bool isColor = false;
    bool hasAlpha = false;
    std::uint64_t single = 0;
};

ChannelChoice chooseChannels(const ImageGeometry& geometry, int wanted) {
    ChannelChoice choice;
    if (wanted >= 0) {
        choice.single = std::min(static_cast<std::uint64_t>(wanted), geometry.channels - 1);
    } else if (geometry.channels == 3 || geometry.channels == 4) {
        choice.isColor = true;
        choice.hasAlpha = geometry.channels == 4;
    }
    return choice;
}

/// Position of a finite value between the ends, 0 … 255. A picture of one single value is drawn in the middle.
int level(double value, const ValueRange& range) {
    if (range.high <= range.low)
        return value < range.low ? 0 : value > range.high ? 255 : 128;
    // Halves keep the difference finite at the ends of the double range.
    const double span = range.high / 2 - range.low / 2;
    const double t = (value / 2 - range.low / 2) / span;
    return static_cast<int>(std::lround(std::clamp(t, 0.0, 1.0) * 255.0));
}

/// Colour of NaN and infinities; 0 for finite values.
QRgb specialColor(double value, const ImageMappingOptions& options) {
    if (std::isfinite(value))
        return 0;
    if (std::isnan(value))
        return options.nan;
    return value > 0 ? options.positiveInfinity : options.negativeInfinity;
}

void drawSingle(QImage& image, const PixelGrid& grid, std::uint64_t channel, const ValueRange& range,
                const ImageMappingOptions& options) {
    const std::array<QRgb, 256>& colors = colorTable(options.map);
    for (int y = 0; y < image.height(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        for (int x = 0; x < image.width(); ++x) {
            const double value = grid.at(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y), channel);
            const QRgb special = specialColor(value, options);
            line[x] = special != 0 ? special : colors[static_cast<std::size_t>(level(value, range))];
        }
    }
}

void drawColor(QImage& image, const PixelGrid& grid, bool hasAlpha, const ValueRange& range,
               const ImageMappingOptions& options) {
    for (int y = 0; y < image.height(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        for (int x = 0; x < image.width(); ++x) {
            std::array<int, 4> levels{0, 0, 0, 255};
            QRgb special = 0;
            for (std::uint64_t c = 0; c < (hasAlpha ? 4U : 3U) && special == 0; ++c) {
                const double value = grid.at(static_cast<std::uint64_t>(x), static_cast<std::uint64_t>(y), c);
                special = specialColor(value, options);
                if (special == 0)
                    levels[static_cast<std::size_t>(c)] = level(value, range);
            }
            line[x] = special != 0 ? special : qRgba(levels[0], levels[1], levels[2], levels[3]);
        }
    }
}

ValueRange rangeOf(const DType& dtype, const PixelGrid& grid, const ChannelChoice& choice, const ImageMappingOptions& options) {
    const std::uint64_t firstChannel = choice.isColor ? 0 : choice.single;
    // Alpha is not brightness: it follows the range of the colours but does not widen it.
    const std::uint64_t endChannel = choice.isColor ? 3 : choice.single + 1;
    return findValueRange(dtype, options, [&](const std::function<void(double)>& take) {
        for (std::uint64_t y = 0; y < grid.height(); ++y) {
            for (std::uint64_t x = 0; x < grid.width(); ++x) {
                for (std::uint64_t c = firstChannel; c < endChannel; ++c)
                    take(grid.at(x, y, c));
            }
        }
    });
}

/// Pixels are skipped down to four times the wanted size, and then averaged.
std::uint64_t skippingStep(const ImageGeometry& geometry, int maximumEdge) {
    if (maximumEdge <= 0)
        return 1;
    return std::max<std::uint64_t>(1, std::max(geometry.width, geometry.height) / (static_cast<std::uint64_t>(maximumEdge) * 4));
}

Status checkRecord(const DecodedRecord& record) {
    if (record.isNull() || !record.hasBytes())
        return Status(ErrorCode::InvalidArgument, "the record's bytes are not in memory");
    return {};
}

}  // namespace

Result<ImageGeometry> chosenGeometry(const DType& dtype, std::span<const std::uint64_t> shape, const ImageMappingOptions& options) {
    if (options.layout == ImageLayout::Axes)
        return imageGeometry(shape, options.axes, options.slice);
    return imageGeometry(shape, options.layout.value_or(guessImageLayout(dtype, shape)), options.slice);
}

Result<MappedImage> mapImage(const DecodedRecord& record, const ImageMappingOptions& options, int maximumEdge) {
    ZR_RETURN_IF_ERROR(checkRecord(record));
    const DType& dtype = record.dtype();
    const std::optional<ElementReader> reader = ElementReader::create(dtype, options.complexPart);
    if (!reader)
        return Status(ErrorCode::InvalidArgument, dtype.displayName() + " has no single number that could be drawn");
    ZR_ASSIGN_OR_RETURN(const ImageGeometry geometry, chosenGeometry(dtype, record.shape(), options));

    const PixelGrid grid{record.bytes(), *reader, geometry, skippingStep(geometry, maximumEdge)};
    constexpr std::uint64_t kLongestEdge = 1U << 24;
    constexpr std::uint64_t kMostPixels = 1ULL << 29;  // 2 GiB of pixels
    if (grid.width() > kLongestEdge || grid.height() > kLongestEdge || grid.width() * grid.height() > kMostPixels) {
        return Status(ErrorCode::Unsupported, "a picture of " + std::to_string(grid.width()) + " × " +
                                                  std::to_string(grid.height()) + " pixels is too large to draw at once");
    }
    const ChannelChoice choice = chooseChannels(geometry, options.channel);
    const ValueRange range = rangeOf(dtype, grid, choice, options);

    QImage image(static_cast<int>(grid.width()), static_cast<int>(grid.height()),
                 choice.hasAlpha ? QImage::Format_ARGB32 : QImage::Format_RGB32);
    if (image.isNull())
        return Status(ErrorCode::OutOfMemory, "there is no memory for the picture");
    if (choice.isColor)
        drawColor(image, grid, choice.hasAlpha, range, options);
    else
        drawSingle(image, grid, choice.single, range, options);
    if (maximumEdge > 0 && std::max(image.width(), image.height()) > maximumEdge)
        image = image.scaled(maximumEdge, maximumEdge, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    return MappedImage{std::move(image), geometry,           range.low, range.high, range.nanCount, range.infinityCount,
                       range.negativeInfinityCount};
}

}  // namespace zrecord::workbench
