#include "widgets/viewers/value_canvas.h"

#include <QApplication>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <limits>

#include "widgets/common/record_scroll_bar.h"
#include "widgets/theme/fonts.h"

namespace zrecord::widgets {
namespace {

constexpr int kCellPadding = 8;
constexpr int kRowGap = 8;
/// More columns than that share one width: nobody lays out a million columns one by one.
constexpr std::uint64_t kOwnWidths = 64;
constexpr int kWidest = 480;

}  // namespace

ValueCanvas::ValueCanvas(QWidget* parent) : QAbstractScrollArea(parent), m_bar(new RecordScrollBar) {
    setObjectName(QStringLiteral("valueCanvas"));
    setAccessibleName(tr("Values of the record"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setFont(valueFontFor(QApplication::font()));
    setVerticalScrollBar(m_bar);
    horizontalScrollBar()->setSingleStep(1);
    connect(m_bar, &RecordScrollBar::positionChanged, this, [this] {
        measureVisible();
        viewport()->update();
    });
    updateScrollBars();
}

void ValueCanvas::setContent(ValueLayout layout, std::shared_ptr<const void> owner) {
    const bool sameColumns = layout.columns() == m_layout.columns();
    m_layout = std::move(layout);
    m_owner = std::move(owner);
    if (!sameColumns) {
        m_widths.clear();
    }
    m_row = m_layout.rows() == 0 ? 0 : std::min(m_row, m_layout.rows() - 1);
    m_column = m_layout.columns() == 0 ? 0 : std::min(m_column, m_layout.columns() - 1);
    updateScrollBars();
    measureVisible();
    viewport()->update();
    Q_EMIT currentCellChanged(m_row, m_column);
}

void ValueCanvas::setCurrentCell(std::uint64_t row, std::uint64_t column) {
    if (!m_layout.hasCell(row, column)) {
        return;
    }
    m_row = row;
    m_column = column;
    showCurrent();
    viewport()->update();
    setAccessibleDescription(m_layout.position(row, column) + QStringLiteral(" ") + currentText());
    Q_EMIT currentCellChanged(row, column);
}

QSize ValueCanvas::minimumSizeHint() const {
    return {160, headerHeight() + 3 * rowHeight() + horizontalScrollBar()->sizeHint().height() + 2 * frameWidth()};
}

void ValueCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), palette().color(QPalette::Base));
    painter.setFont(font());
    if (m_layout.rows() == 0) {
        painter.setPen(palette().color(QPalette::PlaceholderText));
        painter.drawText(viewport()->rect(), Qt::AlignCenter, tr("no elements"));
    } else {
        paintCells(painter);
        paintHeaders(painter);
    }
    if (hasFocus()) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.drawRect(viewport()->rect().adjusted(1, 1, -1, -1));
    }
}

void ValueCanvas::paintHeaders(QPainter& painter) const {
    const int width = headerWidth();
    painter.fillRect(QRect(0, 0, viewport()->width(), headerHeight()), palette().color(QPalette::Base));
    painter.fillRect(QRect(0, 0, width, viewport()->height()), palette().color(QPalette::Base));
    painter.setPen(palette().color(QPalette::PlaceholderText));
    int y = headerHeight();
    for (std::uint64_t row = m_bar->position(); row < shownEnd(); ++row, y += rowHeight()) {
        painter.drawText(QRect(0, y, width - kCellPadding, rowHeight()), Qt::AlignRight | Qt::AlignVCenter,
                         m_layout.rowHeader(row));
    }
    int x = width;
    const auto first = static_cast<std::uint64_t>(horizontalScrollBar()->value());
    for (std::uint64_t column = first;
         column < std::min(m_layout.columns(), first + visibleColumns(first)); ++column) {
        const int across = columnWidth(column);
        const QString text = painter.fontMetrics().elidedText(m_layout.columnHeader(column), Qt::ElideMiddle, across - kCellPadding);
        painter.drawText(QRect(x, 0, across - kCellPadding, headerHeight()),
                         cellAlignment(column), text);
        x += across;
    }
}

