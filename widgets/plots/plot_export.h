#pragma once

#include <functional>

#include <QSize>
#include <QString>
#include <QStringList>

class QPaintDevice;

namespace zrecord::widgets {

class PlotWidget;

/// What an export takes from a view.
struct ExportedView {
    QString title;
    QSize size;                                 ///< on screen
    std::function<void(QPaintDevice&)> draw;    ///< in that size
    std::function<QString()> csv;
};
/// Writes a view into a file, as exportPlot() does.
[[nodiscard]] QString exportView(const ExportedView& view, const QString& path);

/// Writes a plot into a file: .png (twice the size on screen), .svg, or .csv with all points in full; the name's ending
/// decides. Returns an empty text, or a translated sentence that says what failed and what to do.
[[nodiscard]] QString exportPlot(PlotWidget& plot, const QString& path);

/// A line of CSV (RFC 4180), with its end.
[[nodiscard]] QString csvLine(QStringList cells);
/// All points of a plot as CSV (RFC 4180): a line with the column names, then one line for each point.
[[nodiscard]] QString plotCsv(const PlotWidget& plot);

}  // namespace zrecord::widgets
