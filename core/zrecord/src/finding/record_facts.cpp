#include "zrecord/record_facts.h"

#include <algorithm>
#include <numeric>

#include "base/checksum.h"
#include "base/little_endian.h"
#include "concurrency/progress_reporter.h"
#include "finding/record_contents.h"
#include "zrecord/store.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kWindowBytes = UINT64_C(32) << 20;
constexpr std::uint64_t kRecordsAtOnce = 16;  ///< of one thread

std::vector<std::uint64_t> indicesFrom(std::uint64_t first, std::uint64_t count)
{
    std::vector<std::uint64_t> indices(count);
    std::iota(indices.begin(), indices.end(), first);
    return indices;
}

std::uint64_t hashOf(std::span<const std::uint64_t> shape, std::span<const std::byte> bytes)
{
    StreamChecksum checksum;
    for (const std::uint64_t dimension : shape) {
        std::byte raw[sizeof dimension];
        storeLittleEndian(raw, dimension);
        checksum.add(raw);
    }
    checksum.add(bytes);
    return checksum.value();
}

/// The part [at, at + count) of a layout, as layout() of those indices would give it.
RaggedLayout slice(const RaggedLayout& whole, std::size_t at, std::size_t count)
{
    RaggedLayout part;
    for (std::size_t i = at; i <= at + count; ++i) {
        part.offsets.push_back(whole.offsets[i] - whole.offsets[at]);
        part.shapeOffsets.push_back(whole.shapeOffsets[i] - whole.shapeOffsets[at]);
    }
    part.dimensions.assign(whole.dimensions.begin() + static_cast<std::ptrdiff_t>(whole.shapeOffsets[at]),
                           whole.dimensions.begin() + static_cast<std::ptrdiff_t>(whole.shapeOffsets[at + count]));
    return part;
}

class FactGatherer {
public:
    FactGatherer(const Store& store, FactsBlock& block, const OperationContext& context)
        : m_store(store), m_summary(store.summary()), m_block(block), m_context{context.stop, {}, context.executor}
    {
    }

    Status run(std::uint64_t count)
    {
        m_block.facts.assign(count, {});
        if (m_summary.kind == StoreKind::Dense)
            describeDense();
        else
            ZR_RETURN_IF_ERROR(readShapes());
        if (m_block.known.stored)
            ZR_RETURN_IF_ERROR(locate());
        return m_block.known.values ? readValues() : Status();
    }

private:
    void describeDense()
    {
        m_block.dimensions = m_summary.itemShape;
        for (RecordFacts& facts : m_block.facts) {
            facts.plainBytes = m_summary.recordBytes;
            facts.elements = m_summary.recordBytes / m_summary.dtype.itemSize();
        }
    }

    Status readShapes()
    {
        Result<RaggedLayout> all = m_store.layout(indicesFrom(m_block.first, m_block.facts.size()), m_context);
        if (all.ok())
            m_layout = std::move(all).value();
        else if (isDamage(all.status()))
            ZR_RETURN_IF_ERROR(readShapesOneByOne());
        else
            return std::move(all).status();
        m_block.shapeOffsets = m_layout.shapeOffsets;
        m_block.dimensions = m_layout.dimensions;
        for (std::size_t i = 0; i < m_block.facts.size(); ++i) {
            m_block.facts[i].plainBytes = m_layout.offsets[i + 1] - m_layout.offsets[i];
            m_block.facts[i].elements = m_block.facts[i].plainBytes / m_summary.dtype.itemSize();
        }
        return {};
    }

    Status readShapesOneByOne()
    {
        m_layout.offsets.assign(1, 0);
        m_layout.shapeOffsets.assign(1, 0);
        for (std::size_t i = 0; i < m_block.facts.size(); ++i) {
            ZR_RETURN_IF_ERROR(checkStop(m_context));
            const Result<RaggedLayout> one = m_store.layout(indicesFrom(m_block.first + i, 1), m_context);
            if (!one.ok() && !isDamage(one.status()))
                return one.status();
            m_block.facts[i].readable = one.ok();
            if (one.ok())
                m_layout.dimensions.insert(m_layout.dimensions.end(), one->dimensions.begin(), one->dimensions.end());
            m_layout.offsets.push_back(m_layout.offsets.back() + (one.ok() ? one->offsets.back() : 0));
            m_layout.shapeOffsets.push_back(m_layout.dimensions.size());
        }
        return {};
    }

