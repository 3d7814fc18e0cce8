#include "widgets/browse/record_delegate.h"

#include <QPainter>

#include "widgets/theme/fonts.h"
#include "widgets/theme/icon_provider.h"
#include "widgets/theme/theme.h"
#include "workbench/fetch/record_state.h"
#include "workbench/models/record_roles.h"

namespace zrecord::widgets {
namespace {

constexpr int kPadding = 8;
constexpr int kIcon = 14;

}  // namespace

void RecordDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    using namespace workbench;
    const Theme& theme = Theme::of(option.palette);
    const auto state = static_cast<RecordState>(index.data(StateRole).toInt());
    const bool marked = index.data(MarkedRole).toBool();
    const bool selected = index.data(SelectedRole).toBool();
    const bool current = index.data(CurrentRole).toBool();
    painter->save();
    if (selected) {
        painter->fillRect(option.rect, theme.accentBackground);
        painter->fillRect(QRect(option.rect.topLeft(), QSize(2, option.rect.height())), theme.accent);
    } else if (option.state & QStyle::State_MouseOver) {
        painter->fillRect(option.rect, theme.controlHover);
    }
    if (current) {
        painter->setPen(theme.accent);
        painter->drawLine(option.rect.topLeft(), option.rect.topRight());
        painter->drawLine(option.rect.bottomLeft(), option.rect.bottomRight());
    }
    QRect inside = option.rect.adjusted(kPadding, 0, -kPadding, 0);
    if (marked) {
        // The word stands in every cell, because any of them may be the only visible one.
        QFont small = captionFontFor(option.font);
        small.setCapitalization(QFont::MixedCase);
        const QString word = tr("marked");
        const int width = QFontMetrics(small).horizontalAdvance(word);
        painter->setFont(small);
        painter->setPen(theme.marked);
        painter->drawText(inside, Qt::AlignLeft | Qt::AlignVCenter, word);
        inside.setLeft(inside.left() + width + kPadding);
    }
    QFont font = valueFontFor(option.font);
    font.setStrikeOut(marked);
    painter->setFont(font);
    const QFontMetrics metrics(font);
    if (state == RecordState::Failed) {
        const QPixmap broken = iconPixmap(QStringLiteral("broken"), theme.marked, kIcon, painter->device()->devicePixelRatioF());
        painter->drawPixmap(inside.left(), inside.center().y() - kIcon / 2, broken);
        painter->setFont(option.font);
        painter->setPen(theme.marked);
        const QRect text = inside.adjusted(kIcon + 6, 0, 0, 0);
        painter->drawText(text, Qt::AlignLeft | Qt::AlignVCenter,
                          QFontMetrics(option.font).elidedText(index.data(ErrorTextRole).toString(), Qt::ElideRight, text.width()));
    } else if (state == RecordState::Ready || state == RecordState::Stale) {
        const auto aligned = index.data(Qt::TextAlignmentRole);
        const int alignment = aligned.isValid() ? aligned.toInt() : static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
        painter->setPen(state == RecordState::Stale || marked ? theme.dimText : theme.text);
        painter->drawText(inside, alignment,
                          metrics.elidedText(index.data().toString(), Qt::ElideRight, inside.width()));
    } else {
        painter->setPen(Qt::NoPen);
        painter->setBrush(theme.placeholder);
        const int width = std::min(inside.width(), 72);
        painter->drawRoundedRect(QRect(inside.right() - width, inside.center().y() - 4, width, 8), 4, 4);
    }
    if (option.state & QStyle::State_HasFocus) {
        painter->setBrush(Qt::NoBrush);
        painter->setPen(QPen(theme.accent, 2));
        painter->drawRect(option.rect.adjusted(1, 1, -1, -1));
    }
    painter->restore();
}

QSize RecordDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const {
    // Constant: size hints must never format a value.
    return {120, option.fontMetrics.height() + 10};
}

}  // namespace zrecord::widgets
