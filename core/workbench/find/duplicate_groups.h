#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "workbench/selection/record_ranges.h"

namespace zrecord::workbench {

class IndexRemap;

/// Groups of equal records, and the rule that one record of each group stays. Immutable; logarithmic look-up. Takes 24 bytes
/// for each member.
class DuplicateGroups {
public:
    using Groups = std::vector<std::vector<std::uint64_t>>;

    DuplicateGroups() = default;
    /// Members ascending, as findDuplicates() gives them; groups of one are left out.
    explicit DuplicateGroups(Groups groups);

    [[nodiscard]] bool isEmpty() const noexcept { return m_groups.empty(); }
    [[nodiscard]] const Groups& groups() const noexcept { return m_groups; }
    [[nodiscard]] std::uint64_t members() const noexcept { return m_members.size(); }
    /// The group of a record; empty when it is in none.
    [[nodiscard]] std::span<const std::uint64_t> groupOf(std::uint64_t record) const;
    /// All but the first of every group.
    [[nodiscard]] RecordRanges redundant() const;
    /// All members, group after group.
    [[nodiscard]] std::vector<std::uint64_t> inGroups() const;
    /// Which of `wanted` must stay because every other member of its group goes, too: it is in `wanted` or in `gone`.
    [[nodiscard]] RecordRanges mustStay(const RecordRanges& wanted, const RecordRanges& gone) const;
    /// The same records after a removal; groups that are left with one are none any more.
    [[nodiscard]] DuplicateGroups remapped(const IndexRemap& remap) const;

private:
    struct Member {
        std::uint64_t record;
        std::size_t group;
    };
    Groups m_groups;
    std::vector<Member> m_members;  // ascending by record
};

}  // namespace zrecord::workbench
