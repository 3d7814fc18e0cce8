#include "widgets/browse/grid_geometry.h"

#include <algorithm>

namespace zrecord::widgets {
namespace {

/// Content heights stop here, so that sums with a viewport height stay in range.
constexpr quint64 kTallest = quint64{1} << 62;

}  // namespace

GridGeometry::GridGeometry(quint64 count, QSize tile, int gap, QSize viewport)
    : m_count(count), m_tile(tile.expandedTo({1, 1})), m_gap(std::max(gap, 0)), m_viewport(viewport.expandedTo({0, 0})),
      m_columns(std::max((m_viewport.width() - m_gap) / (m_tile.width() + m_gap), 1)) {}

quint64 GridGeometry::rowsPerPage() const noexcept {
    return static_cast<quint64>(std::max((m_viewport.height() - m_gap) / rowHeight(), 1));
}

quint64 GridGeometry::contentHeight() const noexcept {
    const auto height = static_cast<quint64>(rowHeight());
    const quint64 all = rows();
    if (all == 0) {
        return 0;
    }
    return all > (kTallest - height) / height ? kTallest : all * height + static_cast<quint64>(m_gap);
}

quint64 GridGeometry::rowTop(quint64 index) const noexcept {
    const auto height = static_cast<quint64>(rowHeight());
    return std::min(index / cols(), kTallest / height) * height;
}

QRect GridGeometry::tileRect(quint64 index, quint64 scroll) const noexcept {
    const auto column = static_cast<int>(index % cols());
    const auto offset = static_cast<qint64>(rowTop(index)) - static_cast<qint64>(scroll);
    const auto top = static_cast<int>(std::clamp<qint64>(offset, -(1 << 24), 1 << 24)) + m_gap;
    return {QPoint(m_gap + column * (m_tile.width() + m_gap), top), m_tile};
}

std::optional<quint64> GridGeometry::indexAt(QPoint point, quint64 scroll) const noexcept {
    const auto index = nearestIndex(point, scroll);
    return index && tileRect(*index, scroll).contains(point) ? index : std::nullopt;
}

std::optional<quint64> GridGeometry::nearestIndex(QPoint point, quint64 scroll) const noexcept {
    if (m_count == 0) {
        return std::nullopt;
    }
    const auto y = static_cast<qint64>(scroll) + point.y() - m_gap / 2;
    const quint64 row = y <= 0 ? 0 : static_cast<quint64>(y) / static_cast<quint64>(rowHeight());
    const int x = std::max(point.x() - m_gap / 2, 0);
    const auto column = static_cast<quint64>(std::min(x / (m_tile.width() + m_gap), m_columns - 1));
    return std::min(std::min(row, rows() - 1) * cols() + column, m_count - 1);
}

GridGeometry::Range GridGeometry::visible(quint64 scroll) const noexcept {
    if (m_count == 0 || m_viewport.height() <= 0) {
        return {};
    }
    const auto height = static_cast<quint64>(rowHeight());
    const quint64 firstRow = std::min(scroll / height, rows() - 1);
    const quint64 lastRow = std::min((scroll + static_cast<quint64>(m_viewport.height()) - 1) / height, rows() - 1);
    return {firstRow * cols(), std::min((lastRow + 1) * cols(), m_count)};
}

quint64 GridGeometry::scrollToShow(quint64 index, quint64 scroll) const noexcept {
    const quint64 top = rowTop(index);
    const auto needed = static_cast<quint64>(rowHeight() + m_gap);
    const auto view = static_cast<quint64>(m_viewport.height());
    if (top < scroll || view <= needed) {
        return top;
    }
    return top + needed > scroll + view ? top + needed - view : scroll;
}

}  // namespace zrecord::widgets
