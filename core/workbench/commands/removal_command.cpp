#include "workbench/commands/removal_command.h"

#include <utility>

#include "workbench/messages/curate_text.h"

namespace zrecord::workbench {

RemovalCommand::RemovalCommand(PendingChanges& pending, RecordTags& tags, Step step) : m_pending(pending), m_tags(tags), m_step(std::make_shared<Step>(std::move(step))) {
    setText(text::deleteOf(m_step->remap.removed().count()));
}

void RemovalCommand::undo() {
    m_pending.putBack(m_step->marks);
    m_tags.putBack(m_step->tags);
}

}  // namespace zrecord::workbench
