#include "widgets/docks/store_item_delegate.h"

#include <algorithm>

#include <QPainter>

#include "widgets/theme/icon_provider.h"
#include "widgets/theme/theme.h"
#include "workbench/messages/number_text.h"
#include "workbench/models/store_list_model.h"

namespace zrecord::widgets {

using workbench::StoreListModel;

namespace {
constexpr int kPadding = 8;
constexpr int kIcon = 14;
constexpr int kGap = 8;
constexpr int kIndent = 14;
constexpr int kMinimumNameChars = 7;
}

QSize StoreItemDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const {
    return {120, QFontMetrics(option.font).height() + 12};
}

void StoreItemDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const {
    const Theme& theme = Theme::of(option.palette);
    const bool stream = index.data(StoreListModel::StreamRole).toInt() >= 0;
    const bool selected = (option.state & QStyle::State_Selected) != 0;
    const bool focused = selected && (option.state & QStyle::State_HasFocus) != 0;
    const QRect area = option.rect.adjusted(0, 1, 0, -1);
    const int indent = stream ? kIndent : 0;
    painter->save();
    painter->setRenderHint(QPainter::Antialiasing);
    if (selected || (option.state & QStyle::State_MouseOver) != 0) {
        painter->setPen(focused ? QPen(theme.accent) : QPen(Qt::NoPen));
        painter->setBrush(selected ? theme.accentBackground : theme.controlHover);
        painter->drawRoundedRect(QRectF(area).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
    }
    QRect inside = area.adjusted(kPadding + indent, 0, -kPadding, 0);
    if (!stream) {
        const bool set = index.model()->rowCount(index) > 0;
        painter->drawPixmap(inside.left(), inside.center().y() - kIcon / 2 + 1,
                            iconPixmap(set ? QStringLiteral("open-set") : QStringLiteral("store"),
                                       selected ? theme.accent : theme.dimText, kIcon, painter->device()->devicePixelRatioF()));
        inside.setLeft(inside.left() + kIcon + kGap);
    }
    QFont nameFont = option.font;
    if (selected)
        nameFont.setWeight(QFont::DemiBold);
    const QFontMetrics nameMetrics(nameFont);
    const QFontMetrics detailMetrics(option.font);
    // Dtype and shape only: the inspector has the rest, and the list is narrow.
    QString detail = index.data(StoreListModel::DescriptionRole).toString().section(QStringLiteral(" · "), 0, 0);
    if (index.data(StoreListModel::BusyRole).toBool())
        detail = tr("working…");
    const QString name = index.data(Qt::DisplayRole).toString();
    const int nameWidth = std::min(nameMetrics.horizontalAdvance(name), std::max(inside.width() / 2, nameMetrics.averageCharWidth() * kMinimumNameChars));
    const QString shownDetail = detailMetrics.elidedText(detail, Qt::ElideRight, std::max(0, inside.width() - nameWidth - kGap));
    painter->setFont(option.font);
    painter->setPen(selected ? theme.accent : theme.dimText);
    painter->drawText(inside, Qt::AlignRight | Qt::AlignVCenter | Qt::TextSingleLine, shownDetail);
    const int left = inside.width() - detailMetrics.horizontalAdvance(shownDetail) - kGap;
    painter->setFont(nameFont);
    painter->setPen(selected ? theme.accent : theme.text);
    painter->drawText(inside, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, nameMetrics.elidedText(name, Qt::ElideMiddle, left));
    painter->restore();
}

}  // namespace zrecord::widgets
