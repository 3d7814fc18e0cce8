#include "widgets/strips/status_item.h"

#include <QPainter>

#include "widgets/theme/theme.h"

namespace zrecord::widgets {

namespace {
constexpr int kPadding = 6;
}

StatusItem::StatusItem(QWidget* parent) : QAbstractButton(parent) {
    setFocusPolicy(Qt::NoFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
}

void StatusItem::setParts(const QString& before, const QString& value, const QString& after) {
    if (before == m_before && value == m_value && after == m_after)
        return;
    m_before = before;
    m_value = value;
    m_after = after;
    setAccessibleName(before + value + after);
    updateGeometry();
    update();
}

void StatusItem::setClickable(bool clickable) {
    m_clickable = clickable;
    setFocusPolicy(clickable ? Qt::TabFocus : Qt::NoFocus);
    setCursor(clickable ? Qt::PointingHandCursor : Qt::ArrowCursor);
}

QFont StatusItem::valueFont() const {
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    return bold;
}

QSize StatusItem::sizeHint() const {
    const QFontMetrics plain(font());
    const int width = plain.horizontalAdvance(m_before) + QFontMetrics(valueFont()).horizontalAdvance(m_value) +
                      plain.horizontalAdvance(m_after);
    return {width + 2 * kPadding + 1, plain.height() + 6};
}

void StatusItem::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::of(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (m_clickable && isEnabled() && (underMouse() || hasFocus())) {
        painter.setPen(hasFocus() ? QPen(theme.accent) : QPen(Qt::NoPen));
        painter.setBrush(theme.controlHover);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
    }
    int x = kPadding;
    const auto draw = [&](const QString& text, const QFont& font, const QColor& color) {
        painter.setFont(font);
        painter.setPen(color);
        painter.drawText(QRect(x, 0, width() - x, height()), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, text);
        x += QFontMetrics(font).horizontalAdvance(text);
    };
    draw(m_before, font(), theme.dimText);
    draw(m_value, valueFont(), theme.text);
    draw(m_after, font(), theme.dimText);
}

}  // namespace zrecord::widgets
