#include "record_batch.h"

#include <algorithm>

namespace zrecord::cli {
namespace {

constexpr std::uint64_t kBatchBytes = 16ULL << 20;
constexpr std::uint64_t kMostRecords = 65'536;

}  // namespace

Status RecordBatch::read(const Store& store, std::vector<std::uint64_t> indices, const OperationContext& context)
{
    Status failure = readWhole(store, indices, context);
    if (failure.ok())
        return failure;
    std::size_t sound = 0;
    while (failure.code() != ErrorCode::Cancelled && sound < indices.size()) {
        const Status one = readWhole(store, {indices[sound]}, context);
        if (!one.ok()) {
            failure = one;
            break;
        }
        ++sound;
    }
    indices.resize(sound);
    if (!readWhole(store, std::move(indices), context).ok())
        m_indices.clear();
    return failure;
}

Status RecordBatch::readWhole(const Store& store, std::vector<std::uint64_t> indices, const OperationContext& context)
{
    m_indices = std::move(indices);
    const StoreSummary& summary = store.summary();
    if (summary.kind == StoreKind::Dense) {
        m_width = summary.recordBytes;
        m_itemShape = summary.itemShape;
        m_bytes.resize(static_cast<std::size_t>(m_indices.size() * m_width));
        return store.gather(m_indices, m_bytes, context);
    }
    ZR_ASSIGN_OR_RETURN(m_layout, store.layout(m_indices, context));
    m_bytes.resize(static_cast<std::size_t>(m_layout.offsets.back()));
    return store.gather(m_indices, m_layout, m_bytes, context);
}

std::span<const std::byte> RecordBatch::bytes(std::size_t i) const
{
    if (m_width != 0)
        return std::span(m_bytes).subspan(i * static_cast<std::size_t>(m_width), static_cast<std::size_t>(m_width));
    const auto begin = static_cast<std::size_t>(m_layout.offsets[i]);
    return std::span(m_bytes).subspan(begin, static_cast<std::size_t>(m_layout.offsets[i + 1]) - begin);
}

std::span<const std::uint64_t> RecordBatch::shape(std::size_t i) const
{
    return m_width != 0 ? std::span<const std::uint64_t>(m_itemShape) : m_layout.shape(i);
}

std::uint64_t RecordBatch::recordsAtOnce(const Store& store)
{
    const StoreSummary& summary = store.summary();
    // A ragged store's stored bytes per record are a guess of what one takes; compressed ones may grow tenfold.
    const std::uint64_t bytes = summary.kind == StoreKind::Dense
        ? summary.recordBytes
        : summary.chunkBytes / std::max<std::uint64_t>(summary.records, 1) * (summary.codec == Codec::Raw ? 1 : 8);
    return std::clamp<std::uint64_t>(kBatchBytes / std::max<std::uint64_t>(bytes, 1), 1, kMostRecords);
}

}  // namespace zrecord::cli
