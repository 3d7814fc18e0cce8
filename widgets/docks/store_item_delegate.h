#pragma once

#include <QStyledItemDelegate>

namespace zrecord::widgets {

/// A line of the store list: the name at the left, shape and dtype dim at the right.
class StoreItemDelegate final : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace zrecord::widgets
