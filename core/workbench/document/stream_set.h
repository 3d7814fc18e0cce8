#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <shared_mutex>
#include <string>
#include <vector>

#include <zrecord/aligned_set.h>
#include <zrecord/laboratory/slot_map.h>
#include <zrecord/record_facts.h>
#include <zrecord/store.h>

#include "workbench/document/index_remap.h"
#include "workbench/fetch/record_source.h"

namespace zrecord {
class FactsTable;
struct FilterSchema;
struct FindTarget;
}

namespace zrecord::workbench {

/// What applying the marks did.
struct AppliedChanges {
    IndexRemap remap;
    std::uint64_t generation = 0;  ///< after it
    std::uint64_t removed = 0;
    std::uint64_t moved = 0;
    std::uint64_t deadBytes = 0;   ///< stored bytes that compaction can give back, all streams
    std::vector<StoreSummary> summaries;  ///< after it, in stream order
    std::vector<UndoableRemoval> undoable;  ///< after it, newest first
};

/// What taking a delete back did.
struct RestoredRecords {
    IndexRemap remap;
    std::uint64_t generation = 0;  ///< after it
    std::uint64_t restored = 0;
    std::uint64_t moved = 0;
    std::vector<StoreSummary> summaries;  ///< after it, in stream order
    std::vector<UndoableRemoval> undoable;  ///< after it, newest first
};

struct StreamCompaction {
    std::string stream;
    CompactionResult result;
};

struct CompactedStreams {
    std::vector<StreamCompaction> streams;
    std::uint64_t freedBytes = 0;
    std::vector<StoreSummary> summaries;  ///< after it, in stream order
};

struct AppendedRecords {
    std::uint64_t records = 0;
    std::uint64_t bytes = 0;              ///< in memory
    std::vector<StoreSummary> summaries;  ///< after it, in stream order
};

struct StreamVerification {
    std::string stream;
    VerifyReport report;
};

/// The open handles of one document: a single store or an aligned set. Blocking, no Qt objects; any thread except the GUI
/// thread, save for the members marked so. Reads run together; changes and close() wait for them.
class StreamSet final : public RecordSource {
public:
    /// A store folder, or a folder of stores. `generation` is the first one of this handle.
    static Result<std::shared_ptr<StreamSet>> open(const std::filesystem::path& path, Access access,
                                                   std::uint64_t generation);

    // Never block; the GUI thread may call them.
    [[nodiscard]] std::uint64_t generation() const override { return m_generation.load(std::memory_order_acquire); }
    [[nodiscard]] std::uint64_t recordCount() const override { return m_records.load(std::memory_order_acquire); }
    [[nodiscard]] std::size_t streamCount() const override { return m_layouts.size(); }
    [[nodiscard]] StreamLayout layout(std::size_t stream) const override { return m_layouts[stream]; }
    [[nodiscard]] const std::filesystem::path& path() const noexcept { return m_path; }
    [[nodiscard]] bool isAlignedSet() const noexcept { return m_isSet; }
    [[nodiscard]] Access access() const noexcept { return m_access; }
    [[nodiscard]] const std::optional<AlignmentFault>& alignment() const noexcept { return m_fault; }
    [[nodiscard]] const std::string& streamName(std::size_t stream) const { return m_names[stream]; }

    /// Id of the dictionary that a stream's frames were made with; 0 without one.
    [[nodiscard]] std::uint32_t dictionaryId(std::size_t stream) const { return m_dictionaryIds[stream]; }

