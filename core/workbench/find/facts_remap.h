#pragma once

#include <cstdint>
#include <memory>

namespace zrecord {
class FactsTable;
}

namespace zrecord::workbench {

class IndexRemap;

/// What was measured, for the records as they stand after a removal or its undoing: blocks whose records stayed are shared, the
/// others are put together from those that know all of theirs; a block with a record that came back is none. Null when more than kMostMoves records move: measuring anew is as quick.
[[nodiscard]] std::shared_ptr<FactsTable> remappedFacts(const FactsTable& table, const IndexRemap& remap);

constexpr std::uint64_t kMostMoves = 100'000;

}  // namespace zrecord::workbench
