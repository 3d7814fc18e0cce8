#pragma once

#include <QStyledItemDelegate>

namespace zrecord::widgets {

/// A line of the command palette: icon, text, category (dim), key at the right.
class PaletteDelegate final : public QStyledItemDelegate {
    Q_OBJECT

public:
    enum Role { IdRole = Qt::UserRole + 1, CategoryRole, KeyRole, IconRole, EnabledRole };

    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace zrecord::widgets
