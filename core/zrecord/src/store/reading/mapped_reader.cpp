#include "store/reading/mapped_reader.h"

#include <algorithm>

#include "codec/record_codec.h"
#include "platform/fault_guard.h"
#include "store/entry_check.h"
#include "platform/record_copy.h"

namespace zrecord {
namespace {

constexpr std::size_t kEntriesAhead = 16;       // table rows asked for before they are needed
constexpr std::size_t kLine = 64;
constexpr std::size_t kPrefetchedBytes = 1024;  // of one record; the processor itself follows a longer one
constexpr std::size_t kBytesAhead = 4096;       // of small records that are asked for before they are copied

void prefetch(const std::byte* at) noexcept
{
#if defined(__GNUC__)
    __builtin_prefetch(at);
#else
    static_cast<void>(at);
#endif
}

// The structs below hold plain data only, and the functions over them own nothing: they run under a fault guard and may be
// left at any access to a map.

struct TableScan {
    const MappedFiles& segments;
    std::span<const std::uint64_t> indices;
    std::span<LocationEntry> out;
    std::uint64_t perSegment;
    std::uint64_t width;
    std::uint32_t tailChunk;
    std::uint32_t tailOffset;
    unsigned perRecord;

    enum class Stop : std::uint8_t { Finished, NeedsSegment, Unsound };
    std::size_t position = 0;  ///< records that were read
    Stop stop = Stop::Finished;
    std::uint64_t segment = 0;  ///< that is needed
    std::uint64_t bytes = 0;    ///< how much of it

    // The segment that was looked at last.
    const std::byte* data = nullptr;
    std::uint64_t first = 0;
    std::uint64_t entries = 0;
};

void prefetchEntry(const TableScan& scan, std::size_t position) noexcept
{
    if (position >= scan.indices.size())
        return;
    const std::uint64_t within = scan.indices[position] * scan.perRecord - scan.first;
    if (within < scan.entries)
        prefetch(scan.data + within * kLocationEntryBytes);
}

bool enterSegment(TableScan& scan, std::uint64_t physical) noexcept
{
    const std::uint64_t number = physical / scan.perSegment;
    const std::uint64_t first = number * scan.perSegment;
    const std::uint64_t needed = (physical - first + scan.perRecord) * kLocationEntryBytes;
    const MappedFile* const file = scan.segments.find(number);
    const std::uint64_t usable = file ? file->usable() : 0;
    if (usable < needed) {
        scan.stop = TableScan::Stop::NeedsSegment;
        scan.segment = number;
        scan.bytes = needed;
        return false;
    }
    scan.data = file->data();
    scan.first = first;
    scan.entries = std::min(usable / kLocationEntryBytes, scan.perSegment);
    // The rows of a small batch would otherwise be waited for one after another.
    for (std::size_t ahead = 1; ahead < kEntriesAhead; ++ahead)
        prefetchEntry(scan, scan.position + ahead);
    return true;
}

bool isSound(const TableScan& scan, const LocationEntry& entry, bool shape) noexcept
{
    return locationEntryFault(entry, scan.tailChunk, scan.tailOffset, scan.width) == nullptr &&
           (!shape || mayBeShapeSize(entry.logicLength));
}

void scanTable(TableScan& scan) noexcept
{
    for (; scan.position < scan.indices.size(); ++scan.position) {
        const std::uint64_t physical = scan.indices[scan.position] * scan.perRecord;
        // A record's entries never straddle two segments. A segment further down gives a huge difference here.
        if (physical - scan.first + (scan.perRecord - 1) >= scan.entries && !enterSegment(scan, physical))
            return;
        prefetchEntry(scan, scan.position + kEntriesAhead);
        const std::byte* const at = scan.data + (physical - scan.first) * kLocationEntryBytes;
        for (unsigned part = 0; part < scan.perRecord; ++part) {
            const LocationEntry entry = loadLocationEntry(at + part * kLocationEntryBytes);
            if (!isSound(scan, entry, part != 0)) {
                scan.stop = TableScan::Stop::Unsound;
                return;
            }
            scan.out[scan.position * scan.perRecord + part] = entry;
        }
    }
    scan.stop = TableScan::Stop::Finished;
}

struct Transfer {
    std::span<const FetchItem> items;
    bool streaming;
    RecordDecoder* decoder = nullptr;
    bool sound = true;
};

void prefetchRecord(const FetchItem& item, std::uint32_t storedBytes) noexcept
{
    const std::size_t bytes = std::min<std::size_t>(storedBytes, kPrefetchedBytes);
    for (std::size_t at = 0; at < bytes; at += kLine)
        prefetch(item.from + at);
}

std::size_t recordsAhead(std::span<const FetchItem> items) noexcept
{
    const std::size_t bytes = items.empty() ? 1 : std::max<std::size_t>(items.front().entry.logicLength, 1);
    return std::clamp<std::size_t>(kBytesAhead / bytes, 1, kEntriesAhead);
}

void copyItems(Transfer& transfer) noexcept
{
    const std::span<const FetchItem> items = transfer.items;
    const std::size_t ahead = recordsAhead(items);
    for (std::size_t i = 0; i < std::min(ahead, items.size()); ++i)
        prefetchRecord(items[i], items[i].entry.logicLength);
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (i + ahead < items.size())
            prefetchRecord(items[i + ahead], items[i + ahead].entry.logicLength);
        if (transfer.streaming)
            copyStreaming(items[i].out, items[i].from, items[i].entry.logicLength);
        else
            copyCached(items[i].out, items[i].from, items[i].entry.logicLength);
    }
    if (transfer.streaming)
        finishStreaming();
}

void decodeItems(Transfer& transfer) noexcept
{
    const std::span<const FetchItem> items = transfer.items;
    for (std::size_t i = 0; i < items.size() && transfer.sound; ++i) {
        if (i + 1 < items.size())
            prefetchRecord(items[i + 1], items[i + 1].entry.physLength);
        transfer.sound = transfer.decoder->decode({items[i].from, items[i].entry.physLength}, {items[i].out, items[i].entry.logicLength});
    }
}

}  // namespace

