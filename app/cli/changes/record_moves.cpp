#include "changes/record_moves.h"

#include <cstdint>
#include <ostream>

#include "json_writer.h"

namespace zrecord::cli {

void writeMoves(std::ostream& out, const std::vector<RecordMove>& moves)
{
    for (const RecordMove& move : moves)
        out << move.from << " -> " << move.to << '\n';
}

void writeMoves(JsonWriter& json, const std::vector<RecordMove>& moves, bool listed)
{
    json.field("move_count", std::uint64_t{moves.size()});
    if (!listed)
        return;
    json.key("moves").beginArray();
    for (const RecordMove& move : moves)
        json.numbers({move.from, move.to});
    json.endArray();
}

}  // namespace zrecord::cli
