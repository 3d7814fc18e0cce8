#include "widgets/viewers/hex_canvas.h"

#include <QApplication>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QResizeEvent>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>

#include "widgets/common/record_scroll_bar.h"
#include "widgets/theme/fonts.h"
#include "workbench/viewdata/hex_layout.h"

namespace zrecord::widgets {
namespace {

constexpr int kPadding = 12;
constexpr int kRowGap = 4;
constexpr int kFewestBytesPerRow = 4;

QChar printable(std::byte byte) {
    const auto code = std::to_integer<unsigned char>(byte);
    return code >= 0x20 && code < 0x7f ? QChar(static_cast<char16_t>(code)) : QChar(u'·');
}

QString hexByte(std::byte byte) {
    return QStringLiteral("%1").arg(std::to_integer<unsigned>(byte), 2, 16, QLatin1Char('0'));
}

}  // namespace

HexCanvas::HexCanvas(QWidget* parent) : QAbstractScrollArea(parent), m_bar(new RecordScrollBar) {
    setObjectName(QStringLiteral("hexCanvas"));
    setAccessibleName(tr("Bytes of the record"));
    setFocusPolicy(Qt::StrongFocus);
    setFrameShape(QFrame::NoFrame);
    setFont(valueFontFor(QApplication::font()));
    setVerticalScrollBar(m_bar);
    viewport()->setBackgroundRole(QPalette::Base);
    connect(m_bar, &RecordScrollBar::positionChanged, viewport(), qOverload<>(&QWidget::update));
    updateScrollBars();
}

void HexCanvas::setBytes(std::span<const std::byte> bytes, std::shared_ptr<const void> owner) {
    m_bytes = bytes;
    m_owner = std::move(owner);
    m_current = m_bytes.empty() ? 0 : std::min<std::uint64_t>(m_current, m_bytes.size() - 1);
    updateScrollBars();
    viewport()->update();
}

void HexCanvas::setCurrentByte(std::uint64_t offset) {
    if (m_bytes.empty()) {
        return;
    }
    m_current = std::min<std::uint64_t>(offset, m_bytes.size() - 1);
    showCurrent();
    viewport()->update();
    Q_EMIT currentByteChanged(m_current);
}

void HexCanvas::setMarked(std::uint64_t first, std::uint64_t count) {
    m_markedFirst = first;
    m_markedCount = count;
    viewport()->update();
}

QString HexCanvas::rowText(std::uint64_t row) const {
    const std::uint64_t first = row * perRow();
    if (first >= m_bytes.size()) {
        return {};
    }
    const auto part = m_bytes.subspan(first, std::min<std::uint64_t>(perRow(), m_bytes.size() - first));
    QString hex;
    QString ascii;
    for (std::size_t i = 0; i < part.size(); ++i) {
        hex += (i == 0 ? QString() : i == 8 ? QStringLiteral("  ") : QStringLiteral(" ")) + hexByte(part[i]);
        ascii += printable(part[i]);
    }
    return QStringLiteral("%1  %2  %3").arg(offsetText(row), hex.leftJustified(3 * m_bytesPerRow), ascii);
}

QSize HexCanvas::minimumSizeHint() const {
    return {240, metrics().row * 4};
}

void HexCanvas::paintEvent(QPaintEvent*) {
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), palette().color(QPalette::Base));
    painter.setFont(font());
    const Metrics m = metrics();
    painter.translate(-horizontalScrollBar()->value(), 0);
    std::uint64_t row = m_bar->position();
    for (int y = kRowGap; y < viewport()->height() && row < rows(); y += m.row, ++row) {
        paintRow(painter, m, row, y);
    }
    if (hasFocus()) {
        painter.resetTransform();
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.drawRect(viewport()->rect().adjusted(1, 1, -1, -1));
    }
}

void HexCanvas::paintRow(QPainter& painter, const Metrics& m, std::uint64_t row, int y) const {
    const std::uint64_t first = row * perRow();
    const int baseline = y + QFontMetrics(font()).ascent() + kRowGap / 2;
    const QColor dim = palette().color(QPalette::PlaceholderText);
    const QColor text = palette().color(QPalette::Text);
    painter.setPen(dim);
    painter.drawText(kPadding, baseline, offsetText(row));
    const auto count = static_cast<int>(std::min<std::uint64_t>(perRow(), m_bytes.size() - first));
    for (int i = 0; i < count; ++i) {
        const std::uint64_t offset = first + static_cast<std::uint64_t>(i);
        const std::byte byte = m_bytes[offset];
        const QRect hexCell(hexColumn(m, i) - m.cell / 2, y, 3 * m.cell, m.row);
        const QRect asciiCell(m.ascii + i * m.cell, y, m.cell, m.row);
        const bool current = offset == m_current;
        if (offset - m_markedFirst < m_markedCount) {
            painter.fillRect(hexCell, palette().color(QPalette::AlternateBase));
            painter.fillRect(asciiCell, palette().color(QPalette::AlternateBase));
        }
        if (current) {
            painter.fillRect(hexCell, palette().color(QPalette::Highlight));
            painter.fillRect(asciiCell, palette().color(QPalette::Highlight));
        }
        painter.setPen(current ? palette().color(QPalette::HighlightedText) : byte == std::byte{0} ? dim : text);
        painter.drawText(hexColumn(m, i), baseline, hexByte(byte));
        painter.drawText(asciiCell.left(), baseline, QString(printable(byte)));
    }
}

