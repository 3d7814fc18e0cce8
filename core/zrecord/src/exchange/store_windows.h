#pragma once

#include <optional>
#include <vector>

#include "zrecord/record_selection.h"
#include "zrecord/store.h"

namespace zrecord {

/// Some records of a store, in the order asked for.
struct StoreWindow {
    std::vector<std::uint64_t> indices;
    std::vector<std::byte> bytes;  ///< records one after the other
    RaggedLayout layout;           ///< ragged stores only
};

/// Walks over chosen records of a store in windows whose bytes together stay below a bound (a larger record comes alone).
class StoreWindows {
public:
    /// All records without `selection`. OutOfRange when a range leaves the store.
    static Result<StoreWindows> make(const Store& store, const std::optional<std::vector<IndexRange>>& selection, std::uint64_t windowBytes);

    [[nodiscard]] std::uint64_t total() const noexcept { return m_total; }
    /// Records and their bytes; no indices at the end.
    Status next(StoreWindow& window, const OperationContext& context);
    /// Shapes and sizes only (ragged stores); `bytes` stays empty.
    Status nextLayout(StoreWindow& window, const OperationContext& context);
    /// From the front again.
    void restart();

private:
    StoreWindows(const Store& store, std::vector<IndexRange> ranges, std::uint64_t windowBytes);
    void takeIndices(std::vector<std::uint64_t>& indices, std::uint64_t count);
    void skip(std::uint64_t count);
    Status nextRagged(StoreWindow& window, const OperationContext& context);

    const Store& m_store;
    const std::vector<IndexRange> m_ranges;
    const std::uint64_t m_windowBytes;
    std::uint64_t m_total = 0;
    std::size_t m_range = 0;          ///< where the next record is: range, and position in it
    std::uint64_t m_inRange = 0;
    std::uint64_t m_guess;            ///< ragged: records that the next window may hold
};

}  // namespace zrecord
