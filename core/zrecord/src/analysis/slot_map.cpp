#include "zrecord/laboratory/slot_map.h"

#include <algorithm>
#include <bit>
#include <map>
#include <string>
#include <system_error>

#include "concurrency/progress_reporter.h"
#include "zrecord/record_facts.h"
#include "zrecord/store.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kBlock = 65'536;  // records between two reports of progress

/// One stored piece of a record.
struct Piece {
    std::uint32_t chunk;
    std::uint64_t offset;
    std::uint64_t bytes;
};

class SlotCounter {
public:
    SlotCounter(const Store& store, SlotMap& map) : m_store(store), m_map(map) {}

    Status makeStrips(std::uint64_t cells)
    {
        const StoreSummary& summary = m_store.summary();
        std::uint64_t total = 0;
        for (std::uint32_t chunk = 0; chunk < summary.chunks; ++chunk) {
            std::error_code error;
            const std::uint64_t size = std::filesystem::file_size(summary.path / (std::to_string(chunk) + ".chunk"), error);
            if (error)
                return Status(ErrorCode::IoError, "its size cannot be read: " + error.message()).withFile(std::to_string(chunk) + ".chunk").withStore(summary.path.string());
            const std::uint64_t start = std::uint64_t{chunk} << 32;
            const std::uint64_t published = summary.chunkBytes > start ? std::min(summary.chunkBytes - start, std::uint64_t{1} << 32) : 0;
            m_map.strips.push_back({chunk, std::min(size, published), size - std::min(size, published), {}});
            total += m_map.strips.back().bytes;
            m_map.slack += m_map.strips.back().slack;
        }
        std::error_code unknown;
        const std::filesystem::space_info space = std::filesystem::space(summary.path, unknown);
        m_map.available = unknown ? 0 : space.available;
        m_map.cellBytes = std::max<std::uint64_t>((total + cells - 1) / std::max<std::uint64_t>(cells, 1), 1);
        for (SlotStrip& strip : m_map.strips) {
            strip.cells.resize(static_cast<std::size_t>((strip.bytes + m_map.cellBytes - 1) / m_map.cellBytes));
            m_starts.emplace_back(strip.cells.size());
        }
        return {};
    }

    Status add(std::uint64_t index)
    {
        ZR_ASSIGN_OR_RETURN(const RecordLocation place, m_store.locate(index));
        const Piece payload{place.chunk, place.offset, place.storedBytes};
        ZR_RETURN_IF_ERROR(spread(payload, index, &SlotCell::live));
        ZR_RETURN_IF_ERROR(spread({place.shapeChunk, place.shapeOffset, place.shapeStoredBytes}, index, &SlotCell::live));
        m_map.live += std::uint64_t{place.storedBytes} + place.shapeStoredBytes;
        m_map.plain += place.plainBytes;
        begin(payload, place.plainBytes, index);
        m_map.sizes[std::bit_width(std::max<std::uint32_t>(place.storedBytes, 1)) - 1] += 1;
        const std::uint64_t ratio = place.storedBytes == 0 ? 0 : std::uint64_t{place.plainBytes} * 4 / place.storedBytes;
        m_map.ratios[std::min<std::uint64_t>(ratio, kRatioBins - 1)] += 1;
        return {};
    }

    Status mark(std::uint64_t index)
    {
        ZR_ASSIGN_OR_RETURN(const RecordLocation place, m_store.locate(index));
        ZR_RETURN_IF_ERROR(spread({place.chunk, place.offset, place.storedBytes}, index, &SlotCell::marked));
        ZR_RETURN_IF_ERROR(spread({place.shapeChunk, place.shapeOffset, place.shapeStoredBytes}, index, &SlotCell::marked));
        m_map.marked += std::uint64_t{place.storedBytes} + place.shapeStoredBytes;
        m_map.markedRecords += 1;
        return {};
    }

    /// Overlapping entries, which only damage makes, can cover more than there is.
    void finish()
    {
        std::uint64_t used = 0;
        for (const SlotStrip& strip : m_map.strips)
            used += strip.bytes;
        m_map.dead = used - std::min(used, m_map.live);
    }

private:
    Status spread(const Piece& piece, std::uint64_t index, std::uint64_t SlotCell::* part)
    {
        if (piece.bytes == 0)
            return {};
        if (piece.chunk >= m_map.strips.size() || piece.offset + piece.bytes > m_map.strips[piece.chunk].bytes)
            return Status(ErrorCode::CorruptRecord, "the location entry leaves its chunk file").withRecord(index).withStore(m_store.summary().path.string());
        std::vector<SlotCell>& cells = m_map.strips[piece.chunk].cells;
        const std::uint64_t end = piece.offset + piece.bytes;
        for (std::uint64_t at = piece.offset; at < end;) {
            const std::uint64_t cell = at / m_map.cellBytes;
            const std::uint64_t next = std::min((cell + 1) * m_map.cellBytes, end);
            cells[static_cast<std::size_t>(cell)].*part += next - at;
            at = next;
        }
        return {};
    }

