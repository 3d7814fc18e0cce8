#include "widgets/common/link_row.h"

#include <QPainter>

#include "widgets/theme/theme.h"

namespace zrecord::widgets {

namespace {
constexpr int kPadding = 6;
constexpr int kGap = 10;
}

LinkRow::LinkRow(const QString& name, const QString& place, QWidget* parent) : QAbstractButton(parent), m_place(place) {
    setText(name);
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setToolTip(place + u'/' + name);
    setAccessibleName(name);
    setAccessibleDescription(place);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize LinkRow::sizeHint() const {
    const QFontMetrics metrics(font());
    return {metrics.horizontalAdvance(text()) + kGap + metrics.horizontalAdvance(m_place) + 2 * kPadding, metrics.height() + 10};
}

QSize LinkRow::minimumSizeHint() const {
    const QFontMetrics metrics(font());
    return {metrics.horizontalAdvance(text().left(24)) + 2 * kPadding, metrics.height() + 10};
}

void LinkRow::paintEvent(QPaintEvent*) {
    const Theme& theme = Theme::of(palette());
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    if (underMouse() || hasFocus()) {
        painter.setPen(hasFocus() ? QPen(theme.accent) : QPen(Qt::NoPen));
        painter.setBrush(theme.controlHover);
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    }
    const QFontMetrics metrics(font());
    const int space = width() - 2 * kPadding;
    const QString name = metrics.elidedText(text(), Qt::ElideMiddle, space);
    painter.setPen(theme.accent);
    painter.drawText(QRect(kPadding, 0, space, height()), Qt::AlignLeft | Qt::AlignVCenter, name);
    const int used = metrics.horizontalAdvance(name) + kGap;
    if (space - used < metrics.averageCharWidth() * 8)
        return;
    painter.setPen(theme.dimText);
    painter.drawText(QRect(kPadding + used, 0, space - used, height()), Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(m_place, Qt::ElideMiddle, space - used));
}

}  // namespace zrecord::widgets
