#pragma once

#include <optional>
#include <utility>

#include <QWidget>

#include "workbench/find/fact_histogram.h"

namespace zrecord::widgets {

/// A small histogram of one fact. A click chooses a bar, a drag or Shift+arrows several; what is chosen again is given up.
/// Left and Right walk through the bars, Enter chooses, Esc gives up. GUI thread only.
class HistogramBars final : public QWidget {
    Q_OBJECT

public:
    using Bars = std::pair<std::size_t, std::size_t>;  ///< first and last

    explicit HistogramBars(QWidget* parent = nullptr);

    void setHistogram(const workbench::FactHistogram& histogram);
    [[nodiscard]] const workbench::FactHistogram& histogram() const noexcept { return m_histogram; }
    /// Values that a filter lets through; the other bars are dim. Nothing = all.
    void setChosen(std::optional<std::pair<double, double>> range);
    /// Widget rectangle of a bar, as high as the widget.
    [[nodiscard]] QRect barRect(std::size_t bar) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

Q_SIGNALS:
    void rangeChosen(double low, double high);
    void cleared();

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void leaveEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    [[nodiscard]] std::size_t bars() const noexcept { return m_histogram.counts.size(); }
    [[nodiscard]] std::size_t barAt(int x) const;
    [[nodiscard]] bool isChosen(std::size_t bar) const;
    [[nodiscard]] QString barText(std::size_t bar) const;
    void choose(std::size_t a, std::size_t b);
    void announce();

    workbench::FactHistogram m_histogram;
    std::optional<std::pair<double, double>> m_chosen;
    std::optional<std::size_t> m_anchor;  ///< of a drag
    std::size_t m_cursor = 0;
    std::optional<std::size_t> m_hovered;
};

}  // namespace zrecord::widgets
