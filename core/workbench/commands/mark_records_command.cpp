#include "workbench/commands/mark_records_command.h"

#include <utility>

#include "workbench/messages/model_text.h"

namespace zrecord::workbench {
namespace {

constexpr int kMarkId = 1;
constexpr int kUnmarkId = 2;

RecordRanges allRecords(const std::vector<MarkGroup>& groups) {
    RecordRanges all;
    for (const MarkGroup& group : groups)
        all.add(group.records);
    return all;
}

}  // namespace

MarkRecordsCommand::MarkRecordsCommand(PendingChanges& changes, Direction direction, std::vector<MarkGroup> groups, int gesture)
    : m_changes(changes), m_direction(direction), m_groups(std::move(groups)), m_gesture(gesture) {
    updateText();
}

void MarkRecordsCommand::updateText() {
    const std::uint64_t count = allRecords(m_groups).count();
    setText(m_direction == Direction::Mark ? text::markRecords(count) : text::unmarkRecords(count));
}

void MarkRecordsCommand::redo() {
    if (m_direction == Direction::Mark)
        m_changes.insert(m_groups);
    else
        m_changes.erase(allRecords(m_groups));
}

void MarkRecordsCommand::undo() {
    if (m_direction == Direction::Mark)
        m_changes.erase(allRecords(m_groups));
    else
        m_changes.insert(m_groups);
}

int MarkRecordsCommand::id() const {
    return m_direction == Direction::Mark ? kMarkId : kUnmarkId;
}

bool MarkRecordsCommand::mergeWith(const QUndoCommand* other) {
    const auto* next = static_cast<const MarkRecordsCommand*>(other);
    if (m_gesture == 0 || next->m_gesture != m_gesture)
        return false;
    m_groups.insert(m_groups.end(), next->m_groups.begin(), next->m_groups.end());
    updateText();
    return true;
}

}  // namespace zrecord::workbench
