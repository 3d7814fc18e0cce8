#include "widgets/find/histogram_bars.h"

#include <algorithm>

#include <QAccessible>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include "widgets/theme/theme.h"
#include "workbench/messages/number_text.h"

namespace zrecord::widgets {

namespace {
constexpr int kBarsHeight = 44;
constexpr int kLeastBar = 2;  // pixels: one record is seen
}

HistogramBars::HistogramBars(QWidget* parent) : QWidget(parent) {
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize HistogramBars::sizeHint() const { return {200, kBarsHeight + fontMetrics().height() + 4}; }

void HistogramBars::setHistogram(const workbench::FactHistogram& histogram) {
    m_histogram = histogram;
    m_cursor = std::min(m_cursor, bars() == 0 ? 0 : bars() - 1);
    m_anchor.reset();
    update();
}

void HistogramBars::setChosen(std::optional<std::pair<double, double>> range) {
    m_chosen = range;
    update();
}

QRect HistogramBars::barRect(std::size_t bar) const {
    const auto edge = [this](std::size_t i) { return static_cast<int>(static_cast<std::size_t>(width()) * i / std::max<std::size_t>(bars(), 1)); };
    return {edge(bar), 0, std::max(edge(bar + 1) - edge(bar), 1), kBarsHeight};
}

std::size_t HistogramBars::barAt(int x) const {
    const int inside = std::clamp(x, 0, std::max(width() - 1, 0));
    for (std::size_t bar = 0; bar < bars(); ++bar)
        if (inside < barRect(bar).right() + 1)
            return bar;
    return bars() - 1;
}

bool HistogramBars::isChosen(std::size_t bar) const {
    if (m_anchor) {
        const auto [low, high] = std::minmax(*m_anchor, m_cursor);
        return bar >= low && bar <= high;
    }
    return !m_chosen || (m_histogram.edge(bar) >= m_chosen->first && m_histogram.edge(bar + 1) <= m_chosen->second);
}

QString HistogramBars::barText(std::size_t bar) const {
    return tr("%1 ≤ %2 < %3: %4")
        .arg(m_histogram.edge(bar), 0, 'g', 6)
        .arg(m_histogram.name)
        .arg(m_histogram.edge(bar + 1), 0, 'g', 6)
        .arg(workbench::recordsText(m_histogram.counts[bar]));
}

void HistogramBars::paintEvent(QPaintEvent*) {
    QPainter painter(this);
    const Theme& theme = Theme::of(palette());
    if (bars() == 0)
        return;
    const std::uint64_t most = *std::max_element(m_histogram.counts.begin(), m_histogram.counts.end());
    for (std::size_t bar = 0; bar < bars(); ++bar) {
        const std::uint64_t count = m_histogram.counts[bar];
        QRect rect = barRect(bar);
        if (rect.width() > 2)
            rect.setWidth(rect.width() - 1);
        const int height = count == 0 ? 0 : std::max(static_cast<int>(static_cast<double>(count) / static_cast<double>(most) * kBarsHeight), kLeastBar);
        const bool filtered = m_chosen || m_anchor;
        QColor color = filtered && isChosen(bar) ? theme.accent : theme.seriesOther;
        if (!filtered || !isChosen(bar))
            color.setAlphaF(m_hovered == bar ? 0.95F : 0.6F);
        painter.fillRect(QRect(rect.left(), kBarsHeight - height, rect.width(), height), color);
    }
    painter.setPen(theme.line);
    painter.drawLine(0, kBarsHeight, width(), kBarsHeight);
    painter.setPen(theme.dimText);
    const QRect scale(0, kBarsHeight + 3, width(), fontMetrics().height());
    painter.drawText(scale, Qt::AlignLeft | Qt::AlignVCenter, QString::number(m_histogram.low, 'g', 4));
    painter.drawText(scale, Qt::AlignRight | Qt::AlignVCenter, QString::number(m_histogram.high, 'g', 4));
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(barRect(m_cursor).adjusted(0, 0, -1, -1));
    }
}

void HistogramBars::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton || bars() == 0)
        return;
    m_cursor = barAt(static_cast<int>(event->position().x()));
    m_anchor = m_cursor;
    update();
}

void HistogramBars::mouseMoveEvent(QMouseEvent* event) {
    if (bars() == 0)
        return;
    const std::size_t bar = barAt(static_cast<int>(event->position().x()));
    m_hovered = bar;
    if (m_anchor)
        m_cursor = bar;
    update();
}

void HistogramBars::mouseReleaseEvent(QMouseEvent*) {
    if (const auto anchor = std::exchange(m_anchor, std::nullopt))
        choose(*anchor, m_cursor);
}

void HistogramBars::choose(std::size_t a, std::size_t b) {
    const auto [first, last] = std::minmax(a, b);
    const std::pair range(m_histogram.edge(first), m_histogram.edge(last + 1));
    if (m_chosen == range)
        Q_EMIT cleared();
    else
        Q_EMIT rangeChosen(range.first, range.second);
    update();
}

void HistogramBars::keyPressEvent(QKeyEvent* event) {
    const bool shift = event->modifiers() & Qt::ShiftModifier;
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (bars() == 0)
            return;
        if (shift && !m_anchor)
            m_anchor = m_cursor;
        else if (!shift)
            m_anchor.reset();
        m_cursor = event->key() == Qt::Key_Left ? (m_cursor == 0 ? 0 : m_cursor - 1) : std::min(m_cursor + 1, bars() - 1);
        announce();
        update();
        return;
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (bars() > 0) {
            const std::size_t from = std::exchange(m_anchor, std::nullopt).value_or(m_cursor);
            choose(from, m_cursor);
        }
        return;
    case Qt::Key_Escape:
        if (m_chosen || m_anchor) {
            m_anchor.reset();
            Q_EMIT cleared();
            update();
            return;
        }
        break;
    default: break;
    }
    QWidget::keyPressEvent(event);
}

void HistogramBars::announce() {
    setAccessibleDescription(barText(m_cursor));
    QAccessibleEvent changed(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&changed);
}

void HistogramBars::leaveEvent(QEvent*) {
    m_hovered.reset();
    update();
}

bool HistogramBars::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip && bars() > 0) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), barText(barAt(help->pos().x())), this);
        return true;
    }
    return QWidget::event(event);
}

}  // namespace zrecord::widgets
