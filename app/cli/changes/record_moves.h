#pragma once

#include <iosfwd>
#include <vector>

#include "zrecord/store_stats.h"

namespace zrecord::cli {

class JsonWriter;

/// "FROM -> TO" lines.
void writeMoves(std::ostream& out, const std::vector<RecordMove>& moves);
/// The fields move_count and, with `listed`, moves: an array of [from, to].
void writeMoves(JsonWriter& json, const std::vector<RecordMove>& moves, bool listed);

}  // namespace zrecord::cli
