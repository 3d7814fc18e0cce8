#include "exchange/dense_source.h"

#include <algorithm>
#include <limits>

namespace zrecord {

Status closedSource()
{
    return Status(ErrorCode::Closed, "the source was closed").withRemedy("Open the file again.");
}

Result<std::uint64_t> recordBytesOf(const ImportDescription& description)
{
    StoreDescription store;
    store.kind = description.kind;
    store.dtype = description.dtype;
    store.itemShape = description.itemShape;
    return store.recordBytes();
}

Result<std::unique_ptr<ImportSource>> DenseSource::make(ImportDescription description, std::unique_ptr<PeekedStream> stream)
{
    auto recordBytes = recordBytesOf(description);
    if (!recordBytes)
        return std::move(recordBytes).status().withFile(stream->name());
    return std::unique_ptr<ImportSource>(new DenseSource(std::move(description), std::move(stream), *recordBytes));
}

Status DenseSource::next(ImportBatch& batch, std::uint64_t maxBytes)
{
    batch.records = 0;
    batch.bytes.clear();
    if (!m_stream)
        return closedSource();
    if (m_ended)
        return Status::success();
    const std::uint64_t left = m_description.records.value_or(std::numeric_limits<std::uint64_t>::max()) - m_done;
    const std::uint64_t wanted = std::min(left, std::max<std::uint64_t>(1, maxBytes / m_recordBytes));
    if (m_description.records) {
        ZR_RETURN_IF_ERROR(m_stream->appendExactly(batch.bytes, wanted * m_recordBytes));
        batch.records = wanted;
    } else {
        ZR_ASSIGN_OR_RETURN(const std::size_t got, m_stream->append(batch.bytes, wanted * m_recordBytes));
        if (got % m_recordBytes != 0)
            return badInput(m_stream->name(), m_stream->position(),
                            "the last record has " + std::to_string(got % m_recordBytes) + " of " + std::to_string(m_recordBytes) + " bytes");
        batch.records = got / m_recordBytes;
        m_ended = batch.records < wanted;
    }
    m_done += batch.records;
    if (m_description.records == m_done) {
        m_ended = true;
        return m_stream->expectEnd();
    }
    return Status::success();
}

}  // namespace zrecord
