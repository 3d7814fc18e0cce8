#pragma once

#include <vector>

#include <QUndoCommand>

#include "workbench/document/pending_changes.h"

namespace zrecord::workbench {

/// Marks or unmarks records; holds exactly those whose mark changes, with their reasons.
class MarkRecordsCommand final : public QUndoCommand {
public:
    enum class Direction { Mark, Unmark };

    MarkRecordsCommand(PendingChanges& changes, Direction direction, std::vector<MarkGroup> groups, int gesture);

    void undo() override;
    void redo() override;
    [[nodiscard]] int id() const override;
    bool mergeWith(const QUndoCommand* other) override;

private:
    void updateText();

    PendingChanges& m_changes;
    Direction m_direction;
    std::vector<MarkGroup> m_groups;
    int m_gesture;
};

}  // namespace zrecord::workbench