void HexCanvas::resizeEvent(QResizeEvent* event) {
    updateScrollBars();
    // What was in sight stays there when the room shrinks.
    const int before = std::max((event->oldSize().height() - kRowGap) / metrics().row, 1);
    const std::uint64_t row = m_current / perRow();
    if (!m_bytes.empty() && row - m_bar->position() < static_cast<std::uint64_t>(before)) {
        showCurrent();
    }
}

void HexCanvas::wheelEvent(QWheelEvent* event) {
    if (event->angleDelta().y() != 0) {
        QCoreApplication::sendEvent(m_bar, event);
    } else {
        QAbstractScrollArea::wheelEvent(event);
    }
}

void HexCanvas::mousePressEvent(QMouseEvent* event) {
    const Metrics m = metrics();
    const int x = static_cast<int>(event->position().x()) + horizontalScrollBar()->value();
    const int y = static_cast<int>(event->position().y()) - kRowGap;
    const std::uint64_t first = (m_bar->position() + static_cast<std::uint64_t>(std::max(y, 0) / m.row)) * perRow();
    for (int i = 0; i < m_bytesPerRow; ++i) {
        const bool inHex = x >= hexColumn(m, i) - m.cell / 2 && x < hexColumn(m, i) + 5 * m.cell / 2;
        const bool inAscii = x >= m.ascii + i * m.cell && x < m.ascii + (i + 1) * m.cell;
        if ((inHex || inAscii) && first + static_cast<std::uint64_t>(i) < m_bytes.size()) {
            setCurrentByte(first + static_cast<std::uint64_t>(i));
            return;
        }
    }
}

void HexCanvas::keyPressEvent(QKeyEvent* event) {
    const std::int64_t row = m_bytesPerRow;
    const std::int64_t page = std::max(viewport()->height() / metrics().row - 1, 1) * row;
    const bool shift = event->modifiers() & Qt::ShiftModifier;
    bool moved = false;
    switch (event->key()) {
    // Plain left and right step records in the whole viewer; inside the bytes they need Shift.
    case Qt::Key_Left: moved = shift && moveCurrent(-1); break;
    case Qt::Key_Right: moved = shift && moveCurrent(1); break;
    case Qt::Key_Up: moved = shift && moveCurrent(-row); break;
    case Qt::Key_Down: moved = shift && moveCurrent(row); break;
    case Qt::Key_PageUp: moved = moveCurrent(-page); break;
    case Qt::Key_PageDown: moved = moveCurrent(page); break;
    default: break;
    }
    event->setAccepted(moved);
}

void HexCanvas::changeEvent(QEvent* event) {
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::ApplicationFontChange) {
        setFont(valueFontFor(QApplication::font()));
    } else if (event->type() == QEvent::FontChange) {
        updateScrollBars();
    }
}

void HexCanvas::scrollContentsBy(int, int) {
    viewport()->update();
}

HexCanvas::Metrics HexCanvas::metricsFor(int bytesPerRow) const {
    const QFontMetrics font(this->font());
    Metrics m;
    m.cell = std::max(font.horizontalAdvance(QLatin1Char('0')), 1);
    m.row = font.height() + kRowGap;
    m.hex = kPadding + (static_cast<int>(offsetText(0).size()) + 2) * m.cell;
    m.ascii = hexColumn(m, bytesPerRow) + m.cell;
    m.width = m.ascii + bytesPerRow * m.cell + kPadding;
    return m;
}

int HexCanvas::hexColumn(const Metrics& m, int byte) {
    return m.hex + (3 * byte + byte / 8) * m.cell;
}

QString HexCanvas::offsetText(std::uint64_t row) const {
    return workbench::HexLayout(m_bytes.size(), static_cast<unsigned>(m_bytesPerRow)).offsetText(row);
}

void HexCanvas::fitRows() {
    int fitting = kMostBytesPerRow;
    while (fitting > kFewestBytesPerRow && metricsFor(fitting).width > viewport()->width()) {
        fitting /= 2;
    }
    if (fitting == m_bytesPerRow) {
        return;
    }
    // The first byte in sight stays there, as nearly as rows allow.
    const std::uint64_t top = m_bar->position() * perRow();
    m_bytesPerRow = fitting;
    m_bar->setExtent(rows(), 1);
    m_bar->setPosition(top / perRow());
    viewport()->update();
}

void HexCanvas::updateScrollBars() {
    fitRows();
    const Metrics m = metrics();
    const int visible = std::max((viewport()->height() - kRowGap) / m.row, 1);
    m_bar->setExtent(rows(), static_cast<std::uint64_t>(visible));
    horizontalScrollBar()->setPageStep(viewport()->width());
    horizontalScrollBar()->setSingleStep(m.cell);
    horizontalScrollBar()->setRange(0, std::max(m.width - viewport()->width(), 0));
}

void HexCanvas::showCurrent() {
    const std::uint64_t row = m_current / perRow();
    const auto visible = static_cast<std::uint64_t>(std::max((viewport()->height() - kRowGap) / metrics().row, 1));
    if (row < m_bar->position()) {
        m_bar->setPosition(row);
    } else if (row >= m_bar->position() + visible) {
        m_bar->setPosition(row - visible + 1);
    }
}

bool HexCanvas::moveCurrent(std::int64_t delta) {
    if (m_bytes.empty()) {
        return false;
    }
    const auto last = static_cast<std::int64_t>(m_bytes.size() - 1);
    setCurrentByte(static_cast<std::uint64_t>(std::clamp<std::int64_t>(static_cast<std::int64_t>(m_current) + delta, 0, last)));
    return true;
}

}  // namespace zrecord::widgets
