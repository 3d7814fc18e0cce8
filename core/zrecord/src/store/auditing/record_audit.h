#pragma once

#include <atomic>
#include <cstdint>
#include <span>
#include <vector>

#include "concurrency/progress_reporter.h"
#include "format/location_entry.h"
#include "format/meta_header.h"
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
    RecordAudit(const StoreCore& core, IssueList& issues) : m_core(core), m_header(core.header()), m_issues(issues) {}

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
    void checkBatch(std::uint64_t first, std::span<const LocationEntry> entries);
    void fetchAll(std::span<const FetchItem> items, std::span<const std::uint64_t> physical, std::vector<bool>& good);
    void checkShapes(std::uint64_t first, std::span<const LocationEntry> entries, std::span<std::byte* const> decoded);

    const StoreCore& m_core;
    const MetaHeader m_header;
    IssueList& m_issues;
    EntryOrder m_order;
    std::atomic<std::uint64_t> m_bytes{0};
};

}  // namespace zrecord
