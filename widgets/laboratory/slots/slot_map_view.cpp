#include "widgets/laboratory/slots/slot_map_view.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include <QHelpEvent>
#include <QKeyEvent>
#include <QPainter>
#include <QToolTip>

#include "widgets/theme/theme.h"
#include "workbench/messages/number_text.h"

namespace zrecord::widgets {

namespace {

constexpr int kCellWidth = 6;
constexpr int kCellHeight = 8;
constexpr int kMargin = 2;
constexpr int kUsualColumns = 100;

}  // namespace

SlotMapView::SlotMapView(QWidget* parent) : QWidget(parent) {
    setObjectName(QStringLiteral("slotMap"));
    setAccessibleName(tr("Map of the chunk files"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void SlotMapView::setMap(std::shared_ptr<const SlotMap> map) {
    m_map = std::move(map);
    m_cells.clear();
    if (m_map)
        for (std::size_t strip = 0; strip < m_map->strips.size(); ++strip)
            for (std::size_t cell = 0; cell < m_map->strips[strip].cells.size(); ++cell)
                m_cells.push_back({strip, cell});
    if (m_current && *m_current >= m_cells.size())
        m_current.reset();
    updateGeometry();
    update();
}

void SlotMapView::setShade(Shade shade) {
    m_shade = shade;
    update();
}

QSize SlotMapView::sizeHint() const { return {kUsualColumns * kCellWidth, heightForWidth(kUsualColumns * kCellWidth)}; }

int SlotMapView::heightForWidth(int width) const {
    const int columns = std::max(1, (width - 2 * kMargin) / kCellWidth);
    return (static_cast<int>(m_cells.size()) + columns - 1) / columns * kCellHeight + 2 * kMargin;
}

int SlotMapView::columns() const { return std::max(1, (width() - 2 * kMargin) / kCellWidth); }

QRect SlotMapView::rectOf(std::size_t cell) const {
    const int number = static_cast<int>(cell);
    return {kMargin + number % columns() * kCellWidth, kMargin + number / columns() * kCellHeight, kCellWidth - 1, kCellHeight - 2};
}

std::optional<std::size_t> SlotMapView::cellAt(const QPoint& place) const {
    const int column = (place.x() - kMargin) / kCellWidth;
    const int row = (place.y() - kMargin) / kCellHeight;
    if (place.x() < kMargin || place.y() < kMargin || column >= columns())
        return std::nullopt;
    const auto cell = static_cast<std::size_t>(row) * static_cast<std::size_t>(columns()) + static_cast<std::size_t>(column);
    return cell < m_cells.size() ? std::optional(cell) : std::nullopt;
}

const SlotCell& SlotMapView::cellOf(std::size_t cell) const { return m_map->strips[m_cells[cell].strip].cells[m_cells[cell].cell]; }

std::uint64_t SlotMapView::bytesOf(std::size_t cell) const {
    return std::min(m_map->cellBytes, m_map->strips[m_cells[cell].strip].bytes - m_cells[cell].cell * m_map->cellBytes);
}

std::optional<std::uint64_t> SlotMapView::recordOf(std::size_t cell) const {
    return cellOf(cell).records > 0 ? std::optional(cellOf(cell).first) : std::nullopt;
}

QString SlotMapView::cellText(std::size_t cell) const {
    using workbench::bytesText;
    using workbench::countText;
    const SlotCell& here = cellOf(cell);
    const std::uint64_t bytes = bytesOf(cell);
    QString text = tr("%1.chunk at %2: %3 of %4 live").arg(m_map->strips[m_cells[cell].strip].chunk).arg(countText(m_cells[cell].cell * m_map->cellBytes), bytesText(here.live), bytesText(bytes));
    if (here.live < bytes)
        text += tr(", %1 dead").arg(bytesText(bytes - here.live));
    if (here.marked > 0)
        text += tr(", %1 marked").arg(bytesText(here.marked));
    if (here.records == 1)
        text += tr(". Record %1 begins here.").arg(countText(here.first));
    else if (here.records > 1)
        text += tr(". Record %1 and %2 others begin here.").arg(countText(here.first), countText(here.records - 1));
    else
        text += tr(". No record begins here.");
    return text;
}

void SlotMapView::paintEvent(QPaintEvent* event) {
    const Theme& theme = Theme::of(palette());
    QPainter painter(this);
    for (std::size_t cell = 0; cell < m_cells.size(); ++cell) {
        const QRect rect = rectOf(cell);
        if (!rect.intersects(event->rect()))
            continue;
        const SlotCell& here = cellOf(cell);
        const auto bytes = static_cast<double>(bytesOf(cell));
        painter.fillRect(rect, theme.plotGrid);
        QColor live = theme.series1;
        if (m_shade == Shade::Ratio && here.stored > 0)
            live.setAlphaF(static_cast<float>(std::clamp(static_cast<double>(here.plain) / static_cast<double>(here.stored) / 4, 0.15, 1.0)));
        const auto height = [&](std::uint64_t part) { return static_cast<int>(std::lround(static_cast<double>(part) / bytes * rect.height())); };
        const int filled = std::max(height(here.live), here.live > 0 ? 1 : 0);
        painter.fillRect(rect.left(), rect.bottom() + 1 - filled, rect.width(), filled, live);
        if (here.marked > 0) {
            // A stroke through the cell as well: colour is never the only sign.
            const int part = std::max(height(here.marked), 2);
            painter.fillRect(rect.left(), rect.bottom() + 1 - part, rect.width(), part, theme.marked);
            painter.setPen(QPen(theme.marked, 1));
            painter.drawLine(rect.bottomLeft(), rect.topRight());
        }
        if (m_current == cell) {
            painter.setPen(QPen(theme.text, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(rect.adjusted(-1, -1, 0, 0));
        }
    }
    if (hasFocus()) {
        painter.setPen(QPen(theme.accent, 1));
        painter.drawRect(rect().adjusted(0, 0, -1, -1));
    }
}

void SlotMapView::setCurrent(std::optional<std::size_t> cell) {
    if (cell == m_current)
        return;
    m_current = cell;
    setAccessibleDescription(cell ? cellText(*cell) : QString());
    update();
    Q_EMIT currentChanged();
}

void SlotMapView::choose(std::size_t cell) {
    if (const auto record = recordOf(cell))
        Q_EMIT recordChosen(*record);
}

void SlotMapView::mouseMoveEvent(QMouseEvent* event) { setCurrent(cellAt(event->pos())); }

void SlotMapView::mousePressEvent(QMouseEvent* event) {
    if (const auto cell = cellAt(event->pos())) {
        setCurrent(cell);
        choose(*cell);
    }
}

void SlotMapView::leaveEvent(QEvent*) {
    if (!hasFocus())
        setCurrent(std::nullopt);
}

void SlotMapView::keyPressEvent(QKeyEvent* event) {
    const auto last = static_cast<std::ptrdiff_t>(m_cells.size()) - 1;
    std::ptrdiff_t step = 0;
    switch (event->key()) {
    case Qt::Key_Left:
        step = -1;
        break;
    case Qt::Key_Right:
        step = 1;
        break;
    case Qt::Key_Up:
        step = -columns();
        break;
    case Qt::Key_Down:
        step = columns();
        break;
    case Qt::Key_Home:
        step = -last;
        break;
    case Qt::Key_End:
        step = last;
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_current)
            return choose(*m_current);
        break;
    default:
        break;
    }
    if (step == 0 || last < 0)
        return QWidget::keyPressEvent(event);
    const std::ptrdiff_t now = m_current ? static_cast<std::ptrdiff_t>(*m_current) + step : 0;
    setCurrent(static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(now, 0, last)));
}

bool SlotMapView::event(QEvent* event) {
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        if (const auto cell = cellAt(help->pos()))
            QToolTip::showText(help->globalPos(), cellText(*cell), this, rectOf(*cell));
        else
            QToolTip::hideText();
        return true;
    }
    return QWidget::event(event);
}

}  // namespace zrecord::widgets
