#include "store/record_gatherer.h"

#include <algorithm>
#include <string>
#include <utility>

#include "concurrency/progress_reporter.h"
#include "store/block_runner.h"
#include "store/entry_check.h"
#include "store/location_reader.h"
#include "store/reading/mapped_reader.h"
#include "platform/record_copy.h"
#include "store/record_fetcher.h"

namespace zrecord {
namespace {

// A block is what one thread takes at a time; a batch of one block stays in the calling thread. Chosen so that a batch of
// 256 KiB can be shared; where sharing begins to pay has not been measured.
constexpr std::uint64_t kRawBlockBytes = 1 << 16;
constexpr std::uint64_t kDecodeBlockBytes = 1 << 16;
// Reading by calls makes larger reads of larger blocks.
constexpr std::uint64_t kRawCallBytes = 1 << 20;
constexpr std::uint64_t kDecodeCallBytes = 1 << 17;
constexpr std::uint64_t kBlockRecords = 1024;
constexpr char kReading[] = "reading records";

// Reused by every block that a thread works on, so that a batch allocates nothing once it is warm.
struct BlockMemory {
    std::vector<LocationEntry> entries;
    std::vector<FetchItem> items;
    std::vector<std::byte> shapes;
};

BlockMemory& blockMemory()
{
    thread_local BlockMemory memory;
    return memory;
}

/// What a failed read by calls means after the same bytes could not be had as memory.
Status afterFault(MappedOutcome mapped, Status status)
{
    if (status.ok() || mapped != MappedOutcome::Faulted)
        return status;
    Status changed(ErrorCode::IoError, "the file was cut short or its device failed while it was being read: " + std::string(status.what()));
    if (status.offset())
        changed = std::move(changed).withFile(status.file(), *status.offset());
    else if (!status.file().empty())
        changed = std::move(changed).withFile(status.file());
    if (status.record())
        changed = std::move(changed).withRecord(*status.record());
    return changed;
}

Status tooSmall(std::uint64_t needed, std::size_t given)
{
    return Status(ErrorCode::BufferTooSmall, "the records take " + std::to_string(needed) + " bytes, but the memory given has " +
                                                 std::to_string(given));
}

}  // namespace

Status checkIndices(std::span<const std::uint64_t> indices, std::uint64_t records)
{
    for (const std::uint64_t index : indices)
        if (index >= records)
            return Status(ErrorCode::OutOfRange, "index " + std::to_string(index) + " is outside the store, which has " +
                                                     std::to_string(records) + (records == 1 ? " record" : " records"));
    return {};
}

std::uint64_t RecordGatherer::recordsPerBlock(std::uint64_t bytesPerRecord) const noexcept
{
    const bool raw = m_core.codec().isIdentity();
    const std::uint64_t bytes = m_core.files().mayMap() ? (raw ? kRawBlockBytes : kDecodeBlockBytes) : (raw ? kRawCallBytes : kDecodeCallBytes);
    return std::clamp<std::uint64_t>(bytes / std::max<std::uint64_t>(bytesPerRecord, 1), 1, kBlockRecords);
}

Status RecordGatherer::readEntries(std::span<const std::uint64_t> indices, std::span<LocationEntry> entries) const
{
    const MappedReader mapped(m_core, m_header);
    if (!mapped.usable())
        return readEntriesByCalls(indices, entries);
    const MappedOutcome outcome = mapped.entries(indices, entries);
    return outcome == MappedOutcome::Done ? Status() : afterFault(outcome, readEntriesByCalls(indices, entries));
}

Status RecordGatherer::readEntriesByCalls(std::span<const std::uint64_t> indices, std::span<LocationEntry> entries) const
{
    const unsigned perRecord = m_core.perRecord();
    LocationReader reader(m_core.files());
    ZR_RETURN_IF_ERROR(reader.readRecords(indices, perRecord, entries));
    for (std::size_t i = 0; i < entries.size(); ++i)
        ZR_RETURN_IF_ERROR(checkEntry(m_core, m_header, indices[i / perRecord] * perRecord + i % perRecord, entries[i]));
    return {};
}

Status RecordGatherer::fetch(std::span<const std::uint64_t> indices, std::span<FetchItem> items, bool streaming) const
{
    const MappedReader mapped(m_core, m_header);
    MappedOutcome outcome = MappedOutcome::Refused;
    if (mapped.usable())
        outcome = mapped.fetch(items, streaming);
    if (outcome == MappedOutcome::Done)
        return {};
    std::size_t failed = 0;
    if (Status fault = RecordFetcher(m_core.files(), m_core.codec()).fetch(items, failed); !fault.ok())
        return afterFault(outcome, std::move(fault).withRecord(indices[failed]));
    return {};
}

Status RecordGatherer::gatherDense(std::span<const std::uint64_t> indices, std::span<std::byte> destination,
                                   const OperationContext& context) const
{
    ZR_RETURN_IF_ERROR(checkIndices(indices, m_header.length));
    const std::uint64_t width = m_core.recordBytes();
    if (indices.size() > destination.size() / width)
        return tooSmall(indices.size() * width, destination.size());
    const bool streaming = indices.size() * width >= streamingThreshold();
    ProgressReporter progress(context, kReading, indices.size());
    const Status status = runBlocks(context, progress, indices.size(), recordsPerBlock(width), [&](std::uint64_t begin, std::uint64_t end) -> Status {
        const auto part = indices.subspan(begin, end - begin);
        BlockMemory& memory = blockMemory();
        memory.entries.resize(part.size());
        memory.items.resize(part.size());
        ZR_RETURN_IF_ERROR(readEntries(part, memory.entries));
        for (std::size_t i = 0; i < part.size(); ++i)
            memory.items[i] = {.entry = memory.entries[i], .out = destination.data() + (begin + i) * width};
        return fetch(part, memory.items, streaming);
    });
    if (status.ok() && indices.size() > recordsPerBlock(width))
        progress.finish();
    return status;
}

Result<RaggedLayout> RecordGatherer::layout(std::span<const std::uint64_t> indices, const OperationContext& context) const
{
    ZR_RETURN_IF_ERROR(checkIndices(indices, m_header.length / 2));
    std::vector<LocationEntry> entries(indices.size() * 2);
    ProgressReporter progress(context, kReading, indices.size());
    ZR_RETURN_IF_ERROR(runBlocks(context, progress, indices.size(), kBlockRecords, [&](std::uint64_t begin, std::uint64_t end) {
        return readEntries(indices.subspan(begin, end - begin), std::span(entries).subspan(2 * begin, 2 * (end - begin)));
    }));
    RaggedLayout layout;
    layout.offsets.resize(indices.size() + 1);
    layout.shapeOffsets.resize(indices.size() + 1);
    for (std::size_t i = 0; i < indices.size(); ++i) {
        layout.offsets[i + 1] = layout.offsets[i] + entries[2 * i].logicLength;
        layout.shapeOffsets[i + 1] = layout.shapeOffsets[i] + entries[2 * i + 1].logicLength / 8 - 1;
    }
    layout.dimensions.resize(layout.shapeOffsets.back());
    ProgressReporter shapes(context, "reading shapes", indices.size());
    ZR_RETURN_IF_ERROR(runBlocks(context, shapes, indices.size(), kBlockRecords, [&](std::uint64_t begin, std::uint64_t end) {
        return fetchShapes(indices.subspan(begin, end - begin), std::span(entries).subspan(2 * begin, 2 * (end - begin)), layout, begin);
    }));
    return layout;
}

Status RecordGatherer::fetchShapes(std::span<const std::uint64_t> indices, std::span<const LocationEntry> entries,
                                   RaggedLayout& layout, std::size_t firstRecord) const
{
    BlockMemory& memory = blockMemory();
    std::size_t total = 0;
    for (std::size_t i = 0; i < indices.size(); ++i)
        total += entries[2 * i + 1].logicLength;
    memory.shapes.resize(total);
    memory.items.resize(indices.size());
    std::byte* at = memory.shapes.data();
    for (std::size_t i = 0; i < indices.size(); ++i) {
        memory.items[i] = {.entry = entries[2 * i + 1], .out = at};
        at += entries[2 * i + 1].logicLength;
    }
    ZR_RETURN_IF_ERROR(fetch(indices, memory.items, false));
    const std::uint64_t itemSize = m_core.description().dtype.itemSize();
    for (std::size_t i = 0; i < indices.size(); ++i) {
        const std::span<const std::byte> shape(memory.items[i].out, memory.items[i].entry.logicLength);
        if (Status fault = checkShape(shape, itemSize, entries[2 * i].logicLength); !fault.ok())
            return atEntry(m_core, indices[i] * 2 + 1, std::move(fault));
        for (std::uint64_t dimension = 0; dimension + 1 < shape.size() / 8; ++dimension)
            layout.dimensions[layout.shapeOffsets[firstRecord + i] + dimension] =
                loadLittleEndian<std::uint64_t>(shape.data() + 8 + 8 * dimension);
    }
    return {};
}

Status RecordGatherer::gatherRagged(std::span<const std::uint64_t> indices, const RaggedLayout& layout,
                                    std::span<std::byte> destination, const OperationContext& context) const
{
    ZR_RETURN_IF_ERROR(checkIndices(indices, m_header.length / 2));
    if (layout.offsets.size() != indices.size() + 1)
        return Status(ErrorCode::InvalidArgument, "the layout is not that of these indices");
    if (layout.offsets.back() > destination.size())
        return tooSmall(layout.offsets.back(), destination.size());
    if (indices.empty())
        return {};
    const std::uint64_t block = recordsPerBlock(layout.offsets.back() / indices.size());
    const bool streaming = layout.offsets.back() >= streamingThreshold();
    ProgressReporter progress(context, kReading, indices.size());
    const Status status = runBlocks(context, progress, indices.size(), block, [&](std::uint64_t begin, std::uint64_t end) -> Status {
        const auto part = indices.subspan(begin, end - begin);
        BlockMemory& memory = blockMemory();
        memory.entries.resize(2 * part.size());
        memory.items.resize(part.size());
        ZR_RETURN_IF_ERROR(readEntries(part, memory.entries));
        for (std::size_t i = 0; i < part.size(); ++i) {
            const LocationEntry& entry = memory.entries[2 * i];
            const std::uint64_t offset = layout.offsets[begin + i];
            if (layout.offsets[begin + i + 1] - offset != entry.logicLength || offset > destination.size() ||
                entry.logicLength > destination.size() - offset)
                return Status(ErrorCode::InvalidArgument, "the layout is not that of these indices, or the records have changed since")
                    .withRecord(part[i])
                    .withRemedy("Ask for the layout again.");
            memory.items[i] = {.entry = entry, .out = destination.data() + offset};
        }
        return fetch(part, memory.items, streaming);
    });
    if (status.ok() && indices.size() > block)
        progress.finish();
    return status;
}

Result<RecordLocation> RecordGatherer::locate(std::uint64_t index) const
{
    ZR_RETURN_IF_ERROR(checkIndices({&index, 1}, m_header.length / m_core.perRecord()));
    LocationEntry entries[2];
    ZR_RETURN_IF_ERROR(readEntries({&index, 1}, std::span(entries).first(m_core.perRecord())));
    RecordLocation location{entries[0].chunk, entries[0].offset, entries[0].physLength, entries[0].logicLength, 0, 0, 0, 0};
    if (m_core.isRagged()) {
        location.shapeChunk = entries[1].chunk;
        location.shapeOffset = entries[1].offset;
        location.shapeStoredBytes = entries[1].physLength;
        location.shapePlainBytes = entries[1].logicLength;
    }
    return location;
}

Result<std::vector<std::byte>> RecordGatherer::storedBytes(std::uint64_t index) const
{
    ZR_RETURN_IF_ERROR(checkIndices({&index, 1}, m_header.length / m_core.perRecord()));
    LocationEntry entries[2];
    ZR_RETURN_IF_ERROR(readEntries({&index, 1}, std::span(entries).first(m_core.perRecord())));
    RecordFetcher fetcher(m_core.files(), m_core.codec());
    return fetcher.fetchStored(entries[0], index);
}

}  // namespace zrecord
