#include "workbench/support/fake_source.h"

#include <cstring>
#include <string>
#include <utility>

namespace zrecord::workbench::test {

FakeSource::FakeSource(std::uint64_t records, Shape itemShape, std::size_t streams)
    : m_records(records), m_itemShape(std::move(itemShape)), m_streams(streams), m_recordBytes(*elementCount(m_itemShape)) {}

StreamLayout FakeSource::layout(std::size_t /*stream*/) const {
    return {StoreKind::Dense, DType(), m_itemShape, m_recordBytes};
}

RecordBlock FakeSource::block(std::size_t stream, std::uint64_t first, std::uint64_t count) const {
    auto storage = std::make_shared<RecordStorage>();
    storage->dimensions = m_itemShape;
    storage->byteCount = count * m_recordBytes;
    storage->bytes = std::make_unique<std::byte[]>(storage->byteCount);
    std::vector<DecodedRecord> records;
    for (std::uint64_t i = 0; i < count; ++i) {
        std::byte* at = storage->bytes.get() + i * m_recordBytes;
        std::memset(at, static_cast<int>((first + i + 100 * stream) % 256), m_recordBytes);
        records.emplace_back(storage, std::span<const std::uint64_t>(storage->dimensions),
                             std::span<const std::byte>(at, m_recordBytes), m_recordBytes);
    }
    return {first, std::move(records)};
}

Result<RecordBlock> FakeSource::read(const ReadRequest& request, const OperationContext& context) const {
    if (m_hook)
        m_hook(request);
    m_reads.push_back(request);
    if (context.stop.stop_requested())
        return Status(ErrorCode::Cancelled, "stopped");
    if (request.generation != m_generation)
        return Status(ErrorCode::Closed, "the records have moved meanwhile");
    for (const std::uint64_t bad : m_bad) {
        if (bad >= request.first && bad < request.first + request.count)
            return Status(ErrorCode::CorruptRecord, "the frame is damaged").withRecord(bad);
    }
    return block(request.stream, request.first, request.count);
}

}  // namespace zrecord::workbench::test