bool MappedReader::usable() const noexcept
{
    return m_core.files().mayMap() && threadTakesFaults();
}

MappedOutcome MappedReader::entries(std::span<const std::uint64_t> indices, std::span<LocationEntry> out) const
{
    StoreFiles& files = m_core.files();
    TableScan scan{.segments = files.mappedSegments(),
                   .indices = indices,
                   .out = out,
                   .perSegment = files.limits().entriesPerSegment,
                   .width = m_core.recordBytes(),
                   .tailChunk = m_header.tailChunk,
                   .tailOffset = m_header.tailOffset,
                   .perRecord = m_core.perRecord()};
    for (;;) {
        if (!runGuarded(scanTable, scan))
            return MappedOutcome::Faulted;
        if (scan.stop == TableScan::Stop::Finished)
            return MappedOutcome::Done;
        if (scan.stop == TableScan::Stop::Unsound || !files.mapSegment(scan.segment, scan.bytes))
            return MappedOutcome::Refused;
    }
}

bool MappedReader::locate(std::span<FetchItem> items) const
{
    StoreFiles& files = m_core.files();
    const RecordCodec& codec = m_core.codec();
    std::uint64_t number = 0;
    std::uint64_t usable = 0;
    const std::byte* data = nullptr;
    for (FetchItem& item : items) {
        const std::uint64_t end = std::uint64_t{item.entry.offset} + storedBytesOf(item.entry, codec);
        while (item.entry.chunk != number || end > usable) {
            const MappedFile* const file = files.mappedChunks().find(item.entry.chunk);
            const std::uint64_t there = file ? file->usable() : 0;
            if (there >= end) {
                number = item.entry.chunk;
                usable = there;
                data = file->data();
            } else if (!files.mapChunk(item.entry.chunk, end)) {
                return false;
            }
        }
        item.from = data + item.entry.offset;
        prefetch(item.from);
    }
    return true;
}

MappedOutcome MappedReader::fetch(std::span<FetchItem> items, bool streaming) const
{
    if (!locate(items))
        return MappedOutcome::Refused;
    Transfer transfer{.items = items, .streaming = streaming};
    if (m_core.codec().isIdentity())
        return runGuarded(copyItems, transfer) ? MappedOutcome::Done : MappedOutcome::Faulted;
    RecordDecoder decoder(m_core.codec());
    transfer.decoder = &decoder;
    if (!runGuarded(decodeItems, transfer)) {
        decoder.discard();
        return MappedOutcome::Faulted;
    }
    return transfer.sound ? MappedOutcome::Done : MappedOutcome::Refused;
}

}  // namespace zrecord
