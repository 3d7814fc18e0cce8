#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include <QUndoCommand>

#include <zrecord/restoration.h>

#include "workbench/curate/record_tags.h"
#include "workbench/document/index_remap.h"
#include "workbench/document/pending_changes.h"

namespace zrecord::workbench {

/// An applied delete in the order of what was done. The store itself is changed by SessionHistory, before the command is undone
/// or done again; the command brings back what was known of the removed records: marks and tags.
class RemovalCommand final : public QUndoCommand {
public:
    struct Step {
        IndexRemap remap;                ///< of the removal
        std::vector<MarkGroup> marks;    ///< of the removed records
        TagsOfRecords tags;
        UndoableRemoval stored;          ///< as the store names it
        std::size_t depth = 0;           ///< deletes that the store could take back after it, this one included
    };

    RemovalCommand(PendingChanges& pending, RecordTags& tags, Step step);

    /// Shared with whoever drives the undo stack: the store knows a repeated delete under a new time.
    [[nodiscard]] const std::shared_ptr<Step>& step() const noexcept { return m_step; }

    void undo() override;
    void redo() override {}  // marks and tags went with the records

private:
    PendingChanges& m_pending;
    RecordTags& m_tags;
    std::shared_ptr<Step> m_step;
};

}  // namespace zrecord::workbench
