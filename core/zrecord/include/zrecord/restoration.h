#pragma once

#include <cstdint>
#include <vector>

#include "zrecord/store_stats.h"

namespace zrecord {

/// A delete that can be taken back.
struct UndoableRemoval {
    std::uint64_t records = 0;  ///< that it removed
    std::int64_t when = 0;      ///< seconds since 1970, UTC
};

/// What undoing a delete did: every record is where it was before the delete.
struct RestorationResult {
    std::uint64_t recordsBefore = 0;
    /// The records that came back, ascending. Removing them again is the redo.
    std::vector<std::uint64_t> restored;
    /// Records that were there all along, ascending by `to`: apply them all at once to follow them.
    std::vector<RecordMove> moves;
};

}  // namespace zrecord
