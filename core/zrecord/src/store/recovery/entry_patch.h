#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "concurrency/progress_reporter.h"
#include "store/output_files.h"
#include "store/store_files.h"
#include "zrecord/store_stats.h"

namespace zrecord {

/// Rows that a change writes into the table. They are known before the first one is written, so applying the patch again, or over
/// a part of it, ends in the same table.
class EntryPatch {
public:
    /// Ascending; `perRecord` of them for each record.
    explicit EntryPatch(std::vector<EntryChange> changes) : m_changes(std::move(changes)) {}
    /// Those of a swap-last delete. Reads the sources, which lie behind the new end of the table and are never written.
    static Result<EntryPatch> ofMoves(StoreFiles& files, std::span<const RecordMove> moves, unsigned perRecord, ProgressReporter& progress);

    /// Neighbouring places go out in one write, the two entries of a ragged record always.
    Status apply(OutputFiles& output) const;
    [[nodiscard]] const std::vector<EntryChange>& changes() const noexcept { return m_changes; }
    [[nodiscard]] PendingView view() const { return {m_changes, {}}; }

private:
    std::vector<EntryChange> m_changes;
};

/// XXH3-64 of the entries that a delete of `targets` (ascending) moves, as they lie in the table behind its new end: while
/// it is right, nobody has used those places for something else.
Result<std::uint64_t> guardChecksum(StoreFiles& files, std::uint64_t records, std::span<const std::uint64_t> targets, unsigned perRecord);

}  // namespace zrecord
