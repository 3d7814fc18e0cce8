#include "widgets/laboratory/benchmark/split_bar.h"

#include <utility>

#include <QPainter>

#include "widgets/theme/theme.h"

namespace zrecord::widgets {

namespace {
constexpr QSize kSize(160, 14);
}

SplitBar::SplitBar(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("benchmarkSplit"));
    setAccessibleName(tr("Where the time goes"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void SplitBar::setSplit(const BenchmarkSplit& split) {
    m_split = split;
    setVisible(split.sum() > 0);
    update();
}

QSize SplitBar::sizeHint() const { return kSize; }

void SplitBar::paintEvent(QPaintEvent*) {
    if (m_split.sum() <= 0)
        return;
    const Theme& theme = Theme::of(palette());
    QPainter painter(this);
    const std::pair<double, QColor> parts[] = {
        {m_split.read, theme.series4}, {m_split.decompress, theme.series2}, {m_split.copy, theme.series1}, {m_split.other, theme.seriesOther}};
    double before = 0;
    for (const auto& [seconds, color] : parts) {
        const double from = before / m_split.sum() * width();
        before += seconds;
        painter.fillRect(QRectF(from, 0, before / m_split.sum() * width() - from, height()), color);
    }
}

}  // namespace zrecord::widgets
