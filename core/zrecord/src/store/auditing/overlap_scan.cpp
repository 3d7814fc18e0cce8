#include "store/auditing/overlap_scan.h"

#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include "concurrency/progress_reporter.h"
#include "store/entry_check.h"
#include "store/location_reader.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kEntriesPerRead = 1 << 16;
constexpr std::uint64_t kParts = 1 << 16;
/// Below this many entries a pass over the table is not worth it.
constexpr std::uint64_t kFewestEntries = 1 << 10;

/// One stored record.
struct Stored {
    std::uint64_t place = 0;  ///< chunk · 2^32 + offset
    std::uint64_t index = 0;  ///< physical
    std::uint32_t bytes = 0;

    [[nodiscard]] std::uint64_t end() const noexcept { return place + bytes; }
};

/// Places [begin, end) of all chunks laid one after the other.
struct PlaceRange {
    std::uint64_t begin = 0;
    std::uint64_t end = 0;
};

class OverlapScan {
public:
    OverlapScan(const StoreCore& core, const MetaHeader& header, std::uint64_t memoryBytes, const OperationContext& context, IssueList& issues)
        : m_core(core), m_header(header), m_context(context), m_issues(issues), m_reader(core.files()),
          m_most(std::max(kFewestEntries, memoryBytes / sizeof(Stored)))
    {
    }

    Status run()
    {
        const PlaceRange all{0, (std::uint64_t{m_header.tailChunk} + 1) << 32};
        if (m_header.length <= m_most)
            return searchRange(all);
        return divide(all);
    }

private:
    template <typename Use>
    Status forEachIn(const PlaceRange& range, const Use& use);
    Status divide(const PlaceRange& range);
    Status searchRange(const PlaceRange& range);
    Status searchOnePlace(std::uint64_t place);
    Status judge(const Stored& stored);
    Status reportSame(const Stored& stored, const Stored& other);
    Result<bool> siblingsAgree(std::uint64_t a, std::uint64_t b);
    void report(const char* kind, std::uint64_t physical, std::uint64_t other, std::string what);

    const StoreCore& m_core;
    const MetaHeader& m_header;
    const OperationContext& m_context;
    IssueList& m_issues;
    LocationReader m_reader;
    const std::uint64_t m_most;
    std::vector<Stored> m_found;
    Stored m_furthest;  ///< of all places before the range: the record that ends last
};

/// Reads the whole table and hands over the entries that can be followed and begin in the range.
template <typename Use>
Status OverlapScan::forEachIn(const PlaceRange& range, const Use& use)
{
    ProgressReporter progress(m_context, "looking for shared bytes", m_header.length);
    std::vector<LocationEntry> entries;
    for (std::uint64_t begin = 0; begin < m_header.length; begin += entries.size()) {
        entries.resize(std::min(kEntriesPerRead, m_header.length - begin));
        ZR_RETURN_IF_ERROR(m_reader.read(begin, entries));
        for (std::size_t i = 0; i < entries.size(); ++i) {
            const LocationEntry& entry = entries[i];
            if (entry.place() >= range.begin && entry.place() < range.end && checkEntry(m_core, m_header, begin + i, entry).ok())
                use(Stored{entry.place(), begin + i, entry.physLength});
        }
        ZR_RETURN_IF_ERROR(progress.advance(entries.size()));
    }
    progress.finish();
    return {};
}

/// Counts how many entries begin in each part of the range, and searches runs of parts that fit into memory.
Status OverlapScan::divide(const PlaceRange& range)
{
    const std::uint64_t step = std::max<std::uint64_t>(1, (range.end - range.begin + kParts - 1) / kParts);
    std::vector<std::uint64_t> counts(kParts);
    ZR_RETURN_IF_ERROR(forEachIn(range, [&](const Stored& stored) { ++counts[(stored.place - range.begin) / step]; }));
    for (std::uint64_t part = 0; part < kParts;) {
        std::uint64_t together = counts[part];
        std::uint64_t stop = part + 1;
        while (stop < kParts && together + counts[stop] <= m_most)
            together += counts[stop++];
        const PlaceRange piece{range.begin + part * step, std::min(range.end, range.begin + stop * step)};
        part = stop;
        if (together == 0)
            continue;
        if (together <= m_most)
            ZR_RETURN_IF_ERROR(searchRange(piece));
        else
            ZR_RETURN_IF_ERROR(step > 1 ? divide(piece) : searchOnePlace(piece.begin));
    }
    return {};
}

