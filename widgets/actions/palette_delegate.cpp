#include "widgets/actions/palette_delegate.h"

#include <QPainter>

#include "widgets/theme/fonts.h"
#include "widgets/theme/icon_provider.h"
#include "widgets/theme/theme.h"

namespace zrecord::widgets {

namespace {
constexpr int kPadding = 10;
constexpr int kIcon = 16;
constexpr int kGap = 10;
}

QSize PaletteDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const {
    return {200, QFontMetrics(option.font).height() + 14};
}

void PaletteDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Theme& theme = Theme::of(option.palette);
    const bool enabled = index.data(EnabledRole).toBool();
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if ((option.state & QStyle::State_Selected) != 0) {
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme.accentBackground);
        painter->drawRoundedRect(QRectF(option.rect).adjusted(0, 1, 0, -1), 6, 6);
    }
    QRect inside = option.rect.adjusted(kPadding, 0, -kPadding, 0);
    const QString iconName = index.data(IconRole).toString();
    const QColor textColor = enabled ? theme.text : theme.disabledText;
    if (!iconName.isEmpty())
        painter->drawPixmap(inside.left(), inside.center().y() - kIcon / 2 + 1,
                            iconPixmap(iconName, enabled ? theme.dimText : theme.disabledText, kIcon, painter->device()->devicePixelRatioF()));
    inside.setLeft(inside.left() + kIcon + kGap);
    painter->setPen(textColor);
    painter->setFont(option.font);
    const QString text = index.data(Qt::DisplayRole).toString();
    painter->drawText(inside, Qt::AlignLeft | Qt::AlignVCenter, text);
    const int used = QFontMetrics(option.font).horizontalAdvance(text) + kGap;
    painter->setPen(enabled ? theme.dimText : theme.disabledText);
    const QString category = index.data(CategoryRole).toString();
    painter->drawText(inside.adjusted(used, 0, 0, 0), Qt::AlignLeft | Qt::AlignVCenter,
                      enabled ? category : tr("%1 · not possible now").arg(category));
    painter->setFont(valueFontFor(option.font));
    painter->drawText(inside, Qt::AlignRight | Qt::AlignVCenter, index.data(KeyRole).toString());
    painter->restore();
}

}  // namespace zrecord::widgets
