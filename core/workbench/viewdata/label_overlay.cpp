#include "workbench/viewdata/label_overlay.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "workbench/viewdata/element_reader.h"

namespace zrecord::workbench {
namespace {

constexpr double kLabelOpacity = 0.5;
constexpr double kStrongestOpacity = 0.7;

QRgb translucent(QRgb color, double opacity) {
    return qPremultiply(qRgba(qRed(color), qGreen(color), qBlue(color), static_cast<int>(std::lround(opacity * 255))));
}

QRgb labelColor(double label) {
    if (label == 0)
        return 0;
    const auto& colors = labelColors();
    const auto count = static_cast<double>(colors.size());
    const double place = std::fmod(label - 1, count);
    return translucent(colors[static_cast<std::size_t>(place < 0 ? place + count : place)], kLabelOpacity);
}

/// Height and width of a record with axes of one element left out.
std::vector<std::uint64_t> squeezed(std::span<const std::uint64_t> shape) {
    std::vector<std::uint64_t> sizes;
    for (const std::uint64_t size : shape) {
        if (size != 1)
            sizes.push_back(size);
    }
    return sizes;
}

bool fits(const DecodedRecord& labels, QSize size) {
    const auto height = static_cast<std::uint64_t>(std::max(size.height(), 0));
    const auto width = static_cast<std::uint64_t>(std::max(size.width(), 0));
    const std::uint64_t sizes[] = {height, width};
    return labels.shape().size() >= 2 && squeezed(labels.shape()) == squeezed(sizes) && labels.elementCount() == height * width;
}

}  // namespace

const std::array<QRgb, 7>& labelColors() {
    static const std::array<QRgb, 7> kColors{qRgb(0xe6, 0x9f, 0x00), qRgb(0x56, 0xb4, 0xe9), qRgb(0x00, 0x9e, 0x73), qRgb(0xf0, 0xe4, 0x42),
                                             qRgb(0x00, 0x72, 0xb2), qRgb(0xd5, 0x5e, 0x00), qRgb(0xcc, 0x79, 0xa7)};
    return kColors;
}

Result<QImage> labelOverlay(const DecodedRecord& labels, QSize size) {
    if (labels.isNull() || !labels.hasBytes())
        return Status(ErrorCode::InvalidArgument, "the record's bytes are not in memory");
    const auto reader = ElementReader::create(labels.dtype());
    if (!reader || !fits(labels, size)) {
        return Status(ErrorCode::InvalidArgument, labels.dtype().displayName() + " " + shapeText(labels.shape()) + " cannot lie over a picture of " +
                                                      std::to_string(size.height()) + " × " + std::to_string(size.width()));
    }
    const bool isLabel = labels.dtype().kind() == ScalarKind::Bool || labels.dtype().kind() == ScalarKind::UInt ||
                         labels.dtype().kind() == ScalarKind::Int;
    double highest = 0;
    if (!isLabel) {
        for (std::uint64_t i = 0; i < labels.elementCount(); ++i) {
            const double value = reader->at(labels.bytes(), i * reader->itemSize());
            highest = std::isfinite(value) ? std::max(highest, value) : highest;
        }
    }
    QImage image(size, QImage::Format_ARGB32_Premultiplied);
    if (image.isNull())
        return Status(ErrorCode::OutOfMemory, "there is no memory for the picture");
    std::uint64_t offset = 0;
    for (int y = 0; y < size.height(); ++y) {
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(y));
        for (int x = 0; x < size.width(); ++x, offset += reader->itemSize()) {
            const double value = reader->at(labels.bytes(), offset);
            line[x] = isLabel ? labelColor(value)
                      : value > 0 ? translucent(labelColors()[0], kStrongestOpacity * std::min(value / highest, 1.0)) : 0;
        }
    }
    return image;
}

}  // namespace zrecord::workbench
