#include "workbench/curate/record_tags.h"

#include <algorithm>
#include <utility>

#include <QUndoStack>

#include "workbench/commands/tag_records_command.h"
#include "workbench/document/index_remap.h"
#include "workbench/messages/curate_text.h"

namespace zrecord::workbench {

RecordTags::RecordTags(QUndoStack& stack, QObject* parent) : QObject(parent), m_undoStack(stack) {}

RecordTags::~RecordTags() = default;

std::optional<std::size_t> RecordTags::find(const QString& name) const {
    const auto found = std::find_if(m_tags.begin(), m_tags.end(), [&name](const Tag& tag) { return tag.name == name; });
    return found == m_tags.end() ? std::nullopt : std::optional(static_cast<std::size_t>(found - m_tags.begin()));
}

QStringList RecordTags::namesOf(std::uint64_t record) const {
    QStringList names;
    for (const Tag& tag : m_tags)
        if (tag.records.contains(record))
            names << tag.name;
    return names;
}

bool RecordTags::isTagged(std::uint64_t record) const {
    return std::any_of(m_tags.begin(), m_tags.end(), [record](const Tag& tag) { return tag.records.contains(record); });
}

bool RecordTags::toggle(const QString& name, const RecordRanges& records) {
    const QString wanted = name.trimmed();
    auto tag = find(wanted);
    if (wanted.isEmpty() || (!tag && m_tags.size() >= kMostTags))
        return false;
    if (records.isEmpty())
        return true;
    if (!tag) {
        tag = m_tags.size();
        m_tags.push_back({wanted, {}});
    }
    RecordRanges fresh = records;
    fresh.remove(m_tags[*tag].records);
    if (fresh.isEmpty())
        m_undoStack.push(new TagRecordsCommand(*this, TagRecordsCommand::Direction::Remove, *tag, records));
    else
        m_undoStack.push(new TagRecordsCommand(*this, TagRecordsCommand::Direction::Add, *tag, std::move(fresh)));
    return true;
}

void RecordTags::makeUpTo(std::size_t key) {
    while (m_tags.size() < std::min(key, kKeys)) {
        QString name = text::newTagName(m_tags.size() + 1);
        while (find(name))
            name += u'\'';
        m_tags.push_back({name, {}});
    }
    Q_EMIT changed();
}

bool RecordTags::rename(std::size_t tag, const QString& name) {
    const QString wanted = name.trimmed();
    const auto other = find(wanted);
    if (wanted.isEmpty() || (other && *other != tag))
        return false;
    if (m_tags[tag].name != wanted) {
        m_tags[tag].name = wanted;
        Q_EMIT changed();
    }
    return true;
}

void RecordTags::addReviewed(std::uint64_t record) {
    if (m_reviewed.contains(record))
        return;
    m_reviewed.add(record);
    Q_EMIT reviewedChanged();
}

TagsOfRecords RecordTags::of(const RecordRanges& records) const {
    TagsOfRecords known;
    for (const Tag& tag : m_tags) {
        known.tags.push_back(tag.records);
        known.tags.back().intersect(records);
    }
    known.reviewed = m_reviewed;
    known.reviewed.intersect(records);
    return known;
}

void RecordTags::putBack(const TagsOfRecords& known) {
    for (std::size_t tag = 0; tag < std::min(known.tags.size(), m_tags.size()); ++tag)
        m_tags[tag].records.add(known.tags[tag]);
    m_reviewed.add(known.reviewed);
    Q_EMIT changed();
}

void RecordTags::restore(std::vector<Tag> tags, RecordRanges reviewed) {
    m_tags = std::move(tags);
    m_reviewed = std::move(reviewed);
    Q_EMIT changed();
}

void RecordTags::applyRemap(const IndexRemap& remap) {
    for (Tag& tag : m_tags)
        tag.records = remap.map(tag.records);
    m_reviewed = remap.map(m_reviewed);
    Q_EMIT changed();
}

void RecordTags::clip(std::uint64_t recordCount) {
    if (m_tags.empty() && m_reviewed.isEmpty())
        return;
    for (Tag& tag : m_tags)
        tag.records.clip(recordCount);
    m_reviewed.clip(recordCount);
    Q_EMIT changed();
}

void RecordTags::add(std::size_t tag, const RecordRanges& records) {
    m_tags[tag].records.add(records);
    Q_EMIT changed();
}

void RecordTags::remove(std::size_t tag, const RecordRanges& records) {
    m_tags[tag].records.remove(records);
    Q_EMIT changed();
}

}  // namespace zrecord::workbench