    [[nodiscard]] Result<RecordBlock> read(const ReadRequest& request, const OperationContext& context) const override;
    /// Present state of every stream's store, in stream order. Closed after close().
    [[nodiscard]] Result<std::vector<StoreSummary>> summaries() const;
    /// The streams as a search sees them, with the names of their values. Empty after close().
    [[nodiscard]] FilterSchema filterSchema() const;
    /// The stores as a search reads them: it keeps the set alive, waits while records are changed, and answers Closed once the set
    /// is closed or its records are no longer those of `generation`.
    [[nodiscard]] static FindTarget findTarget(const std::shared_ptr<const StreamSet>& streams, std::uint64_t generation, std::uint64_t records, FactsTable* table);
    /// RecordFacts::hash of each record; 0 for a damaged one. OutOfRange.
    [[nodiscard]] Result<std::vector<std::uint64_t>> hashes(std::size_t stream, const std::vector<std::uint64_t>& records) const;
    [[nodiscard]] Result<RecordLocation> locate(std::size_t stream, std::uint64_t index) const;
    [[nodiscard]] Result<std::vector<std::byte>> storedBytes(std::size_t stream, std::uint64_t index) const;
    /// Shapes of neighbouring records; no payload is read.
    [[nodiscard]] Result<FactsBlock> shapes(std::size_t stream, std::uint64_t first, std::uint64_t count, const OperationContext& context) const;
    /// Where the records of one stream lie; `marked` is counted in.
    [[nodiscard]] Result<SlotMap> mapSlots(std::size_t stream, const SlotMapOptions& options, const OperationContext& context) const;
    [[nodiscard]] Status markSlots(std::size_t stream, SlotMap& map, const std::vector<IndexRange>& marked, const OperationContext& context) const;
    [[nodiscard]] Result<std::vector<StoreStats>> stats(const OperationContext& context) const;
    [[nodiscard]] Result<std::vector<StreamVerification>> verify(const VerifyOptions& options, const OperationContext& context) const;
    [[nodiscard]] Result<std::vector<CompactionForecast>> forecastCompaction(const OperationContext& context) const;

    /// Removes the records from all streams as one step.
    [[nodiscard]] Result<AppliedChanges> remove(const RecordRanges& records, const OperationContext& context);
    /// Takes the newest delete back, in all streams as one step. NotFound when there is none.
    [[nodiscard]] Result<RestoredRecords> undoRemoval(const OperationContext& context);
    /// Deletes that can be taken back, newest first; none when that cannot be found out.
    [[nodiscard]] std::vector<UndoableRemoval> undoableRemovals() const;
    /// All streams as one step.
    [[nodiscard]] Result<CompactedStreams> compact(const OperationContext& context);
    /// Appends the records of a file (format by its content) to a single store. Unsupported for aligned sets; WrongKind when
    /// dtype or shape differ. What was appended before an error or a cancel stays; recordCount() says how much.
    [[nodiscard]] Result<AppendedRecords> append(const std::filesystem::path& file, const OperationContext& context);
    /// Waits for readers, then gives up lock and descriptors; later calls answer Closed.
    Status close();

    /// Marks that one apply step can take: their indices are held in memory.
    static constexpr std::uint64_t kMaximumRemoval = UINT64_C(1) << 27;

private:
    StreamSet() = default;
    [[nodiscard]] const Store& store(std::size_t stream) const;
    [[nodiscard]] Store& store(std::size_t stream);
    [[nodiscard]] Status checkOpen() const;
    [[nodiscard]] Result<std::uint64_t> storedBytesOf(const std::vector<std::uint64_t>& indices,
                                                      const OperationContext& context) const;
    [[nodiscard]] std::vector<StoreSummary> currentSummaries() const;
    [[nodiscard]] std::vector<UndoableRemoval> currentUndoable() const;
    /// Takes the new length over, and a new generation if records have moved since `before`.
    void renew(std::uint64_t before, bool done);
    [[nodiscard]] std::uint64_t storeGenerations() const;
    void describeStreams();

    mutable std::shared_mutex m_mutex;
    bool m_closed = false;
    std::optional<Store> m_single;
    std::optional<AlignedSet> m_set;

    std::filesystem::path m_path;
    bool m_isSet = false;
    Access m_access = Access::ReadOnly;
    std::optional<AlignmentFault> m_fault;
    std::vector<std::string> m_names;
    std::vector<StreamLayout> m_layouts;
    std::vector<std::uint32_t> m_dictionaryIds;
    std::atomic<std::uint64_t> m_generation{0};
    std::atomic<std::uint64_t> m_records{0};
};

}  // namespace zrecord::workbench
