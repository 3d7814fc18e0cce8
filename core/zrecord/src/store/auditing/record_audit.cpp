#include "store/auditing/record_audit.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "base/checksum.h"
#include "store/auditing/overlap_scan.h"
#include "store/block_runner.h"
#include "store/entry_check.h"
#include "store/location_reader.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kEntriesPerBlock = 1 << 16;
constexpr std::uint64_t kRaggedPerBlock = 256;
constexpr std::uint64_t kDecodedAtOnce = 1 << 20;
constexpr std::uint64_t kBlocksAtOnce = 64;
constexpr std::uint64_t kReadAhead = 256 << 10;

/// The stored bytes of records one after the other; those that follow each other in a chunk are read together.
class StoredBytes {
public:
    StoredBytes(StoreFiles& files, const RecordCodec& codec) : m_cursor(files), m_codec(codec) {}

    Result<std::span<const std::byte>> of(const LocationEntry& entry)
    {
        const std::uint64_t bytes = storedBytesOf(entry, m_codec);
        const std::uint64_t begin = entry.place();
        if (begin < m_begin || begin + bytes > m_begin + m_bytes.size()) {
            ZR_ASSIGN_OR_RETURN(const SharedFile* const file, m_cursor.file(entry.chunk));
            m_bytes.resize(begin == m_expected ? std::max(bytes, kReadAhead) : bytes);
            ZR_ASSIGN_OR_RETURN(const std::size_t got, file->readAt(entry.offset, m_bytes));
            m_begin = begin;
            m_bytes.resize(got);
            if (got < bytes)
                return Status(ErrorCode::CorruptRecord, "the record reaches past the end of the chunk file");
        }
        m_expected = begin + bytes;
        return std::span<const std::byte>(m_bytes).subspan(begin - m_begin, bytes);
    }

private:
    ChunkCursor m_cursor;
    const RecordCodec& m_codec;
    std::uint64_t m_begin = 0;  ///< place of the bytes below
    std::vector<std::byte> m_bytes;
    std::uint64_t m_expected = 0;
};

}  // namespace

bool RecordAudit::isValid(std::uint64_t physical, const LocationEntry& entry) const
{
    return checkEntry(m_core, m_header, physical, entry).ok();
}

Status RecordAudit::checkEntries(std::uint64_t begin, std::uint64_t end, const OperationContext& context, ProgressReporter& progress)
{
    const std::uint64_t count = end - begin;
    std::vector<BlockRange> ranges((count + kEntriesPerBlock - 1) / kEntriesPerBlock);
    const auto body = [&](std::uint64_t from, std::uint64_t to) { return checkEntryBlock(begin + from, begin + to, ranges[from / kEntriesPerBlock]); };
    ZR_RETURN_IF_ERROR(runBlocks(context, progress, count, kEntriesPerBlock, body));
    for (const BlockRange& range : ranges) {
        m_order.ordered = m_order.ordered && range.ordered && (range.end == 0 || range.begin >= m_order.reach);
        m_order.reach = std::max(m_order.reach, range.end);
    }
    return {};
}

Status RecordAudit::checkEntryBlock(std::uint64_t begin, std::uint64_t end, BlockRange& range)
{
    std::vector<LocationEntry> entries(end - begin);
    ZR_RETURN_IF_ERROR(LocationReader(m_core.files()).read(begin, entries));
    const bool raw = m_core.codec().isIdentity();
    for (std::uint64_t i = begin; i < end; ++i) {
        const LocationEntry& entry = entries[i - begin];
        if (const Status fault = checkEntry(m_core, m_header, i, entry); !fault.ok()) {
            m_issues.add("bad_entry", IssueSeverity::Error, fault);
            continue;
        }
        if (raw && entry.physLength != entry.logicLength)
            m_issues.add("size_mismatch", IssueSeverity::Warning,
                         atEntry(m_core, i, Status(ErrorCode::CorruptRecord, "the entry says that " + std::to_string(entry.physLength) +
                                                                                 " bytes are stored for a record of " +
                                                                                 std::to_string(entry.logicLength) + " bytes")));
        const std::uint64_t place = entry.place();
        if (range.end == 0)
            range.begin = place;
        range.ordered = range.ordered && place >= range.end;
        range.end = std::max(range.end, place + entry.physLength);
    }
    return {};
}

Status RecordAudit::checkOverlap(std::uint64_t memoryBytes, const OperationContext& context)
{
    // Stores that were only appended to need no list of all records.
    if (m_order.ordered)
        return {};
    return findSharedBytes(m_core, m_header, memoryBytes, context, m_issues);
}

std::uint64_t RecordAudit::recordsPerBlock() const noexcept
{
    if (m_core.isRagged())
        return kRaggedPerBlock;
    return std::clamp<std::uint64_t>(kDecodedAtOnce / std::max<std::uint64_t>(m_core.recordBytes(), 1), 1, 1 << 16);
}

std::uint64_t RecordAudit::recordsAtOnce() const noexcept
{
    return recordsPerBlock() * kBlocksAtOnce;
}

Status RecordAudit::checkRecords(std::uint64_t begin, std::uint64_t end, const OperationContext& context, ProgressReporter& progress)
{
    const auto body = [&](std::uint64_t from, std::uint64_t to) { return checkRecordBlock(begin + from, begin + to, context); };
    return runBlocks(context, progress, end - begin, recordsPerBlock(), body);
}

