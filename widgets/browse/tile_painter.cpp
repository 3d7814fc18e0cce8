#include "widgets/browse/tile_painter.h"

#include <QCoreApplication>
#include <QFontInfo>
#include <QFontMetrics>
#include <QPainter>
#include <QPalette>
#include <QTextLayout>

#include <algorithm>

#include "widgets/theme/fonts.h"
#include "widgets/theme/icon_provider.h"
#include "widgets/theme/theme.h"

namespace zrecord::widgets {
namespace {

constexpr qreal kMarkedOpacity = 0.32;
constexpr qreal kStaleOpacity = 0.5;
constexpr int kRadius = 6;
constexpr int kCaptionGap = 8;

QString translated(const char* text) {
    return QCoreApplication::translate("TilePainter", text);
}

/// Wraps at words where it can and anywhere else where it must; the last line that fits ends in "…".
void drawWrapped(QPainter& painter, const QRect& box, const QString& text, Qt::Alignment across) {
    const QFontMetrics metrics = painter.fontMetrics();
    const int lines = std::max(box.height() / metrics.lineSpacing(), 1);
    QTextLayout layout(text, painter.font());
    QTextOption option(across);
    option.setWrapMode(QTextOption::WrapAtWordBoundaryOrAnywhere);
    layout.setTextOption(option);
    layout.beginLayout();
    int y = box.top();
    for (int i = 0; i < lines; ++i) {
        QTextLine line = layout.createLine();
        if (!line.isValid()) {
            break;
        }
        line.setLineWidth(box.width());
        const bool last = i == lines - 1 && line.textStart() + line.textLength() < text.size();
        const QString part = last ? metrics.elidedText(text.mid(line.textStart()), Qt::ElideRight, box.width())
                                  : text.mid(line.textStart(), line.textLength()).trimmed();
        painter.drawText(QRect(box.left(), y, box.width(), metrics.lineSpacing()), static_cast<int>(across | Qt::AlignVCenter), part);
        y += metrics.lineSpacing();
    }
    layout.endLayout();
}

}  // namespace

TilePainter::TilePainter(int edge, const QFont& font) : m_edge(edge), m_font(font), m_valueFont(valueFontFor(font)) {
    const int size = QFontInfo(font).pixelSize();
    m_font.setPixelSize(std::max(size - 2, 9));
    m_valueFont.setPixelSize(std::max(size - 2, 9));
}

QSize TilePainter::tileSize(const QString& widestIndex) const {
    const QFontMetrics metrics(m_font);
    const int width = std::max(m_edge, metrics.horizontalAdvance(widestIndex)) + 2 * kPadding;
    // Even sizes keep everything on the grid of 4 px.
    const auto onGrid = [](int pixels) { return (pixels + 3) / 4 * 4; };
    return {onGrid(width), onGrid(m_edge + 2 * kPadding + metrics.height() + 4)};
}

void TilePainter::paint(QPainter& painter, const QRect& rect, const Tile& tile, const QPalette& palette) const {
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    paintFrame(painter, rect, tile, palette);
    const int side = rect.width() - 2 * kPadding;
    const QRect box(rect.left() + kPadding + (side - m_edge) / 2, rect.top() + kPadding, m_edge, m_edge);
    paintContent(painter, box, tile, palette);
    if (tile.marked) {
        paintMark(painter, box, palette);
    }
    if (!tile.tags.isEmpty()) {
        paintTags(painter, box, tile.tags, palette);
    }
    if (tile.selected) {
        paintTick(painter, box, palette);
    }
    const QRect line(rect.left() + kPadding, box.bottom() + 1, side, rect.bottom() - box.bottom() - 2);
    paintCaption(painter, line, tile, palette);
    painter.restore();
}

void TilePainter::paintFrame(QPainter& painter, const QRect& rect, const Tile& tile, const QPalette& palette) const {
    const Theme& theme = Theme::of(palette);
    const QColor fill = tile.selected ? theme.accentBackground : tile.hovered ? theme.controlHover : theme.panel;
    const bool strong = tile.selected || tile.current;
    const qreal width = strong ? 2 : 1;
    painter.setBrush(fill);
    painter.setPen(QPen(strong ? theme.accent : tile.hovered ? theme.dimText : theme.line, width));
    const qreal half = width / 2;
    painter.drawRoundedRect(QRectF(rect).adjusted(half, half, -half, -half), kRadius, kRadius);
    if (tile.current) {
        // The second frame lies in the gap around the tile: dashed without the keyboard, solid with it.
        painter.setBrush(Qt::NoBrush);
        QPen ring(theme.accent, 1.5);
        if (!tile.focused) {
            ring.setStyle(Qt::DotLine);
        }
        painter.setPen(ring);
        painter.drawRoundedRect(QRectF(rect).adjusted(-2.5, -2.5, 2.5, 2.5), kRadius + 2, kRadius + 2);
    }
}

void TilePainter::paintContent(QPainter& painter, const QRect& box, const Tile& tile, const QPalette& palette) const {
    const Theme& theme = Theme::of(palette);
    if (tile.state == Tile::State::Failed) {
        paintFailure(painter, box, tile, palette);
        return;
    }
    if (tile.state != Tile::State::Ready) {
        painter.setPen(Qt::NoPen);
        painter.setBrush(theme.placeholder);
        painter.drawRoundedRect(box, 4, 4);
        if (tile.state == Tile::State::Loading) {
            const int size = std::min(16, box.width() / 2);
            const QPixmap clock = iconPixmap(QStringLiteral("clock"), theme.dimText, size, painter.device()->devicePixelRatioF());
            painter.drawPixmap(box.center() - QPoint(size / 2, size / 2), clock);
        }
        return;
    }
    painter.save();
    painter.setOpacity(tile.marked ? kMarkedOpacity : tile.stale ? kStaleOpacity : 1.0);
    if (tile.image.isNull()) {
        paintText(painter, box, tile, palette);
    } else {
        paintImage(painter, box, tile);
    }
    painter.restore();
}

void TilePainter::paintImage(QPainter& painter, const QRect& box, const Tile& tile) const {
    const QSize target = tile.image.size().scaled(box.size(), Qt::KeepAspectRatio).expandedTo({1, 1});
    QRect place(QPoint(0, 0), target);
    place.moveCenter(box.center());
    // Small pictures are enlarged with hard pixels, as the viewer does; larger ones were reduced when they were drawn.
    painter.setRenderHint(QPainter::SmoothPixmapTransform, target.width() < tile.image.width());
    painter.drawImage(place, tile.image);
}

void TilePainter::paintText(QPainter& painter, const QRect& box, const Tile& tile, const QPalette& palette) const {
    const Theme& theme = Theme::of(palette);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.window);
    painter.drawRoundedRect(box, 4, 4);
    painter.setPen(theme.text);
    painter.setFont(m_valueFont);
    drawWrapped(painter, box.adjusted(4, 4, -4, -4), tile.text, Qt::AlignLeft);
}

