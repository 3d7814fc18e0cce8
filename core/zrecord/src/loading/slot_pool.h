#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "loading/batch_slot.h"
#include "zrecord/batch.h"
#include "zrecord/store_stats.h"

namespace zrecord {

/// Makes slots, takes them back from the last holder of their batch, and hands them out again. It keeps up to `spareLimit`
/// unused ones; more, and all that come back after close(), are freed. Thread-safe; lives as long as any batch of it.
class SlotPool : public std::enable_shared_from_this<SlotPool> {
public:
    struct Stream {
        std::string name;
        StoreSummary summary;
    };
    SlotPool(std::vector<Stream> streams, std::size_t spareLimit);
    ~SlotPool();

    [[nodiscard]] const std::vector<Stream>& streams() const noexcept { return m_streams; }
    /// A slot with nothing in it; throws std::bad_alloc.
    Batch take();
    void close() noexcept;
    [[nodiscard]] std::uint64_t size() const noexcept { return m_slots.load(std::memory_order_relaxed); }
    [[nodiscard]] std::uint64_t bytes() const noexcept { return m_bytes.load(std::memory_order_relaxed); }

    // For the slots.
    void giveBack(BatchSlot* slot) noexcept;
    /// How much a slot that needs `bytes` for a stream should take: a little above the most that any slot needed, so that
    /// ragged batches of varying size soon stop growing.
    std::size_t roomFor(std::size_t stream, std::size_t bytes) noexcept;
    void countBytes(std::size_t before, std::size_t after) noexcept { m_bytes.fetch_add(after - before, std::memory_order_relaxed); }

private:
    void free(BatchSlot* slot) noexcept;

    const std::vector<Stream> m_streams;
    const std::size_t m_spareLimit;
    const std::int64_t m_owner;
    std::mutex m_mutex;
    std::vector<std::unique_ptr<BatchSlot>> m_spare;  ///< guarded by m_mutex; capacity m_spareLimit
    std::vector<std::size_t> m_largest;               ///< guarded by m_mutex; bytes of each ragged stream
    bool m_closed = false;                            ///< guarded by m_mutex
    std::atomic<std::uint64_t> m_slots{0};
    std::atomic<std::uint64_t> m_bytes{0};
};

}  // namespace zrecord
