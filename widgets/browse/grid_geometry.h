#pragma once

#include <QPoint>
#include <QRect>
#include <QSize>

#include <cstdint>
#include <optional>

namespace zrecord::widgets {

/// Where tiles lie: rows of equal tiles, filled left to right and spread over the width, over a 64-bit number of records. Vertical positions are 64-bit
/// content pixels; rectangles are viewport pixels. A plain value; everything is constant time.
class GridGeometry {
public:
    GridGeometry() = default;
    /// `tile` without the gap, which is exact between rows and the least between columns; the viewport may be any size, at
    /// least one column is always laid out.
    GridGeometry(std::uint64_t count, QSize tile, int gap, QSize viewport);

    [[nodiscard]] std::uint64_t count() const noexcept { return m_count; }
    [[nodiscard]] int columns() const noexcept { return m_columns; }
    [[nodiscard]] std::uint64_t rows() const noexcept { return m_count == 0 ? 0 : (m_count - 1) / cols() + 1; }
    [[nodiscard]] int rowHeight() const noexcept { return m_tile.height() + m_gap; }
    /// Whole rows that fit the viewport, at least 1.
    [[nodiscard]] std::uint64_t rowsPerPage() const noexcept;
    /// Height of everything in pixels, saturated far below 2^64.
    [[nodiscard]] std::uint64_t contentHeight() const noexcept;

    /// Content pixel of the top of a record's row (gap included), 0 for the first.
    [[nodiscard]] std::uint64_t rowTop(std::uint64_t index) const noexcept;
    /// Rectangle of a tile when the viewport shows the content from `scroll` on. Only for records near the viewport.
    [[nodiscard]] QRect tileRect(std::uint64_t index, std::uint64_t scroll) const noexcept;
    /// Record under a viewport point; nothing in gaps and behind the last record.
    [[nodiscard]] std::optional<std::uint64_t> indexAt(QPoint point, std::uint64_t scroll) const noexcept;
    /// As indexAt, but the nearest record for points in gaps or outside. Nothing only without records.
    [[nodiscard]] std::optional<std::uint64_t> nearestIndex(QPoint point, std::uint64_t scroll) const noexcept;

    struct Range {
        std::uint64_t first = 0;
        std::uint64_t end = 0;  ///< one past the last
        friend bool operator==(const Range&, const Range&) = default;
    };
    /// Records of which at least one pixel is visible.
    [[nodiscard]] Range visible(std::uint64_t scroll) const noexcept;
    /// Scroll position, as near to `scroll` as possible, at which the record's row is wholly visible.
    [[nodiscard]] std::uint64_t scrollToShow(std::uint64_t index, std::uint64_t scroll) const noexcept;

private:
    [[nodiscard]] int columnLeft(int column) const noexcept;
    [[nodiscard]] std::uint64_t cols() const noexcept { return static_cast<std::uint64_t>(m_columns); }

    std::uint64_t m_count = 0;
    QSize m_tile{1, 1};
    int m_gap = 0;
    int m_columnGap = 0;
    QSize m_viewport{0, 0};
    int m_columns = 1;
};

}  // namespace zrecord::widgets
