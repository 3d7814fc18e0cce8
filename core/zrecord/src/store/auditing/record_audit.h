#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "concurrency/progress_reporter.h"
#include "format/location_entry.h"
#include "format/meta_header.h"
#include "store/auditing/record_sums.h"
#include "store/issue_list.h"
#include "store/record_fetcher.h"
#include "store/store_core.h"

namespace zrecord {

/// How the entries that were looked at so far lie: while they are in order and share no bytes, nobody has to sort them.
struct EntryOrder {
    std::uint64_t reach = 0;  ///< where the furthest of them ends
    bool ordered = true;
    friend bool operator==(const EntryOrder&, const EntryOrder&) = default;
};

/// The parts of verify, over ranges, so that a caller may stop between two of them and go on later. Findings go to the list;
/// a failure means that the checking itself could not go on. One caller; the work runs on the context's pool. The caller holds
/// the gate shared.
class RecordAudit {
public:
    /// With `sums`, which outlives it, checkRecords() compares stored bytes with what was noted of them, and notes what is wanted.
    RecordAudit(const StoreCore& core, IssueList& issues, RecordSums* sums = nullptr)
        : m_core(core), m_header(core.header()), m_issues(issues), m_sums(sums)
    {
    }

    [[nodiscard]] std::uint64_t entries() const noexcept { return m_header.length; }
    [[nodiscard]] std::uint64_t records() const noexcept { return m_header.length / m_core.perRecord(); }

    /// Physical entries, one range after the other: bounds and sizes.
    Status checkEntries(std::uint64_t begin, std::uint64_t end, const OperationContext& context, ProgressReporter& progress);
    [[nodiscard]] const EntryOrder& order() const noexcept { return m_order; }
    void setOrder(const EntryOrder& order) noexcept { m_order = order; }

    /// Records that share bytes, at most `memoryBytes` of entries at a time.
    Status checkOverlap(std::uint64_t memoryBytes, const OperationContext& context);

    /// Logical records: reads and decodes them, and compares shapes with sizes.
    Status checkRecords(std::uint64_t begin, std::uint64_t end, const OperationContext& context, ProgressReporter& progress);
    /// Records that are worth one call of checkRecords().
    [[nodiscard]] std::uint64_t recordsAtOnce() const noexcept;
    /// Stored bytes that were read.
    [[nodiscard]] std::uint64_t bytesRead() const noexcept { return m_bytes.load(); }
    /// Logical records whose bytes were compared with a checksum, and those for which one was noted.
    [[nodiscard]] std::uint64_t sumsCompared() const noexcept { return m_compared.load(); }
    [[nodiscard]] std::uint64_t sumsNoted() const noexcept { return m_noted.load(); }

private:
    struct BlockRange {
        std::uint64_t begin = 0;
        std::uint64_t end = 0;
        bool ordered = true;
    };

    [[nodiscard]] bool isValid(std::uint64_t physical, const LocationEntry& entry) const;
    [[nodiscard]] std::uint64_t recordsPerBlock() const noexcept;
    Status checkEntryBlock(std::uint64_t begin, std::uint64_t end, BlockRange& range);
    Status checkRecordBlock(std::uint64_t begin, std::uint64_t end, const OperationContext& context);
    Status checkBatch(std::uint64_t first, std::span<const LocationEntry> entries);
    /// `decoded[i]` is null where record i could not be followed, read or decoded.
    Status checkSums(std::uint64_t first, std::span<const LocationEntry> entries, std::span<std::byte* const> decoded);
    void fetchAll(std::span<const FetchItem> items, std::span<const std::uint64_t> physical, std::vector<bool>& good);
    void checkShapes(std::uint64_t first, std::span<const LocationEntry> entries, std::span<std::byte* const> decoded);

    const StoreCore& m_core;
    const MetaHeader m_header;
    IssueList& m_issues;
    EntryOrder m_order;
    RecordSums* const m_sums;
    std::atomic<std::uint64_t> m_bytes{0};
    std::atomic<std::uint64_t> m_compared{0};
    std::atomic<std::uint64_t> m_noted{0};
};

}  // namespace zrecord
