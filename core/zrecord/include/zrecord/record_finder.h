#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "zrecord/export.h"
#include "zrecord/operation_context.h"
#include "zrecord/record_facts.h"
#include "zrecord/record_filter.h"
#include "zrecord/record_selection.h"
#include "zrecord/result.h"

namespace zrecord {

class Store;

/// Facts that were gathered so far, in blocks, so that the next question need not read again. Bounded in bytes: what does
/// not fit is not kept, and is gathered anew when it is asked for. Thread-safe.
class ZRECORD_EXPORT FactsTable {
public:
    static constexpr std::uint64_t kBlockRecords = 4096;
    static constexpr std::uint64_t kDefaultLimit = UINT64_C(1) << 30;

    FactsTable(std::size_t streams, std::uint64_t records, std::uint64_t byteLimit = kDefaultLimit);

    [[nodiscard]] std::uint64_t recordCount() const noexcept { return m_records; }
    [[nodiscard]] std::size_t streamCount() const noexcept { return m_streams.size(); }
    /// The block of records from block · kBlockRecords on; null when it is not there or knows less than `needs`.
    [[nodiscard]] std::shared_ptr<const FactsBlock> block(std::size_t stream, std::uint64_t block, const FactNeeds& needs) const;
    void insert(std::size_t stream, std::uint64_t block, std::shared_ptr<const FactsBlock> facts);
    /// Records of a stream of which as much as `needs` is known.
    [[nodiscard]] std::uint64_t covered(std::size_t stream, const FactNeeds& needs) const;
    [[nodiscard]] std::uint64_t memoryBytes() const;
    /// True once something did not fit.
    [[nodiscard]] bool isFull() const;

private:
    mutable std::mutex m_mutex;
    std::uint64_t m_records;
    std::uint64_t m_limit;
    std::uint64_t m_bytes = 0;
    bool m_full = false;
    std::vector<std::map<std::uint64_t, std::shared_ptr<const FactsBlock>>> m_streams;
};

/// Runs one read of the stores, or answers why not: the way to keep somebody from changing them meanwhile.
using ReadGuard = std::function<Status(const std::function<Status()>& read)>;

/// The stores that a question is about, in the order of its FilterSchema, and what is known of them already.
struct FindTarget {
    std::vector<const Store*> streams;
    std::uint64_t records = 0;    ///< that every stream has
    FactsTable* table = nullptr;  ///< may be null; not owned
    ReadGuard guard = {};         ///< around every read; none = reads go straight to the stores

    Status read(const std::function<Status()>& work) const { return guard ? guard(work) : work(); }
};

/// A stream as filters see it. The names of its values are the lines of <folder>.names.txt beside its folder, if it is there.
ZRECORD_EXPORT FilterSchema::Stream filterStream(const std::string& name, const Store& store);
/// The stream whose facts stand without its name when nobody chooses: the first whose records are more than one value.
ZRECORD_EXPORT std::size_t likelyMainStream(const FilterSchema& schema);

struct SortKey {
    RecordFilter key;  ///< from compileNumber()
    bool descending = false;
};

struct FindQuestion {
    RecordFilter filter;
    std::vector<SortKey> keys;  ///< first the strongest; equal records keep their order, NaN comes last either way
};

struct FoundRecords {
    std::vector<IndexRange> ranges;     ///< ascending, step 1
    std::vector<std::uint64_t> order;   ///< with keys: the same records as they are sorted
    std::uint64_t matches = 0;
    std::uint64_t unreadable = 0;       ///< damaged records that were met; they match only where the filter asks for them
};

/// Asks every record, gathering what the table lacks. Cancelled, IoError.
ZRECORD_EXPORT Result<FoundRecords> findRecords(const FindTarget& target, const FindQuestion& question, const OperationContext& context = {});

/// Gathers facts of one stream that the table lacks. Stopped half-way it answers Cancelled, and the next call goes on there.
ZRECORD_EXPORT Status fillFacts(const FindTarget& target, std::size_t stream, const FactNeeds& needs, const OperationContext& context = {});

/// Records of one stream that are equal in shape and bytes: hashes find candidates, bytes are compared. Groups of at least
/// two, ascending by their first record, members ascending. Damaged records are in none. Holds 16 bytes for each record.
ZRECORD_EXPORT Result<std::vector<std::vector<std::uint64_t>>> findDuplicates(const FindTarget& target, std::size_t stream, const OperationContext& context = {});

/// Which record of a group stays.
enum class KeepRule : std::uint8_t { First, Last };

/// All records of all groups but the one of each that stays, ascending.
ZRECORD_EXPORT std::vector<std::uint64_t> redundantRecords(std::span<const std::vector<std::uint64_t>> groups, KeepRule rule = KeepRule::First);

}  // namespace zrecord
