#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "concurrency/progress_reporter.h"
#include "store/output_files.h"
#include "store/store_files.h"
#include "zrecord/store_stats.h"

namespace zrecord {

/// The entries that a swap-last delete writes. Their sources lie behind the new end of the table and are never written, so
/// applying the patch again, or over a part of it, ends in the same table.
class EntryPatch {
public:
    /// `moves` is borrowed.
    EntryPatch(std::span<const RecordMove> moves, unsigned perRecord) : m_moves(moves), m_perRecord(perRecord) {}

    /// Reads the sources.
    Status load(StoreFiles& files, ProgressReporter& progress);
    /// Neighbouring places go out in one write, the two entries of a ragged record always.
    Status apply(OutputFiles& output) const;
    [[nodiscard]] PendingView view() const;

private:
    std::span<const RecordMove> m_moves;
    unsigned m_perRecord;
    std::vector<LocationEntry> m_entries;
};

/// XXH3-64 of the entries that a delete of `targets` (ascending) moves, as they lie in the table behind its new end: while
/// it is right, nobody has used those places for something else.
Result<std::uint64_t> guardChecksum(StoreFiles& files, std::uint64_t records, std::span<const std::uint64_t> targets, unsigned perRecord);

}  // namespace zrecord
