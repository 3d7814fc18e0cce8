#pragma once

#include <QStyledItemDelegate>

namespace zrecord::widgets {

/// A line of the list of jobs: sign, title and store; below it a bar with progress, rate and time left, or the outcome.
class JobItemDelegate final : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    [[nodiscard]] QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

}  // namespace zrecord::widgets