void ValueCanvas::paintCells(QPainter& painter) const {
    // Nothing is cut off: rows and columns that do not fit wholly are left to scrolling.
    const auto firstColumn = static_cast<std::uint64_t>(horizontalScrollBar()->value());
    const std::uint64_t endColumn = std::min(m_layout.columns(), firstColumn + visibleColumns(firstColumn));
    int y = headerHeight();
    for (std::uint64_t row = m_bar->position(); row < shownEnd(); ++row, y += rowHeight()) {
        int x = headerWidth();
        for (std::uint64_t column = firstColumn; column < endColumn; ++column) {
            const int across = columnWidth(column);
            const bool current = row == m_row && column == m_column;
            if (current) {
                painter.fillRect(QRect(x, y, across, rowHeight()), palette().color(QPalette::AlternateBase));
                painter.setPen(palette().color(QPalette::Highlight));
                painter.drawRect(QRect(x, y, across - 1, rowHeight() - 1));
            }
            painter.setPen(palette().color(QPalette::Text));
            const QString text = painter.fontMetrics().elidedText(m_layout.text(row, column), Qt::ElideRight,
                                                                  across - 2 * kCellPadding + 2);
            painter.drawText(QRect(x + kCellPadding, y, across - 2 * kCellPadding, rowHeight()),
                             cellAlignment(column), text);
            x += across;
        }
    }
}

void ValueCanvas::resizeEvent(QResizeEvent* event) {
    measureVisible();
    updateScrollBars();
    // What was in sight stays there when the room shrinks.
    const int before = std::max((event->oldSize().height() - headerHeight()) / rowHeight(), 1);
    if (m_layout.rows() > 0 && m_row - m_bar->position() < static_cast<std::uint64_t>(before)) {
        showCurrent();
    }
}

void ValueCanvas::wheelEvent(QWheelEvent* event) {
    const bool sideways = event->modifiers() & Qt::ShiftModifier || event->angleDelta().y() == 0;
    QCoreApplication::sendEvent(sideways ? static_cast<QWidget*>(horizontalScrollBar()) : m_bar, event);
}

void ValueCanvas::mousePressEvent(QMouseEvent* event) {
    const int y = static_cast<int>(event->position().y()) - headerHeight();
    int x = static_cast<int>(event->position().x()) - headerWidth();
    if (x < 0 || y < 0) {
        return;
    }
    auto column = static_cast<std::uint64_t>(horizontalScrollBar()->value());
    while (column < m_layout.columns() && x >= columnWidth(column)) {
        x -= columnWidth(column);
        ++column;
    }
    setCurrentCell(m_bar->position() + static_cast<std::uint64_t>(y / rowHeight()), column);
}

void ValueCanvas::keyPressEvent(QKeyEvent* event) {
    const bool shift = event->modifiers() & Qt::ShiftModifier;
    const auto page = static_cast<std::int64_t>(visibleRows());
    bool moved = false;
    switch (event->key()) {
    // Plain arrows step records and streams in the whole viewer; inside the values they need Shift.
    case Qt::Key_Left: moved = shift && moveBy(0, -1); break;
    case Qt::Key_Right: moved = shift && moveBy(0, 1); break;
    case Qt::Key_Up: moved = shift && moveBy(-1, 0); break;
    case Qt::Key_Down: moved = shift && moveBy(1, 0); break;
    case Qt::Key_PageUp: moved = moveBy(-page, 0); break;
    case Qt::Key_PageDown: moved = moveBy(page, 0); break;
    default: break;
    }
    event->setAccepted(moved);
}

void ValueCanvas::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::ApplicationFontChange) {
        setFont(valueFontFor(QApplication::font()));
    } else if (event->type() == QEvent::FontChange) {
        m_widths.clear();
        measureVisible();
        updateScrollBars();
    }
}

void ValueCanvas::scrollContentsBy(int, int) {
    measureVisible();
    viewport()->update();
}

int ValueCanvas::cellAlignment(std::uint64_t column) const {
    return static_cast<int>(Qt::AlignVCenter) | static_cast<int>(m_layout.alignsRight(column) ? Qt::AlignRight : Qt::AlignLeft);
}

int ValueCanvas::rowHeight() const {
    return QFontMetrics(font()).height() + kRowGap;
}

int ValueCanvas::headerHeight() const {
    return m_layout.columns() > 0 && !m_layout.columnHeader(0).isEmpty() ? rowHeight() : kRowGap;
}

int ValueCanvas::headerWidth() const {
    if (m_layout.rows() == 0) {
        return 0;
    }
    int width = QFontMetrics(font()).horizontalAdvance(m_layout.rowHeader(m_layout.rows() - 1));
    if (m_layout.rows() <= kOwnWidths) {
        for (std::uint64_t row = 0; row < m_layout.rows(); ++row) {
            width = std::max(width, QFontMetrics(font()).horizontalAdvance(m_layout.rowHeader(row)));
        }
    }
    return width + 2 * kCellPadding;
}

std::uint64_t ValueCanvas::visibleRows() const {
    return static_cast<std::uint64_t>(std::max((viewport()->height() - headerHeight()) / rowHeight(), 1));
}

