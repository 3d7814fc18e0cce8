#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include <zrecord/restoration.h>
#include <zrecord/store_stats.h>

#include "workbench/selection/record_ranges.h"

namespace zrecord::workbench {

/// Where every record went in one step: a removal (removed, moved into a freed slot, or left in place) or its undoing (moved
/// back, or left in place, and others came back). The one place that turns an old index into a new one; everything that
/// remembers indices goes through it. Immutable value, any thread.
class IndexRemap {
public:
    /// Nothing moves.
    IndexRemap() = default;
    /// `removed` in old indices; `result` as the store gave it for exactly that set.
    IndexRemap(RecordRanges removed, RemovalResult result);
    explicit IndexRemap(RestorationResult result);
    /// The moves of a swap-last removal without a store: the highest index goes first.
    static IndexRemap plan(RecordRanges removed, std::uint64_t recordsBefore);
    /// What takes this step back: removed records come back, and moves go the other way.
    [[nodiscard]] IndexRemap inverse() const;

    [[nodiscard]] std::uint64_t recordsBefore() const noexcept { return m_recordsBefore; }
    [[nodiscard]] std::uint64_t recordsAfter() const noexcept { return m_recordsBefore - m_removed.count() + m_restored.count(); }
    [[nodiscard]] const RecordRanges& removed() const noexcept { return m_removed; }    ///< old indices
    [[nodiscard]] const RecordRanges& restored() const noexcept { return m_restored; }  ///< new indices
    /// Ascending by `to`.
    [[nodiscard]] const std::vector<RecordMove>& moves() const noexcept { return m_moves; }

    /// New index of the record that was at `oldIndex`; nothing when it was removed.
    [[nodiscard]] std::optional<std::uint64_t> map(std::uint64_t oldIndex) const;
    /// Old index of the record that is now at `newIndex` (< recordsAfter()); nothing when it came back.
    [[nodiscard]] std::optional<std::uint64_t> origin(std::uint64_t newIndex) const;
    /// The same records under their new indices.
    [[nodiscard]] RecordRanges map(const RecordRanges& oldRanges) const;
    /// True when the slots [first, first + count) hold other records than before, or no longer exist.
    [[nodiscard]] bool touches(std::uint64_t first, std::uint64_t count) const;

private:
    std::uint64_t m_recordsBefore = 0;
    RecordRanges m_removed;
    RecordRanges m_restored;
    std::vector<RecordMove> m_moves;        // ascending by to
    std::vector<RecordMove> m_movesByFrom;  // ascending by from
};

}  // namespace zrecord::workbench