Status OverlapScan::searchRange(const PlaceRange& range)
{
    m_found.clear();
    ZR_RETURN_IF_ERROR(forEachIn(range, [&](const Stored& stored) { m_found.push_back(stored); }));
    // Of those in the same bytes the highest first: the others are measured against it.
    std::ranges::sort(m_found, [](const Stored& a, const Stored& b) {
        return a.place != b.place ? a.place < b.place : a.bytes != b.bytes ? a.bytes > b.bytes : a.index > b.index;
    });
    for (const Stored& stored : m_found)
        ZR_RETURN_IF_ERROR(judge(stored));
    return {};
}

/// More entries point at one place than fit into memory: the largest comes first, the others in the order of the table.
Status OverlapScan::searchOnePlace(std::uint64_t place)
{
    const PlaceRange range{place, place + 1};
    Stored first;
    ZR_RETURN_IF_ERROR(forEachIn(range, [&](const Stored& stored) {
        if (stored.bytes > first.bytes || (stored.bytes == first.bytes && stored.index > first.index))
            first = stored;
    }));
    ZR_RETURN_IF_ERROR(judge(first));
    Status failed;
    ZR_RETURN_IF_ERROR(forEachIn(range, [&](const Stored& stored) {
        if (failed.ok() && stored.index != first.index)
            failed = judge(stored);
    }));
    return failed;
}

Status OverlapScan::judge(const Stored& stored)
{
    if (stored.place < m_furthest.end()) {
        if (stored.place == m_furthest.place && stored.bytes == m_furthest.bytes)
            return reportSame(stored, m_furthest);
        report("overlap", stored.index, m_furthest.index, "the record shares bytes with record ");
    }
    if (stored.end() > m_furthest.end())
        m_furthest = stored;
    return {};
}

Status OverlapScan::reportSame(const Stored& stored, const Stored& other)
{
    if (!m_core.isRagged()) {
        report("duplicate", stored.index, other.index, "the record is stored in the same bytes as record ");
        return {};
    }
    const bool isShape = (stored.index & 1) != 0;
    if (isShape != ((other.index & 1) != 0)) {
        report("overlap", stored.index, other.index, "the record shares bytes with record ");
        return {};
    }
    ZR_ASSIGN_OR_RETURN(const bool whole, siblingsAgree(stored.index, other.index));
    if (!whole)
        report("mispaired", stored.index, other.index, isShape ? "the shape of the record, but not its bytes, is that of record "
                                                               : "the bytes of the record, but not their shape, are those of record ");
    else if (!isShape)
        report("duplicate", stored.index, other.index, "the record is stored in the same bytes as record ");
    return {};
}

/// Whether the other stored parts of two ragged records lie in the same bytes as well.
Result<bool> OverlapScan::siblingsAgree(std::uint64_t a, std::uint64_t b)
{
    std::array<LocationEntry, 2> entries;
    ZR_RETURN_IF_ERROR(m_reader.read(a ^ 1, std::span(entries).first(1)));
    ZR_RETURN_IF_ERROR(m_reader.read(b ^ 1, std::span(entries).last(1)));
    return entries[0] == entries[1];
}

void OverlapScan::report(const char* kind, std::uint64_t physical, std::uint64_t other, std::string what)
{
    const std::uint64_t record = other / m_core.perRecord();
    what += std::to_string(record);
    m_issues.add(kind, IssueSeverity::Error, atEntry(m_core, physical, Status(ErrorCode::CorruptRecord, std::move(what))), record);
}

}  // namespace

Status findSharedBytes(const StoreCore& core, const MetaHeader& header, std::uint64_t memoryBytes, const OperationContext& context,
                       IssueList& issues)
{
    return OverlapScan(core, header, memoryBytes, context, issues).run();
}

}  // namespace zrecord
