#pragma once

#include <QAbstractScrollArea>

#include <cstdint>
#include <memory>
#include <vector>

#include "widgets/viewers/value_layout.h"

namespace zrecord::widgets {

class RecordScrollBar;

/// The table of exact values of one record. Formats and paints only what is visible, so a record of 2^31 bytes scrolls like
/// one of ten. Columns keep the width of the widest value seen. One current cell, moved by mouse and Shift+arrows.
class ValueCanvas : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit ValueCanvas(QWidget* parent = nullptr);

    /// `owner` keeps the bytes of the layout alive. Current cell and scroll position stay where the new record has them.
    void setContent(ValueLayout layout, std::shared_ptr<const void> owner);
    [[nodiscard]] const ValueLayout& content() const noexcept { return m_layout; }

    void setCurrentCell(std::uint64_t row, std::uint64_t column);
    [[nodiscard]] std::uint64_t currentRow() const noexcept { return m_row; }
    [[nodiscard]] std::uint64_t currentColumn() const noexcept { return m_column; }
    [[nodiscard]] QString currentText() const { return m_layout.text(m_row, m_column); }

    [[nodiscard]] QSize minimumSizeHint() const override;

Q_SIGNALS:
    void currentCellChanged(std::uint64_t row, std::uint64_t column);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void scrollContentsBy(int dx, int dy) override;

private:
    [[nodiscard]] int cellAlignment(std::uint64_t column) const;
    [[nodiscard]] int rowHeight() const;
    [[nodiscard]] int headerHeight() const;
    [[nodiscard]] int headerWidth() const;
    [[nodiscard]] std::uint64_t visibleRows() const;
    /// One past the last row that is painted.
    [[nodiscard]] std::uint64_t shownEnd() const;
    [[nodiscard]] int columnWidth(std::uint64_t column) const;
    /// Columns that fit from the given one on, at least 1.
    [[nodiscard]] std::uint64_t visibleColumns(std::uint64_t first) const;
    [[nodiscard]] bool sharedWidth() const;
    void measureVisible();
    void paintHeaders(QPainter& painter) const;
    void paintCells(QPainter& painter) const;
    void updateScrollBars();
    void showCurrent();
    [[nodiscard]] bool moveBy(std::int64_t rows, std::int64_t columns);

    ValueLayout m_layout;
    std::shared_ptr<const void> m_owner;
    RecordScrollBar* m_bar;
    std::vector<int> m_widths;  ///< text widths seen, one per column or one shared by all
    std::uint64_t m_row = 0;
    std::uint64_t m_column = 0;
};

}  // namespace zrecord::widgets
