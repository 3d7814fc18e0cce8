#pragma once

#include <cstddef>
#include <optional>

#include <QWidget>

#include "widgets/plots/plot_content.h"

class QColor;
class QCustomPlot;
class QPaintDevice;

namespace zrecord::widgets {

/// A plot in the window's colours: drag to move, wheel or + and − to zoom, double click or 0 for the whole, left and right to
/// step from point to point, Enter to choose. Draws up to some ten thousand points; who has more gives a choice of them.
class PlotWidget final : public QWidget {
    Q_OBJECT

public:
    struct Point {
        std::size_t series = 0;
        std::size_t point = 0;
        friend bool operator==(const Point&, const Point&) = default;
    };

    explicit PlotWidget(QWidget* parent = nullptr);
    ~PlotWidget() override;

    /// Keeps the zoom when `keepView`.
    void setContent(PlotContent content, bool keepView = false);
    [[nodiscard]] const PlotContent& content() const { return m_content; }
    /// The part of the x axis in view, and whether it is less than the whole.
    [[nodiscard]] double viewFrom() const;
    [[nodiscard]] double viewTo() const;
    [[nodiscard]] bool isZoomed() const { return m_zoomed; }
    void zoom(double factor);
    void showAll();
    [[nodiscard]] std::optional<Point> current() const { return m_current; }
    /// Draws into a picture or a file at that size in logical pixels, without the mark of the current point.
    void draw(QPaintDevice& device, const QSize& size);

Q_SIGNALS:
    /// The point under the pointer or the keyboard's; none when the pointer leaves.
    void currentChanged();
    void activated(std::size_t series, std::size_t point);
    /// The person moved or zoomed.
    void viewChanged();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void focusOutEvent(QFocusEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void rebuild();
    void addSeries(const PlotSeries& series);
    void addBars(const PlotSeries& series, const QColor& color);
    void addNoise(double x, double low, double high, const QColor& color);
    void addLabels(const PlotSeries& series);
    [[nodiscard]] double barPlace(const PlotSeries& series, std::size_t point) const;
    void applyTheme();
    void applyRanges();
    void showCurrent();
    void setCurrent(std::optional<Point> point);
    void step(int direction);
    [[nodiscard]] std::optional<Point> nearest(const QPoint& place) const;

    QCustomPlot* m_plot;
    PlotContent m_content;
    std::optional<Point> m_current;
    QPoint m_pressed;
    bool m_zoomed = false;
};

}  // namespace zrecord::widgets
