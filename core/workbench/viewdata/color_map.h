#pragma once

#include <array>
#include <span>

#include <QRgb>
#include <QString>

namespace zrecord::workbench {

/// Colour maps that stay readable for colour-blind people, plus grey both ways. Difference runs from blue over white to
/// orange: for values on both sides of nothing.
enum class ColorMap { Gray, GrayInverted, Viridis, Cividis, Magma, Difference };

/// 256 opaque colours from low to high.
[[nodiscard]] const std::array<QRgb, 256>& colorTable(ColorMap map);
/// Stable name for settings and commands: "viridis".
[[nodiscard]] QString colorMapName(ColorMap map);
[[nodiscard]] ColorMap colorMapFromName(const QString& name, ColorMap fallback = ColorMap::Gray);
[[nodiscard]] std::span<const ColorMap> allColorMaps();

}  // namespace zrecord::workbench