bool ValueCanvas::sharedWidth() const {
    return m_layout.columns() > kOwnWidths;
}

std::uint64_t ValueCanvas::shownEnd() const {
    return std::min(m_layout.rows(), m_bar->position() + visibleRows());
}

int ValueCanvas::columnWidth(std::uint64_t column) const {
    const std::size_t slot = sharedWidth() ? 0 : static_cast<std::size_t>(column);
    const int text = slot < m_widths.size() ? m_widths[slot] : 0;
    return std::clamp(text, 16, kWidest) + 2 * kCellPadding;
}

std::uint64_t ValueCanvas::visibleColumns(std::uint64_t first) const {
    int room = viewport()->width() - headerWidth();
    std::uint64_t count = 0;
    while (first + count < m_layout.columns() && room >= columnWidth(first + count)) {
        room -= columnWidth(first + count);
        ++count;
    }
    return std::max<std::uint64_t>(count, 1);
}

void ValueCanvas::measureVisible() {
    const QFontMetrics metrics(font());
    m_widths.resize(sharedWidth() ? 1 : static_cast<std::size_t>(m_layout.columns()), 0);
    const auto firstColumn = static_cast<std::uint64_t>(horizontalScrollBar()->value());
    // Cells are at least 32 px wide, which bounds how many of them can be visible.
    const std::uint64_t endColumn = std::min(m_layout.columns(), firstColumn + static_cast<std::uint64_t>(viewport()->width()) / 32 + 1);
    const std::uint64_t endRow = std::min(m_layout.rows(), m_bar->position() + visibleRows() + 1);
    bool grown = false;
    for (std::uint64_t column = firstColumn; column < endColumn; ++column) {
        int& width = m_widths[sharedWidth() ? 0 : static_cast<std::size_t>(column)];
        const int before = width;
        width = std::max(width, metrics.horizontalAdvance(m_layout.columnHeader(column)));
        for (std::uint64_t row = m_bar->position(); row < endRow; ++row) {
            width = std::max(width, metrics.horizontalAdvance(m_layout.text(row, column)));
        }
        grown = grown || width != before;
    }
    if (grown) {
        updateScrollBars();
    }
}

void ValueCanvas::updateScrollBars() {
    m_bar->setExtent(m_layout.rows(), visibleRows());
    // The unit across is a column: the last one can be brought to the left edge of what fits.
    const auto most = static_cast<std::uint64_t>(std::numeric_limits<int>::max());
    std::uint64_t tail = 0;
    int room = viewport()->width() - headerWidth();
    while (tail < m_layout.columns() && room >= columnWidth(m_layout.columns() - 1 - tail)) {
        room -= columnWidth(m_layout.columns() - 1 - tail);
        ++tail;
    }
    const std::uint64_t last = m_layout.columns() - std::min(std::max<std::uint64_t>(tail, 1), m_layout.columns());
    horizontalScrollBar()->setRange(0, static_cast<int>(std::min(last, most)));
    horizontalScrollBar()->setPageStep(static_cast<int>(std::min<std::uint64_t>(std::max<std::uint64_t>(tail, 1), 1000)));
}

void ValueCanvas::showCurrent() {
    if (m_row < m_bar->position()) {
        m_bar->setPosition(m_row);
    } else if (m_row >= m_bar->position() + visibleRows()) {
        m_bar->setPosition(m_row - visibleRows() + 1);
    }
    const auto first = static_cast<std::uint64_t>(horizontalScrollBar()->value());
    if (m_column < first) {
        horizontalScrollBar()->setValue(static_cast<int>(m_column));
    } else {
        const std::uint64_t shown = visibleColumns(first);
        if (m_column >= first + shown) {
            horizontalScrollBar()->setValue(static_cast<int>(m_column - shown + 1));
        }
    }
}

bool ValueCanvas::moveBy(std::int64_t rows, std::int64_t columns) {
    if (m_layout.rows() == 0) {
        return false;
    }
    const auto clip = [](std::uint64_t at, std::int64_t by, std::uint64_t count) {
        return static_cast<std::uint64_t>(std::clamp<std::int64_t>(static_cast<std::int64_t>(at) + by, 0, static_cast<std::int64_t>(count - 1)));
    };
    std::uint64_t column = clip(m_column, columns, m_layout.columns());
    const std::uint64_t row = clip(m_row, rows, m_layout.rows());
    while (column > 0 && !m_layout.hasCell(row, column)) {
        --column;
    }
    setCurrentCell(row, column);
    return true;
}

}  // namespace zrecord::widgets
