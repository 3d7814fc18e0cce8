#pragma once

#include <cstddef>

#include <QUndoCommand>

#include "workbench/selection/record_ranges.h"

namespace zrecord::workbench {

class RecordTags;

/// Puts a tag on records or takes it off; holds exactly those that change.
class TagRecordsCommand final : public QUndoCommand {
public:
    enum class Direction { Add, Remove };

    TagRecordsCommand(RecordTags& tags, Direction direction, std::size_t tag, RecordRanges records);

    void undo() override;
    void redo() override;

private:
    RecordTags& m_tags;
    Direction m_direction;
    std::size_t m_tag;
    RecordRanges m_records;
};

}  // namespace zrecord::workbench