Status RecordAudit::checkRecordBlock(std::uint64_t begin, std::uint64_t end, const OperationContext& context)
{
    const unsigned perRecord = m_core.perRecord();
    std::vector<LocationEntry> entries((end - begin) * perRecord);
    ZR_RETURN_IF_ERROR(LocationReader(m_core.files()).read(begin * perRecord, entries));
    for (std::size_t at = 0; at < entries.size();) {
        // Whole logical records until enough bytes are together.
        std::uint64_t bytes = 0;
        std::size_t stop = at;
        while (stop < entries.size() && (stop == at || bytes < kDecodedAtOnce)) {
            for (unsigned i = 0; i < perRecord; ++i)
                bytes += entries[stop + i].logicLength;
            stop += perRecord;
        }
        ZR_RETURN_IF_ERROR(checkStop(context));
        ZR_RETURN_IF_ERROR(checkBatch(begin * perRecord + at, std::span(entries).subspan(at, stop - at)));
        at = stop;
    }
    return {};
}

Status RecordAudit::checkBatch(std::uint64_t first, std::span<const LocationEntry> entries)
{
    std::vector<std::size_t> followed;
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        if (!isValid(first + i, entries[i]))
            continue;
        followed.push_back(i);
        bytes += entries[i].logicLength;
    }
    const auto memory = std::make_unique_for_overwrite<std::byte[]>(bytes);
    std::vector<FetchItem> items;
    std::vector<std::uint64_t> physical;
    std::byte* out = memory.get();
    for (const std::size_t i : followed) {
        items.push_back({entries[i], out});
        physical.push_back(first + i);
        out += entries[i].logicLength;
    }
    std::vector<bool> good(items.size(), true);
    fetchAll(items, physical, good);
    if (!m_core.isRagged() && m_sums == nullptr)
        return {};
    std::vector<std::byte*> decoded(entries.size(), nullptr);
    for (std::size_t k = 0; k < items.size(); ++k)
        if (good[k])
            decoded[followed[k]] = items[k].out;
    if (m_core.isRagged())
        checkShapes(first, entries, decoded);
    return m_sums == nullptr ? Status() : checkSums(first, entries, decoded);
}

Status RecordAudit::checkSums(std::uint64_t first, std::span<const LocationEntry> entries, std::span<std::byte* const> decoded)
{
    ZR_ASSIGN_OR_RETURN(auto sums, m_sums->known(first, entries));
    StoredBytes reader(m_core.files(), m_core.codec());
    for (std::size_t i = 0; i < entries.size(); ++i) {
        // What cannot be read is a finding already.
        if (decoded[i] == nullptr || (!sums[i] && !m_sums->notes()))
            continue;
        ZR_ASSIGN_OR_RETURN(const std::span<const std::byte> stored, reader.of(entries[i]));
        const std::uint64_t sum = checksumOf(stored);
        const std::uint64_t counted = (first + i) % m_core.perRecord() == 0 ? 1 : 0;
        if (!sums[i]) {
            sums[i] = sum;
            m_noted += counted;
        } else {
            m_compared += counted;
            if (*sums[i] != sum)
                m_issues.add("checksum_mismatch", IssueSeverity::Error,
                             atEntry(m_core, first + i, Status(ErrorCode::CorruptRecord, "the stored bytes are not those that their checksum was noted of: they are damaged, "
                                                                                        "or another program has compacted the store since")));
        }
    }
    return m_sums->notes() ? m_sums->note(first, entries, sums) : Status();
}

void RecordAudit::fetchAll(std::span<const FetchItem> items, std::span<const std::uint64_t> physical, std::vector<bool>& good)
{
    RecordFetcher fetcher(m_core.files(), m_core.codec());
    std::uint64_t bytes = 0;
    for (const FetchItem& item : items)
        bytes += item.entry.physLength;
    m_bytes.fetch_add(bytes, std::memory_order_relaxed);
    for (std::size_t begin = 0; begin < items.size();) {
        std::size_t failed = 0;
        Status fault = fetcher.fetch(items.subspan(begin), failed);
        if (fault.ok())
            return;
        const std::size_t at = begin + failed;
        const char* kind = fault.code() == ErrorCode::CorruptRecord ? "decode_failed" : "read_failed";
        m_issues.add(kind, IssueSeverity::Error, std::move(fault).withRecord(physical[at] / m_core.perRecord()));
        good[at] = false;
        begin = at + 1;
    }
}

void RecordAudit::checkShapes(std::uint64_t first, std::span<const LocationEntry> entries, std::span<std::byte* const> decoded)
{
    const std::uint64_t itemSize = m_core.description().dtype.itemSize();
    for (std::size_t i = 0; i + 1 < entries.size(); i += 2) {
        if (decoded[i + 1] == nullptr)
            continue;
        Status fault = checkShape({decoded[i + 1], entries[i + 1].logicLength}, itemSize, entries[i].logicLength);
        if (!fault.ok())
            m_issues.add("bad_shape", IssueSeverity::Error, atEntry(m_core, first + i + 1, std::move(fault)));
    }
}

}  // namespace zrecord
