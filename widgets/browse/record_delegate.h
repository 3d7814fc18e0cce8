#pragma once

#include <QStyledItemDelegate>

namespace zrecord::widgets {

/// Cells of the record table: placeholder, value in the value font, broken sign with its sentence; marked records struck
/// through with the word, selected ones on accent background with a bar at the left, the current one framed.
class RecordDelegate final : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace zrecord::widgets
