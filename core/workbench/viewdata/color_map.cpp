#include "workbench/viewdata/color_map.h"

#include <algorithm>
#include <cmath>
#include <cstddef>

namespace zrecord::workbench {
namespace {

constexpr std::array kAllMaps{ColorMap::Gray, ColorMap::GrayInverted, ColorMap::Viridis, ColorMap::Cividis,
                              ColorMap::Magma, ColorMap::Difference};

using Anchors = std::array<QRgb, 10>;
// Evenly spaced colours of the published, perceptually uniform maps; between them the table is linear.
constexpr Anchors kViridis{0xff440154, 0xff482878, 0xff3e4a89, 0xff31688e, 0xff26828e,
                           0xff1f9e89, 0xff35b779, 0xff6dcd59, 0xffb4de2c, 0xfffde725};
constexpr Anchors kCividis{0xff00204d, 0xff00336f, 0xff39486b, 0xff575c6d, 0xff707173,
                           0xff8a8779, 0xffa69d75, 0xffc4b56c, 0xffe4cf5b, 0xffffea46};
constexpr Anchors kMagma{0xff000004, 0xff180f3e, 0xff451077, 0xff721f81, 0xff9f2f7f,
                         0xffcd4071, 0xfff1605d, 0xfffd9567, 0xfffec98d, 0xfffcfdbf};

/// Equal steps of lightness on both sides of white; blue and orange are told apart by everybody.
constexpr Anchors kDifference{0xff003c70, 0xff1f64a5, 0xff5b92c9, 0xff9dc0e3, 0xfff2f6fa,
                              0xfffbf5ef, 0xfff0c394, 0xffdd9455, 0xffb9651e, 0xff7f3b00};

int blend(int a, int b, double t) {
    return static_cast<int>(std::lround(a + (b - a) * t));
}

std::array<QRgb, 256> interpolated(const Anchors& anchors) {
    std::array<QRgb, 256> table{};
    for (std::size_t i = 0; i < table.size(); ++i) {
        const double at = static_cast<double>(i) / 255.0 * static_cast<double>(anchors.size() - 1);
        const auto low = std::min(static_cast<std::size_t>(at), anchors.size() - 2);
        const double t = at - static_cast<double>(low);
        const QRgb a = anchors[low];
        const QRgb b = anchors[low + 1];
        table[i] = qRgb(blend(qRed(a), qRed(b), t), blend(qGreen(a), qGreen(b), t), blend(qBlue(a), qBlue(b), t));
    }
    return table;
}

std::array<QRgb, 256> grey(bool inverted) {
    std::array<QRgb, 256> table{};
    for (int i = 0; i < 256; ++i) {
        const int level = inverted ? 255 - i : i;
        table[static_cast<std::size_t>(i)] = qRgb(level, level, level);
    }
    return table;
}

}  // namespace

const std::array<QRgb, 256>& colorTable(ColorMap map) {
    static const std::array<QRgb, 256> kGrayTable = grey(false);
    static const std::array<QRgb, 256> kInvertedTable = grey(true);
    static const std::array<QRgb, 256> kViridisTable = interpolated(kViridis);
    static const std::array<QRgb, 256> kCividisTable = interpolated(kCividis);
    static const std::array<QRgb, 256> kMagmaTable = interpolated(kMagma);
    static const std::array<QRgb, 256> kDifferenceTable = interpolated(kDifference);
    switch (map) {
    case ColorMap::Gray: return kGrayTable;
    case ColorMap::GrayInverted: return kInvertedTable;
    case ColorMap::Viridis: return kViridisTable;
    case ColorMap::Cividis: return kCividisTable;
    case ColorMap::Magma: return kMagmaTable;
    case ColorMap::Difference: return kDifferenceTable;
    }
    return kGrayTable;
}

QString colorMapName(ColorMap map) {
    switch (map) {
    case ColorMap::Gray: return QStringLiteral("gray");
    case ColorMap::GrayInverted: return QStringLiteral("gray_inverted");
    case ColorMap::Viridis: return QStringLiteral("viridis");
    case ColorMap::Cividis: return QStringLiteral("cividis");
    case ColorMap::Magma: return QStringLiteral("magma");
    case ColorMap::Difference: return QStringLiteral("difference");
    }
    return QStringLiteral("gray");
}

ColorMap colorMapFromName(const QString& name, ColorMap fallback) {
    for (const ColorMap map : kAllMaps) {
        if (colorMapName(map) == name)
            return map;
    }
    return fallback;
}

std::span<const ColorMap> allColorMaps() {
    return kAllMaps;
}

}  // namespace zrecord::workbench
