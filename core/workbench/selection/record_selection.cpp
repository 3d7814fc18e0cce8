#include "workbench/selection/record_selection.h"

#include <algorithm>
#include <utility>

#include "workbench/document/index_remap.h"
#include "workbench/selection/record_order.h"

namespace zrecord::workbench {
RecordRanges RecordSelection::between(std::uint64_t a, std::uint64_t b) const {
    if (m_order->count() == 0)
        return {};
    const std::uint64_t first = m_order->nearestRow(a);
    const std::uint64_t last = m_order->nearestRow(b);
    return m_order->records(std::min(first, last), std::max(first, last));
}

RecordSelection::~RecordSelection() = default;

void RecordSelection::setOrder(std::shared_ptr<const RecordOrder> order) { m_order = std::move(order); }

std::uint64_t RecordSelection::rowCount() const noexcept { return m_order->count(); }

std::uint64_t RecordSelection::currentRow() const { return m_current && m_order->count() > 0 ? m_order->nearestRow(*m_current) : 0; }

void RecordSelection::selectRow(std::uint64_t row, Gesture gesture) {
    if (m_order->count() > 0)
        select(m_order->recordAt(std::min(row, m_order->count() - 1)), gesture);
}

RecordSelection::RecordSelection(QObject* parent) : QObject(parent), m_order(std::make_shared<RecordOrder>()) {}

void RecordSelection::assign(RecordRanges ranges, std::optional<std::uint64_t> current,
                             std::optional<std::uint64_t> anchor) {
    const bool rangesChanged = !(ranges == m_ranges);
    const bool currentChangedNow = current != m_current;
    m_ranges = std::move(ranges);
    m_current = current;
    m_anchor = anchor;
    if (rangesChanged)
        Q_EMIT selectionChanged();
    if (currentChangedNow)
        Q_EMIT currentChanged();
}

void RecordSelection::setRecordCount(std::uint64_t count) {
    m_recordCount = count;
    m_order = std::make_shared<RecordOrder>(count);
    RecordRanges ranges = m_ranges;
    ranges.clip(count);
    const auto clipped = [count](std::optional<std::uint64_t> index) -> std::optional<std::uint64_t> {
        if (!index || count == 0)
            return std::nullopt;
        return std::min(*index, count - 1);
    };
    assign(std::move(ranges), clipped(m_current), clipped(m_anchor));
}

void RecordSelection::select(std::uint64_t target, Gesture gesture) {
    if (m_recordCount == 0)
        return;
    target = std::min(target, m_recordCount - 1);
    const std::uint64_t anchor = m_anchor.value_or(m_current.value_or(target));
    RecordRanges ranges = m_ranges;
    switch (gesture) {
    case Gesture::Replace:
        assign(RecordRanges(target, 1), target, target);
        return;
    case Gesture::Toggle:
        ranges.toggle(target);
        assign(std::move(ranges), target, target);
        return;
    case Gesture::Extend:
        assign(between(anchor, target), target, anchor);
        return;
    case Gesture::ExtendAdd:
        ranges.add(between(anchor, target));
        assign(std::move(ranges), target, anchor);
        return;
    case Gesture::MoveCurrent:
        assign(std::move(ranges), target, m_anchor);
        return;
    }
}

void RecordSelection::moveBy(std::int64_t delta, Gesture gesture) {
    if (rowCount() == 0)
        return;
    if (!m_current) {
        selectRow(0, gesture);
        return;
    }
    // Unsigned steps, so that neither end wraps around.
    const std::uint64_t step = delta < 0 ? 0 - static_cast<std::uint64_t>(delta) : static_cast<std::uint64_t>(delta);
    const std::uint64_t here = currentRow();
    const std::uint64_t last = rowCount() - 1;
    selectRow(delta < 0 ? here - std::min(step, here) : here + std::min(step, last - here), gesture);
}

void RecordSelection::setCurrent(std::uint64_t index) {
    if (m_recordCount > 0)
        assign(m_ranges, std::min(index, m_recordCount - 1), m_anchor);
}

void RecordSelection::selectAll() {
    assign(m_order->all(), m_current, m_anchor);
}

void RecordSelection::clearSelection() {
    assign({}, m_current, m_anchor);
}

void RecordSelection::invert() {
    RecordRanges ranges = m_order->all();
    ranges.remove(m_ranges);
    assign(std::move(ranges), m_current, m_anchor);
}

void RecordSelection::setRanges(RecordRanges ranges) {
    ranges.clip(m_recordCount);
    assign(std::move(ranges), m_current, m_anchor);
}

void RecordSelection::applyRemap(const IndexRemap& remap) {
    const std::uint64_t count = remap.recordsAfter();
    m_recordCount = count;
    m_order = std::make_shared<RecordOrder>(count);
    const auto follow = [&remap, count](std::optional<std::uint64_t> index) -> std::optional<std::uint64_t> {
        if (!index || count == 0)
            return std::nullopt;
        return std::min(remap.map(*index).value_or(*index), count - 1);
    };
    const std::optional<std::uint64_t> before = m_current;
    const bool currentRemoved = before && !remap.map(*before);
    assign(remap.map(m_ranges), follow(m_current), follow(m_anchor));
    // Same number, other record: views must load it again.
    if (currentRemoved && m_current == before)
        Q_EMIT currentChanged();
}

}  // namespace zrecord::workbench
