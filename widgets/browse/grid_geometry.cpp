#include "widgets/browse/grid_geometry.h"

#include <algorithm>

namespace zrecord::widgets {
namespace {

/// Content heights stop here, so that sums with a viewport height stay in range.
constexpr std::uint64_t kTallest = std::uint64_t{1} << 62;

}  // namespace

GridGeometry::GridGeometry(std::uint64_t count, QSize tile, int gap, QSize viewport)
    : m_count(count), m_tile(tile.expandedTo({1, 1})), m_gap(std::max(gap, 0)), m_viewport(viewport.expandedTo({0, 0})),
      m_columns(std::max((m_viewport.width() - m_gap) / (m_tile.width() + m_gap), 1)) {
    // A last row of a few records, or a store of a few, must not be torn apart.
    const int room = m_viewport.width() - m_columns * m_tile.width();
    m_columnGap = std::clamp(room / (m_columns + 1), m_gap, 3 * m_gap);
}

int GridGeometry::columnLeft(int column) const noexcept {
    return m_columnGap + column * (m_tile.width() + m_columnGap);
}

std::uint64_t GridGeometry::rowsPerPage() const noexcept {
    return static_cast<std::uint64_t>(std::max((m_viewport.height() - m_gap) / rowHeight(), 1));
}

std::uint64_t GridGeometry::contentHeight() const noexcept {
    const auto height = static_cast<std::uint64_t>(rowHeight());
    const std::uint64_t all = rows();
    if (all == 0) {
        return 0;
    }
    return all > (kTallest - height) / height ? kTallest : all * height + static_cast<std::uint64_t>(m_gap);
}

std::uint64_t GridGeometry::rowTop(std::uint64_t index) const noexcept {
    const auto height = static_cast<std::uint64_t>(rowHeight());
    return std::min(index / cols(), kTallest / height) * height;
}

QRect GridGeometry::tileRect(std::uint64_t index, std::uint64_t scroll) const noexcept {
    const auto column = static_cast<int>(index % cols());
    const auto offset = static_cast<std::int64_t>(rowTop(index)) - static_cast<std::int64_t>(scroll);
    const auto top = static_cast<int>(std::clamp<std::int64_t>(offset, -(1 << 24), 1 << 24)) + m_gap;
    return {QPoint(columnLeft(column), top), m_tile};
}

std::optional<std::uint64_t> GridGeometry::indexAt(QPoint point, std::uint64_t scroll) const noexcept {
    const auto index = nearestIndex(point, scroll);
    return index && tileRect(*index, scroll).contains(point) ? index : std::nullopt;
}

std::optional<std::uint64_t> GridGeometry::nearestIndex(QPoint point, std::uint64_t scroll) const noexcept {
    if (m_count == 0) {
        return std::nullopt;
    }
    const auto y = static_cast<std::int64_t>(scroll) + point.y() - m_gap / 2;
    const std::uint64_t row = y <= 0 ? 0 : static_cast<std::uint64_t>(y) / static_cast<std::uint64_t>(rowHeight());
    const int x = std::max(point.x() - m_columnGap / 2, 0);
    const auto column = static_cast<std::uint64_t>(std::min(x / (m_tile.width() + m_columnGap), m_columns - 1));
    return std::min(std::min(row, rows() - 1) * cols() + column, m_count - 1);
}

GridGeometry::Range GridGeometry::visible(std::uint64_t scroll) const noexcept {
    if (m_count == 0 || m_viewport.height() <= 0) {
        return {};
    }
    const auto height = static_cast<std::uint64_t>(rowHeight());
    const std::uint64_t firstRow = std::min(scroll / height, rows() - 1);
    const std::uint64_t lastRow = std::min((scroll + static_cast<std::uint64_t>(m_viewport.height()) - 1) / height, rows() - 1);
    return {firstRow * cols(), std::min((lastRow + 1) * cols(), m_count)};
}

std::uint64_t GridGeometry::scrollToShow(std::uint64_t index, std::uint64_t scroll) const noexcept {
    const std::uint64_t top = rowTop(index);
    const auto needed = static_cast<std::uint64_t>(rowHeight() + m_gap);
    const auto view = static_cast<std::uint64_t>(m_viewport.height());
    if (top < scroll || view <= needed) {
        return top;
    }
    return top + needed > scroll + view ? top + needed - view : scroll;
}

}  // namespace zrecord::widgets
