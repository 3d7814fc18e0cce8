#pragma once

#include <QString>

namespace zrecord::widgets {

class PlotWidget;

/// Writes a plot into a file: .png (twice the size on screen), .svg, or .csv with all points in full; the name's ending
/// decides. Returns an empty text, or a translated sentence that says what failed and what to do.
[[nodiscard]] QString exportPlot(PlotWidget& plot, const QString& path);

/// All points of a plot as CSV (RFC 4180): a line with the column names, then one line for each point.
[[nodiscard]] QString plotCsv(const PlotWidget& plot);

}  // namespace zrecord::widgets
