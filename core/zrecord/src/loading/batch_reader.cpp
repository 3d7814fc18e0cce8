#include "loading/batch_reader.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "loading/step_fault.h"

namespace zrecord {
namespace {

// A search this long means that the store, not a record, is damaged.
constexpr std::uint64_t kLongestSearch = 1 << 16;

std::string recordCount(std::uint64_t records)
{
    return std::to_string(records) + (records == 1 ? " record" : " records");
}

Status inStream(const LoaderStream& stream, const Status& fault)
{
    return prefixed("stream '" + stream.name + "'", fault);
}

}  // namespace

BatchReader::BatchReader(std::span<const LoaderStream> streams, std::uint64_t length, OnCorrupt onCorrupt)
    : m_streams(streams), m_joined(streams.begin(), streams.end()), m_length(length), m_onCorrupt(onCorrupt)
{
}

Status BatchReader::checkLengths() const
{
    for (const JoinedStream& stream : m_joined)
        ZR_RETURN_IF_ERROR(stream.checkLengths());
    return {};
}

Status BatchReader::read(BatchSlot& slot, const OperationContext& context) const
{
    ZR_RETURN_IF_ERROR(checkLengths());
    Status status = readAll(slot, context);
    if (status.code() == ErrorCode::CorruptRecord && m_onCorrupt != OnCorrupt::Raise)
        status = mend(slot, context);
    // What changed the length may be what made the read fail, or worse, succeed with other records.
    if (status.code() != ErrorCode::Cancelled)
        ZR_RETURN_IF_ERROR(checkLengths());
    return status;
}

std::uint64_t BatchReader::readAhead(std::span<const std::uint64_t> indices, JoinScratch& scratch, ReadAheadCheck check) const
{
    std::uint64_t bytes = 0;
    for (const JoinedStream& stream : m_joined)
        bytes += stream.readAhead(indices, scratch, check);
    return bytes;
}

Status BatchReader::readAll(BatchSlot& slot, const OperationContext& context) const
{
    for (std::size_t number = 0; number < m_streams.size(); ++number)
        if (Status status = readStream(number, slot, context); !status.ok())
            return inStream(m_streams[number], status);
    return {};
}

Status BatchReader::readStream(std::size_t number, BatchSlot& slot, const OperationContext& context) const
{
    const JoinedStream& stream = m_joined[number];
    const StoreSummary& summary = *slot.streams()[number].summary;
    const bool isRagged = summary.kind == StoreKind::Ragged;
    std::uint64_t bytes = slot.indices.size() * summary.recordBytes;
    if (isRagged) {
        ZR_ASSIGN_OR_RETURN(slot.layout(number), stream.layout(slot.indices, slot.scratch(number), context));
        bytes = slot.layout(number).offsets.back();
    }
    ZR_RETURN_IF_ERROR(slot.reserve(number, bytes));
    slot.show(number, bytes);
    const std::span<std::byte> memory(slot.memory(number), bytes);
    return stream.gather(slot.indices, isRagged ? &slot.layout(number) : nullptr, memory, slot.scratch(number), context);
}

Status BatchReader::mend(BatchSlot& slot, const OperationContext& context) const
{
    const std::vector<std::uint64_t> wanted = std::exchange(slot.indices, {});
    slot.indices.reserve(wanted.size());
    slot.issues.clear();
    for (const std::uint64_t record : wanted) {
        ZR_ASSIGN_OR_RETURN(std::optional<Fault> fault, faultOf(record, context));
        if (!fault) {
            slot.indices.push_back(record);
            continue;
        }
        BatchIssue issue{record, m_streams[fault->stream].name, std::move(fault->status), std::nullopt};
        if (m_onCorrupt == OnCorrupt::Replace) {
            ZR_ASSIGN_OR_RETURN(issue.replacement, replacementFor(record, context));
            slot.indices.push_back(*issue.replacement);
        }
        slot.issues.push_back(std::move(issue));
    }
    return readAll(slot, context);
}

Result<std::optional<BatchReader::Fault>> BatchReader::faultOf(std::uint64_t record, const OperationContext& context) const
{
    const std::span<const std::uint64_t> one(&record, 1);
    std::vector<std::byte> memory;
    JoinScratch scratch;
    for (std::size_t number = 0; number < m_streams.size(); ++number) {
        const JoinedStream& stream = m_joined[number];
        const StoreSummary& summary = m_streams[number].store->summary();
        Status status;
        if (summary.kind == StoreKind::Dense) {
            memory.resize(summary.recordBytes);
            status = stream.gather(one, nullptr, memory, scratch, context);
        } else if (auto layout = stream.layout(one, scratch, context); layout.ok()) {
            memory.resize(layout->offsets.back());
            status = stream.gather(one, &*layout, memory, scratch, context);
        } else {
            status = std::move(layout).status();
        }
        if (status.ok())
            continue;
        if (status.code() == ErrorCode::CorruptRecord)
            return std::optional<Fault>(Fault{number, std::move(status)});
        return inStream(m_streams[number], status);
    }
    return std::optional<Fault>();
}

Result<std::uint64_t> BatchReader::replacementFor(std::uint64_t record, const OperationContext& context) const
{
    std::uint64_t candidate = record;
    const std::uint64_t tries = std::min(kLongestSearch, m_length - 1);
    for (std::uint64_t i = 0; i < tries; ++i) {
        candidate = candidate + 1 == m_length ? 0 : candidate + 1;
        ZR_ASSIGN_OR_RETURN(const std::optional<Fault> fault, faultOf(candidate, context));
        if (!fault)
            return candidate;
    }
    return Status(ErrorCode::CorruptRecord, "none of the " + recordCount(tries) + " after it can take the place of a damaged record")
        .withRecord(record)
        .withRemedy("Verify the streams; too much of them is damaged.");
}

}  // namespace zrecord
