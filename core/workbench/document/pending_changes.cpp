#include "workbench/document/pending_changes.h"

#include <algorithm>
#include <utility>

#include <QUndoStack>

#include "workbench/commands/mark_records_command.h"
#include "workbench/document/index_remap.h"

namespace zrecord::workbench {

PendingChanges::PendingChanges(QObject* parent) : QObject(parent), m_undoStack(new QUndoStack(this)) {}

PendingChanges::~PendingChanges() = default;

void PendingChanges::mark(const RecordRanges& records, const MarkReason& reason, int gesture) {
    RecordRanges fresh = markable(records);
    if (fresh.isEmpty())
        return;
    m_undoStack->push(new MarkRecordsCommand(*this, MarkRecordsCommand::Direction::Mark, {{reason, std::move(fresh)}}, gesture));
}

void PendingChanges::unmark(const RecordRanges& records, int gesture) {
    std::vector<MarkGroup> groups = groupsWithin(records);
    if (groups.empty())
        return;
    m_undoStack->push(new MarkRecordsCommand(*this, MarkRecordsCommand::Direction::Unmark, std::move(groups), gesture));
}

void PendingChanges::toggle(const RecordRanges& records, int gesture, const MarkReason& reason) {
    const RecordRanges fresh = markable(records);
    if (fresh.isEmpty())
        unmark(records, gesture);
    else
        m_undoStack->push(new MarkRecordsCommand(*this, MarkRecordsCommand::Direction::Mark, {{reason, fresh}}, gesture));
}

RecordRanges PendingChanges::markable(const RecordRanges& records) {
    RecordRanges fresh = records;
    fresh.remove(m_marked);
    if (!m_rule || fresh.isEmpty())
        return fresh;
    const RecordRanges staying = m_rule(fresh, m_marked);
    if (!staying.isEmpty()) {
        fresh.remove(staying);
        Q_EMIT kept(staying);
    }
    return fresh;
}

void PendingChanges::unmarkAll() {
    unmark(RecordRanges(m_marked));
}

std::optional<MarkReason> PendingChanges::reasonOf(std::uint64_t index) const {
    for (const MarkGroup& group : m_groups) {
        if (group.records.contains(index))
            return group.reason;
    }
    return std::nullopt;
}

std::vector<MarkGroup> PendingChanges::groupsWithin(const RecordRanges& records) const {
    std::vector<MarkGroup> found;
    for (const MarkGroup& group : m_groups) {
        RecordRanges common = group.records;
        common.intersect(records);
        if (!common.isEmpty())
            found.push_back({group.reason, std::move(common)});
    }
    return found;
}

void PendingChanges::insert(const std::vector<MarkGroup>& groups) {
    for (const MarkGroup& group : groups) {
        RecordRanges fresh = group.records;
        fresh.remove(m_marked);
        if (fresh.isEmpty())
            continue;
        const auto same = std::find_if(m_groups.begin(), m_groups.end(),
                                       [&group](const MarkGroup& g) { return g.reason == group.reason; });
        m_marked.add(fresh);
        if (same != m_groups.end())
            same->records.add(fresh);
        else
            m_groups.push_back({group.reason, std::move(fresh)});
    }
    Q_EMIT changed();
}

void PendingChanges::erase(const RecordRanges& records) {
    for (MarkGroup& group : m_groups)
        group.records.remove(records);
    recount();
    Q_EMIT changed();
}

void PendingChanges::recount() {
    std::erase_if(m_groups, [](const MarkGroup& group) { return group.records.isEmpty(); });
    m_marked.clear();
    for (const MarkGroup& group : m_groups)
        m_marked.add(group.records);
}

void PendingChanges::applyRemap(const IndexRemap& remap) {
    for (MarkGroup& group : m_groups)
        group.records = remap.map(group.records);
    recount();
    Q_EMIT changed();
}

void PendingChanges::clip(std::uint64_t recordCount) {
    if (m_marked.isEmpty() || m_marked.ranges().back().end() <= recordCount)
        return;
    m_undoStack->clear();
    for (MarkGroup& group : m_groups)
        group.records.clip(recordCount);
    recount();
    Q_EMIT changed();
}

}  // namespace zrecord::workbench
