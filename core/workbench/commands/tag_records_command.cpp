#include "workbench/commands/tag_records_command.h"

#include <utility>

#include "workbench/curate/record_tags.h"
#include "workbench/messages/curate_text.h"

namespace zrecord::workbench {

TagRecordsCommand::TagRecordsCommand(RecordTags& tags, Direction direction, std::size_t tag, RecordRanges records)
    : m_tags(tags), m_direction(direction), m_tag(tag), m_records(std::move(records)) {
    const QString& name = tags.tags()[tag].name;
    setText(direction == Direction::Add ? text::addTag(name, m_records.count()) : text::removeTag(name, m_records.count()));
}

void TagRecordsCommand::redo() {
    if (m_direction == Direction::Add)
        m_tags.add(m_tag, m_records);
    else
        m_tags.remove(m_tag, m_records);
}

void TagRecordsCommand::undo() {
    if (m_direction == Direction::Add)
        m_tags.remove(m_tag, m_records);
    else
        m_tags.add(m_tag, m_records);
}

}  // namespace zrecord::workbench
