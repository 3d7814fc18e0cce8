#include "widgets/browse/record_keys.h"

#include <QKeyEvent>

#include <limits>

#include "workbench/document/document_session.h"

namespace zrecord::widgets {

using Gesture = workbench::RecordSelection::Gesture;

namespace {

constexpr std::int64_t kLongStep = 10;

std::int64_t distance(std::uint64_t records) {
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max());
    return static_cast<std::int64_t>(records < kMost ? records : kMost);
}

/// Up and down keep the column; they stop in the first and last row instead of sliding sideways to the ends.
void moveRows(workbench::RecordSelection& selection, std::int64_t rows, std::uint64_t columns, Gesture gesture) {
    const std::uint64_t current = selection.currentRow();
    const std::uint64_t count = selection.rowCount();
    const std::uint64_t row = current / columns;
    const std::uint64_t lastRow = (count - 1) / columns;
    const std::uint64_t steps = rows < 0 ? static_cast<std::uint64_t>(-rows) : static_cast<std::uint64_t>(rows);
    std::uint64_t target = rows < 0 ? (row > steps ? row - steps : 0) : (lastRow - row > steps ? row + steps : lastRow);
    target = target * columns + current % columns;
    selection.selectRow(target < count ? target : count - 1, gesture);
}

}  // namespace

RecordKeys::Outcome RecordKeys::apply(const QKeyEvent& event, workbench::DocumentSession& session) const {
    auto& selection = session.selection();
    if (selection.rowCount() == 0 || event.modifiers() & Qt::AltModifier) {
        return Outcome::Ignored;
    }
    const bool control = event.modifiers() & Qt::ControlModifier;
    const Gesture gesture = event.modifiers() & Qt::ShiftModifier ? Gesture::Extend : Gesture::Replace;
    const std::int64_t step = control ? kLongStep : 1;
    switch (event.key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
        if (!sideways) {
            return Outcome::Ignored;
        }
        selection.moveBy(event.key() == Qt::Key_Left ? -step : step, gesture);
        return Outcome::Handled;
    case Qt::Key_Up: moveRows(selection, -1, columns, gesture); return Outcome::Handled;
    case Qt::Key_Down: moveRows(selection, 1, columns, gesture); return Outcome::Handled;
    case Qt::Key_PageUp: moveRows(selection, -distance(page / columns), columns, gesture); return Outcome::Handled;
    case Qt::Key_PageDown: moveRows(selection, distance(page / columns), columns, gesture); return Outcome::Handled;
    case Qt::Key_Home: selection.selectRow(0, gesture); return Outcome::Handled;
    case Qt::Key_End: selection.selectRow(selection.rowCount() - 1, gesture); return Outcome::Handled;
    case Qt::Key_A:
        if (!control) {
            return Outcome::Ignored;
        }
        selection.selectAll();
        return Outcome::Handled;
    case Qt::Key_X:
        if (control) {
            return Outcome::Ignored;
        }
        selection.select(selection.current().value_or(0), Gesture::Toggle);
        return Outcome::Handled;
    case Qt::Key_1: case Qt::Key_2: case Qt::Key_3: case Qt::Key_4: case Qt::Key_5:
    case Qt::Key_6: case Qt::Key_7: case Qt::Key_8: case Qt::Key_9:
        if (control) {
            return Outcome::Ignored;
        }
        session.toggleTag(static_cast<std::size_t>(event.key() - Qt::Key_0));
        return Outcome::Handled;
    case Qt::Key_Delete: return session.toggleMarks() ? Outcome::Handled : Outcome::ReadOnly;
    default: return Outcome::Ignored;
    }
}

}  // namespace zrecord::widgets