    Status locate()
    {
        constexpr std::size_t kStopEvery = 1024;
        for (std::size_t i = 0; i < m_block.facts.size(); ++i) {
            if (i % kStopEvery == 0)
                ZR_RETURN_IF_ERROR(checkStop(m_context));
            const Result<RecordLocation> place = m_store.locate(m_block.first + i);
            if (place.ok())
                m_block.facts[i].storedBytes = std::uint64_t{place->storedBytes} + place->shapeStoredBytes;
            else if (isDamage(place.status()))
                m_block.facts[i].readable = false;
            else
                return place.status();
        }
        return {};
    }

    Status readValues()
    {
        const std::size_t count = m_block.facts.size();
        for (std::size_t at = 0; at < count;) {
            ZR_RETURN_IF_ERROR(checkStop(m_context));
            std::size_t end = at + 1;
            std::uint64_t bytes = m_block.facts[at].plainBytes;
            while (end < count && m_block.facts[end].readable == m_block.facts[at].readable && bytes + m_block.facts[end].plainBytes <= kWindowBytes)
                bytes += m_block.facts[end++].plainBytes;
            if (m_block.facts[at].readable)
                ZR_RETURN_IF_ERROR(readWindow(at, end - at, bytes));
            at = end;
        }
        return {};
    }

    Status gather(std::size_t at, std::size_t count, std::span<std::byte> bytes)
    {
        const std::vector<std::uint64_t> indices = indicesFrom(m_block.first + at, count);
        if (m_summary.kind == StoreKind::Dense)
            return m_store.gather(indices, bytes, m_context);
        return m_store.gather(indices, slice(m_layout, at, count), bytes, m_context);
    }

    Status readWindow(std::size_t at, std::size_t count, std::uint64_t size)
    {
        m_bytes.resize(size);
        if (Status status = gather(at, count, m_bytes); status.ok()) {
            measure(at, count);
            return status;
        } else if (!isDamage(status)) {
            return status;
        }
        for (std::size_t i = at; i < at + count; ++i) {
            ZR_RETURN_IF_ERROR(checkStop(m_context));
            m_bytes.resize(m_block.facts[i].plainBytes);
            if (Status status = gather(i, 1, m_bytes); status.ok())
                measure(i, 1);
            else if (isDamage(status))
                m_block.facts[i].readable = false;
            else
                return status;
        }
        return {};
    }

    void measure(std::size_t at, std::size_t count)
    {
        std::vector<std::uint64_t> offsets(count + 1, 0);
        for (std::size_t i = 0; i < count; ++i)
            offsets[i + 1] = offsets[i] + m_block.facts[at + i].plainBytes;
        m_context.pool().parallelFor(count, kRecordsAtOnce, [&](std::uint64_t begin, std::uint64_t end) {
            for (std::uint64_t i = begin; i < end; ++i) {
                const auto bytes = std::span<const std::byte>(m_bytes).subspan(offsets[i], offsets[i + 1] - offsets[i]);
                RecordFacts& facts = m_block.facts[at + i];
                const std::uint64_t stored = facts.storedBytes;
                facts = valueFacts(m_summary.dtype, bytes);
                facts.storedBytes = stored;
                facts.hash = hashOf(m_block.shape(at + i), bytes);
            }
        });
    }

    const Store& m_store;
    const StoreSummary& m_summary;
    FactsBlock& m_block;
    OperationContext m_context;
    RaggedLayout m_layout;
    std::vector<std::byte> m_bytes;
};

}  // namespace

Result<FactsBlock> gatherFacts(const Store& store, std::uint64_t first, std::uint64_t count, const FactNeeds& needs, const OperationContext& context)
{
    if (first > store.size() || count > store.size() - first)
        return Status(ErrorCode::OutOfRange, "records " + std::to_string(first) + " to " + std::to_string(first + count) + " are not all in a store of " +
                                                 std::to_string(store.size()) + " records").withStore(store.summary().path.string());
    FactsBlock block;
    block.first = first;
    block.known = needs;
    ZR_RETURN_IF_ERROR(FactGatherer(store, block, context).run(count));
    for (RecordFacts& facts : block.facts)
        if (!facts.readable)
            facts = RecordFacts{.readable = false};
    return block;
}

}  // namespace zrecord