    void begin(const Piece& payload, std::uint64_t plain, std::uint64_t index)
    {
        if (payload.bytes == 0)
            return;
        const auto number = static_cast<std::size_t>(payload.offset / m_map.cellBytes);
        SlotCell& cell = m_map.strips[payload.chunk].cells[number];
        std::uint64_t& start = m_starts[payload.chunk][number];
        if (cell.records == 0 || payload.offset < start) {
            start = payload.offset;
            cell.first = index;
        }
        cell.records += 1;
        cell.stored += payload.bytes;
        cell.plain += plain;
    }

    const Store& m_store;
    SlotMap& m_map;
    std::vector<std::vector<std::uint64_t>> m_starts;  ///< [strip][cell]: where the first record in it begins
};

Status countShapes(const Store& store, SlotMap& map, const OperationContext& context)
{
    if (store.summary().kind == StoreKind::Dense) {
        if (map.records > 0)
            map.shapes.push_back({store.summary().itemShape, map.records});
        return {};
    }
    std::map<Shape, std::uint64_t> counts;
    ProgressReporter progress(context, "counting shapes", map.records);
    const OperationContext quiet{context.stop, {}, context.executor};
    for (std::uint64_t first = 0; first < map.records; first += kBlock) {
        const std::uint64_t count = std::min(kBlock, map.records - first);
        ZR_ASSIGN_OR_RETURN(const FactsBlock block, gatherFacts(store, first, count, {}, quiet));
        for (std::size_t i = 0; i < block.facts.size(); ++i) {
            const auto shape = block.shape(i);
            ++counts[Shape(shape.begin(), shape.end())];
        }
        ZR_RETURN_IF_ERROR(progress.advance(count));
    }
    progress.finish();
    for (const auto& [shape, records] : counts)
        map.shapes.push_back({shape, records});
    std::stable_sort(map.shapes.begin(), map.shapes.end(), [](const ShapeCount& one, const ShapeCount& other) { return one.records > other.records; });
    for (std::size_t i = kShapesKept; i < map.shapes.size(); ++i)
        map.otherShapes += map.shapes[i].records;
    map.shapes.resize(std::min(map.shapes.size(), kShapesKept));
    return {};
}

}  // namespace

Result<SlotMap> mapSlots(const Store& store, const SlotMapOptions& options, const OperationContext& context)
{
    SlotMap map;
    map.records = store.size();
    map.sizes.assign(kSizeBins, 0);
    map.ratios.assign(kRatioBins, 0);
    SlotCounter counter(store, map);
    ZR_RETURN_IF_ERROR(counter.makeStrips(options.cells));
    ProgressReporter progress(context, "mapping records", map.records);
    for (std::uint64_t first = 0; first < map.records; first += kBlock) {
        const std::uint64_t end = std::min(first + kBlock, map.records);
        for (std::uint64_t index = first; index < end; ++index)
            ZR_RETURN_IF_ERROR(counter.add(index));
        ZR_RETURN_IF_ERROR(progress.advance(end - first));
    }
    progress.finish();
    counter.finish();
    ZR_RETURN_IF_ERROR(countShapes(store, map, context));
    ZR_RETURN_IF_ERROR(markSlots(store, map, options.marked, context));
    return map;
}

Status markSlots(const Store& store, SlotMap& map, const std::vector<IndexRange>& marked, const OperationContext& context)
{
    map.marked = 0;
    map.markedRecords = 0;
    for (SlotStrip& strip : map.strips)
        for (SlotCell& cell : strip.cells)
            cell.marked = 0;
    SlotCounter counter(store, map);
    std::uint64_t looked = 0;
    for (const IndexRange& range : marked) {
        if (range.step != 1 || range.start > map.records || range.count > map.records - range.start)
            return Status(ErrorCode::OutOfRange, "a mark lies outside of the store's " + std::to_string(map.records) + " records");
        for (std::uint64_t i = 0; i < range.count; ++i) {
            ZR_RETURN_IF_ERROR(counter.mark(range.start + i));
            if (++looked % kBlock == 0)
                ZR_RETURN_IF_ERROR(checkStop(context));
        }
    }
    return {};
}

}  // namespace zrecord
