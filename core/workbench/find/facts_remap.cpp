#include "workbench/find/facts_remap.h"

#include <algorithm>

#include <zrecord/record_finder.h>

#include "workbench/document/index_remap.h"

namespace zrecord::workbench {
namespace {

constexpr std::uint64_t kBlock = FactsTable::kBlockRecords;

/// Null when a record of the block comes from one that was not measured.
std::shared_ptr<const FactsBlock> movedBlock(const FactsTable& table, std::size_t stream, std::uint64_t first, std::uint64_t count, const IndexRemap& remap) {
    auto moved = std::make_shared<FactsBlock>();
    moved->first = first;
    moved->known = {true, true};
    bool ragged = false;
    std::shared_ptr<const FactsBlock> from;
    for (std::uint64_t record = first; record < first + count; ++record) {
        const auto origin = remap.origin(record);
        if (!origin)
            return nullptr;
        if (!from || *origin / kBlock * kBlock != from->first)
            from = table.block(stream, *origin / kBlock, {});
        if (!from || *origin - from->first >= from->facts.size())
            return nullptr;
        const auto place = static_cast<std::size_t>(*origin - from->first);
        moved->facts.push_back(from->facts[place]);
        moved->known = {moved->known.stored && from->known.stored, moved->known.values && from->known.values};
        ragged = ragged || !from->shapeOffsets.empty();
        const auto shape = from->shape(place);
        if (!ragged) {
            moved->dimensions.assign(shape.begin(), shape.end());
            continue;
        }
        if (moved->shapeOffsets.empty())
            moved->shapeOffsets.push_back(0);
        moved->dimensions.insert(moved->dimensions.end(), shape.begin(), shape.end());
        moved->shapeOffsets.push_back(moved->dimensions.size());
    }
    return moved;
}

}  // namespace

std::shared_ptr<FactsTable> remappedFacts(const FactsTable& table, const IndexRemap& remap) {
    if (remap.moves().size() > kMostMoves)
        return nullptr;
    const std::uint64_t records = remap.recordsAfter();
    auto followed = std::make_shared<FactsTable>(table.streamCount(), records);
    for (std::size_t stream = 0; stream < table.streamCount(); ++stream) {
        for (std::uint64_t first = 0; first < records; first += kBlock) {
            const std::uint64_t count = std::min(kBlock, records - first);
            auto block = table.block(stream, first / kBlock, {});
            if (block && (block->facts.size() != count || remap.touches(first, count)))
                block = movedBlock(table, stream, first, count, remap);
            if (block)
                followed->insert(stream, first / kBlock, std::move(block));
        }
    }
    return followed;
}

}  // namespace zrecord::workbench