void TilePainter::paintFailure(QPainter& painter, const QRect& box, const Tile& tile, const QPalette& palette) const {
    const Theme& theme = Theme::of(palette);
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.markedBackground);
    painter.drawRoundedRect(box, 4, 4);
    const int size = m_edge >= 64 ? 20 : 14;
    const QPixmap broken = iconPixmap(QStringLiteral("broken"), theme.marked, size, painter.device()->devicePixelRatioF());
    painter.drawPixmap(box.center().x() - size / 2, box.top() + 4, broken);
    painter.setPen(theme.marked);
    painter.setFont(m_font);
    drawWrapped(painter, box.adjusted(3, size + 6, -3, -2), tile.text, Qt::AlignHCenter);
}

void TilePainter::paintMark(QPainter& painter, const QRect& box, const QPalette& palette) const {
    const Theme& theme = Theme::of(palette);
    painter.setPen(QPen(theme.marked, 2, Qt::SolidLine, Qt::RoundCap));
    painter.drawLine(QPointF(box.left() + 4, box.bottom() - 4), QPointF(box.right() - 4, box.top() + 4));
    QFont font = m_font;
    font.setWeight(QFont::DemiBold);
    const QString word = translated("marked");
    const QFontMetrics metrics(font);
    const int width = std::min(metrics.horizontalAdvance(word) + 8, box.width());
    const QRect pill(box.center().x() - width / 2, box.bottom() - metrics.height(), width, metrics.height());
    painter.setPen(Qt::NoPen);
    painter.setBrush(theme.markedBackground);
    painter.drawRoundedRect(pill, 4, 4);
    painter.setPen(theme.marked);
    painter.setFont(font);
    painter.drawText(pill, Qt::AlignCenter, word);
}

void TilePainter::paintTags(QPainter& painter, const QRect& box, const QString& tags, const QPalette& palette) const {
    const Theme& theme = Theme::of(palette);
    QFont font = m_font;
    font.setWeight(QFont::DemiBold);
    const QFontMetrics metrics(font);
    const int most = box.width() - 18;  // the tick has the other corner
    const QString shown = metrics.elidedText(tags, Qt::ElideRight, most - 8);
    const QRect pill(box.left(), box.top(), std::min(metrics.horizontalAdvance(shown) + 8, most), metrics.height());
    painter.setPen(QPen(theme.accent, 1));
    painter.setBrush(theme.accentBackground);
    painter.drawRoundedRect(QRectF(pill).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    painter.setPen(theme.accent);
    painter.setFont(font);
    painter.drawText(pill, Qt::AlignCenter, shown);
}

void TilePainter::paintTick(QPainter& painter, const QRect& box, const QPalette& palette) const {
    const Theme& theme = Theme::of(palette);
    const QRectF disc(box.right() - 13, box.top() - 2, 16, 16);
    painter.setPen(QPen(theme.panel, 1.5));
    painter.setBrush(theme.accent);
    painter.drawEllipse(disc);
    painter.setPen(QPen(theme.onAccent, 1.5, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    const QPointF corners[] = {disc.topLeft() + QPointF(4.5, 8.2), disc.topLeft() + QPointF(7, 10.8), disc.topLeft() + QPointF(11.5, 5.6)};
    painter.drawPolyline(corners, 3);
}

void TilePainter::paintCaption(QPainter& painter, const QRect& line, const Tile& tile, const QPalette& palette) const {
    const Theme& theme = Theme::of(palette);
    painter.setFont(m_font);
    const QFontMetrics metrics(m_font);
    painter.setPen(tile.selected || tile.current ? theme.text : theme.dimText);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, tile.index);
    const int room = line.width() - metrics.horizontalAdvance(tile.index) - kCaptionGap;
    if (room >= metrics.horizontalAdvance(QLatin1Char('0')) && !tile.label.isEmpty()) {
        painter.setPen(theme.text);
        painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, metrics.elidedText(tile.label, Qt::ElideRight, room));
    }
}

}  // namespace zrecord::widgets
