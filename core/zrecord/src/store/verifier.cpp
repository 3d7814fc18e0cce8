#include "store/verifier.h"

#include <algorithm>
#include <atomic>
#include <string>
#include <utility>
#include <vector>

#include "concurrency/progress_reporter.h"
#include "store/block_runner.h"
#include "store/entry_check.h"
#include "store/issue_list.h"
#include "store/location_reader.h"
#include "store/placement_list.h"
#include "store/record_fetcher.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kEntriesPerBlock = 1 << 16;
constexpr std::uint64_t kRecordsPerBlock = 256;
constexpr std::uint64_t kDecodedAtOnce = 1 << 20;

class Verification {
public:
    Verification(const StoreCore& core, const VerifyOptions& options, const OperationContext& context)
        : m_core(core), m_context(context), m_header(core.header()), m_issues(options.maxIssues)
    {
    }

    Status checkEntries();
    Status checkOverlap();
    Status checkRecords();

    VerifyReport report()
    {
        VerifyReport report;
        report.recordsChecked = m_header.length / m_core.perRecord();
        report.bytesChecked = m_bytes.load();
        m_issues.moveTo(report);
        return report;
    }

private:
    struct BlockRange {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        bool ordered = true;
    };

    [[nodiscard]] bool isValid(std::uint64_t physical, const LocationEntry& entry) const
    {
        return checkEntry(m_core, m_header, physical, entry).ok();
    }
    Status checkEntryBlock(std::uint64_t begin, std::uint64_t end, BlockRange& range);
    Status checkRecordBlock(std::uint64_t begin, std::uint64_t end);
    Status checkBatch(std::uint64_t first, std::span<const LocationEntry> entries);
    void fetchAll(std::span<const FetchItem> items, std::span<const std::uint64_t> physical, std::vector<bool>& good);
    void checkShapes(std::uint64_t first, std::span<const LocationEntry> entries, std::span<std::byte* const> decoded);

    const StoreCore& m_core;
    const OperationContext& m_context;
    const MetaHeader m_header;
    IssueList m_issues;
    std::atomic<std::uint64_t> m_bytes{0};
    bool m_ordered = true;  ///< entries lie in the order of their numbers and share no bytes
};

Status Verification::checkEntries()
{
    std::vector<BlockRange> ranges((m_header.length + kEntriesPerBlock - 1) / kEntriesPerBlock);
    ProgressReporter progress(m_context, "verifying entries", m_header.length);
    const auto body = [&](std::uint64_t begin, std::uint64_t end) { return checkEntryBlock(begin, end, ranges[begin / kEntriesPerBlock]); };
    ZR_RETURN_IF_ERROR(runBlocks(m_context, progress, m_header.length, kEntriesPerBlock, body));
    progress.finish();
    std::uint64_t reach = 0;
    for (const BlockRange& range : ranges) {
        m_ordered = m_ordered && range.ordered && (range.end == 0 || range.begin >= reach);
        reach = std::max(reach, range.end);
    }
    return {};
}

Status Verification::checkEntryBlock(std::uint64_t begin, std::uint64_t end, BlockRange& range)
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

Status Verification::checkOverlap()
{
    // Stores that were only appended to need no list of all records.
    if (m_ordered)
        return {};
    const auto valid = [&](std::uint64_t physical, const LocationEntry& entry) -> Result<bool> { return isValid(physical, entry); };
    ZR_ASSIGN_OR_RETURN(const std::vector<Placement> placements, loadPlacements(m_core, m_header, m_context, valid));
    forEachOverlap(placements, [&](const Placement& earlier, const Placement& later) {
        const std::string other = std::to_string(earlier.index / m_core.perRecord());
        const bool same = earlier.place == later.place && earlier.bytes == later.bytes;
        m_issues.add(same ? "duplicate" : "overlap", IssueSeverity::Error,
                     atEntry(m_core, later.index, Status(ErrorCode::CorruptRecord, same ? "the record is stored in the same bytes as record " + other
                                                                                         : "the record shares bytes with record " + other)));
        return true;
    });
    return {};
}

Status Verification::checkRecords()
{
    const std::uint64_t records = m_header.length / m_core.perRecord();
    ProgressReporter progress(m_context, "verifying records", records);
    const auto body = [&](std::uint64_t begin, std::uint64_t end) { return checkRecordBlock(begin, end); };
    const std::uint64_t width = std::max<std::uint64_t>(m_core.recordBytes(), 1);
    const std::uint64_t block = m_core.isRagged() ? kRecordsPerBlock : std::clamp<std::uint64_t>(kDecodedAtOnce / width, 1, 1 << 16);
    ZR_RETURN_IF_ERROR(runBlocks(m_context, progress, records, block, body));
    progress.finish();
    return {};
}

Status Verification::checkRecordBlock(std::uint64_t begin, std::uint64_t end)
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
        ZR_RETURN_IF_ERROR(checkStop(m_context));
        ZR_RETURN_IF_ERROR(checkBatch(begin * perRecord + at, std::span(entries).subspan(at, stop - at)));
        at = stop;
    }
    return {};
}

Status Verification::checkBatch(std::uint64_t first, std::span<const LocationEntry> entries)
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
    if (!m_core.isRagged())
        return {};
    std::vector<std::byte*> decoded(entries.size(), nullptr);
    for (std::size_t k = 0; k < items.size(); ++k)
        if (good[k])
            decoded[followed[k]] = items[k].out;
    checkShapes(first, entries, decoded);
    return {};
}

void Verification::fetchAll(std::span<const FetchItem> items, std::span<const std::uint64_t> physical, std::vector<bool>& good)
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

void Verification::checkShapes(std::uint64_t first, std::span<const LocationEntry> entries, std::span<std::byte* const> decoded)
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

}  // namespace

Result<VerifyReport> verifyStore(const StoreCore& core, const VerifyOptions& options, const OperationContext& context)
{
    Verification verification(core, options, context);
    ZR_RETURN_IF_ERROR(verification.checkEntries());
    ZR_RETURN_IF_ERROR(verification.checkOverlap());
    if (options.decode)
        ZR_RETURN_IF_ERROR(verification.checkRecords());
    return verification.report();
}

}  // namespace zrecord
