#pragma once

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>
#include <vector>

#include "zrecord/operation_context.h"
#include "zrecord/result.h"

namespace zrecord {

/// Remembers for every record how often and where it was visited last: in one slot for each record, or, where far fewer
/// indices than records are looked at, in an open hash table. Positions lie below 2^32 − 1.
class VisitTable {
public:
    /// InvalidArgument when `indices` visits among `length` records need more memory than allowed.
    static Result<VisitTable> create(std::uint64_t length, std::uint64_t indices, std::uint64_t memoryLimit);
    /// The most indices that fit; 0 = as many as positions go.
    static std::uint64_t mostIndices(std::uint64_t length, std::uint64_t memoryLimit);

    /// Notes a visit and returns the position of the one before. Positions grow.
    std::optional<std::uint64_t> visit(std::uint64_t record, std::uint64_t position);

    /// Begins to bring a record's slot into the cache, for a visit soon.
    void prefetch(std::uint64_t record) const noexcept { __builtin_prefetch(&m_slots[startOf(record)], 1); }

    struct Visits {
        std::uint64_t least = 0, most = 0;
        std::vector<std::uint64_t> histogram;  ///< [k]: records visited k times; the last bin holds all above, too
    };
    /// A pass over all records; Cancelled.
    [[nodiscard]] Result<Visits> visits(std::size_t bins, const OperationContext& context = {}) const;

private:
    struct Slot {
        std::uint32_t last = 0;  ///< position + 1; 0 = never visited
        std::uint32_t count = 0;
    };
    /// Zeros that the system hands out page by page as they are touched: a gigabyte of them at once would hold up a stop.
    struct Freeing {
        void operator()(void* memory) const noexcept { std::free(memory); }
    };
    template <typename T>
    using Zeroed = std::unique_ptr<T[], Freeing>;
    VisitTable(std::uint64_t length, std::uint64_t hashSlots);
    [[nodiscard]] std::size_t startOf(std::uint64_t record) const noexcept
    {
        return static_cast<std::size_t>(!m_keys ? record : record * 0x9E37'79B9'7F4A'7C15 >> m_shift);
    }
    Slot& slotOf(std::uint64_t record);

    std::uint64_t m_length;
    std::size_t m_count;  ///< of slots
    Zeroed<Slot> m_slots;
    Zeroed<std::uint64_t> m_keys;  ///< null for the direct form; of each hash slot otherwise
    unsigned m_shift = 0;
};

}  // namespace zrecord
