#include "workbench/find/duplicate_groups.h"

#include <algorithm>
#include <utility>

#include "workbench/document/index_remap.h"

namespace zrecord::workbench {

DuplicateGroups::DuplicateGroups(Groups groups) : m_groups(std::move(groups)) {
    std::erase_if(m_groups, [](const std::vector<std::uint64_t>& group) { return group.size() < 2; });
    for (std::size_t group = 0; group < m_groups.size(); ++group)
        for (const std::uint64_t record : m_groups[group])
            m_members.push_back({record, group});
    std::sort(m_members.begin(), m_members.end(), [](const Member& a, const Member& b) { return a.record < b.record; });
}

std::span<const std::uint64_t> DuplicateGroups::groupOf(std::uint64_t record) const {
    const auto found = std::lower_bound(m_members.begin(), m_members.end(), record, [](const Member& member, std::uint64_t wanted) { return member.record < wanted; });
    if (found == m_members.end() || found->record != record)
        return {};
    return m_groups[found->group];
}

RecordRanges DuplicateGroups::redundant() const {
    std::vector<std::uint64_t> records;
    for (const auto& group : m_groups)
        records.insert(records.end(), group.begin() + 1, group.end());
    return RecordRanges::fromIndices(records);
}

std::vector<std::uint64_t> DuplicateGroups::inGroups() const {
    std::vector<std::uint64_t> records;
    records.reserve(m_members.size());
    for (const auto& group : m_groups)
        records.insert(records.end(), group.begin(), group.end());
    return records;
}

RecordRanges DuplicateGroups::mustStay(const RecordRanges& wanted, const RecordRanges& gone) const {
    std::vector<std::uint64_t> staying;
    for (const auto& group : m_groups) {
        const auto first = std::find_if(group.begin(), group.end(), [&wanted](std::uint64_t record) { return wanted.contains(record); });
        if (first == group.end())
            continue;
        if (std::all_of(group.begin(), group.end(), [&](std::uint64_t record) { return wanted.contains(record) || gone.contains(record); }))
            staying.push_back(*first);
    }
    return RecordRanges::fromIndices(staying);
}

DuplicateGroups DuplicateGroups::remapped(const IndexRemap& remap) const {
    Groups followed;
    for (const auto& group : m_groups) {
        std::vector<std::uint64_t> members;
        for (const std::uint64_t record : group)
            if (const auto now = remap.map(record))
                members.push_back(*now);
        std::sort(members.begin(), members.end());
        followed.push_back(std::move(members));
    }
    std::sort(followed.begin(), followed.end());
    return DuplicateGroups(std::move(followed));
}

}  // namespace zrecord::workbench
