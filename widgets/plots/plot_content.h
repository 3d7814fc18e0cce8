#pragma once

#include <optional>
#include <vector>

#include <QString>
#include <QStringList>

namespace zrecord::widgets {

/// How one series is drawn.
enum class PlotStyle { Line, Dots, Bars, Bubbles };

/// Points of one kind. All lists that are not empty are as long as x.
struct PlotSeries {
    QString name;
    PlotStyle style = PlotStyle::Line;
    int color = 1;                  ///< 1 … 4: the theme's series colours; 0: grey, for comparisons
    std::vector<double> x, y;
    std::vector<double> low, high;  ///< ends of a bar through the point: its noise
    std::vector<double> sizes;      ///< bubbles: diameters in pixels
    QStringList labels;             ///< beside the points
    std::optional<std::size_t> chosen;  ///< drawn in the colour of choices
};

struct PlotAxis {
    QString title;  ///< quantity and unit
    std::optional<double> from, to;  ///< otherwise as the data has it
    QStringList categories;          ///< names of 0, 1, 2, … instead of numbers
};

/// Everything that a plot shows; also what its table and its CSV file hold.
struct PlotContent {
    PlotAxis x, y;
    std::vector<PlotSeries> series;

    [[nodiscard]] bool isEmpty() const;
    [[nodiscard]] std::size_t pointCount() const;
    /// Columns of table and CSV: series, both axes, and what else any series has.
    [[nodiscard]] QStringList columns() const;
    /// One row, in the order of columns(); numbers in full when `exact`, else as a person reads them.
    [[nodiscard]] QStringList row(std::size_t series, std::size_t point, bool exact) const;
};

/// "12 345", "0.042", "1.10 T": whole numbers grouped, large ones from ten million on with M, G, T.
[[nodiscard]] QString plotNumberText(double value);

}  // namespace zrecord::widgets
