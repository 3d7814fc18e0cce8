#include "loading/slot_pool.h"

#include <algorithm>
#include <utility>

#include "platform/process_identity.h"

namespace zrecord {

SlotPool::SlotPool(std::vector<Stream> streams, std::size_t spareLimit)
    : m_streams(std::move(streams)), m_spareLimit(spareLimit), m_owner(currentProcessId()), m_largest(m_streams.size())
{
    m_spare.reserve(spareLimit);
}

SlotPool::~SlotPool() = default;

Batch SlotPool::take()
{
    std::unique_ptr<BatchSlot> slot;
    {
        const std::lock_guard lock(m_mutex);
        if (!m_spare.empty()) {
            slot = std::move(m_spare.back());
            m_spare.pop_back();
        }
    }
    if (!slot) {
        slot = std::make_unique<BatchSlot>(*this);
        m_slots.fetch_add(1, std::memory_order_relaxed);
    }
    return BatchSlot::lend(*slot.release(), shared_from_this());
}

void SlotPool::giveBack(BatchSlot* slot) noexcept
{
    // In a forked child another thread of the parent may hold the mutex for ever.
    if (currentProcessId() == m_owner) {
        slot->issues.clear();
        const std::lock_guard lock(m_mutex);
        if (!m_closed && m_spare.size() < m_spareLimit) {
            m_spare.emplace_back(slot);
            return;
        }
    }
    free(slot);
}

void SlotPool::free(BatchSlot* slot) noexcept
{
    m_bytes.fetch_sub(slot->capacity(), std::memory_order_relaxed);
    m_slots.fetch_sub(1, std::memory_order_relaxed);
    delete slot;
}

void SlotPool::close() noexcept
{
    std::vector<std::unique_ptr<BatchSlot>> spare;
    {
        const std::lock_guard lock(m_mutex);
        m_closed = true;
        spare.swap(m_spare);
    }
    for (std::unique_ptr<BatchSlot>& slot : spare)
        free(slot.release());
}

std::size_t SlotPool::roomFor(std::size_t stream, std::size_t bytes) noexcept
{
    if (m_streams[stream].summary.kind == StoreKind::Dense)
        return bytes;
    const std::lock_guard lock(m_mutex);
    std::size_t& largest = m_largest[stream];
    if (bytes > largest)
        largest = bytes + std::min(bytes / 8, static_cast<std::size_t>(-1) - bytes);
    return largest;
}

}  // namespace zrecord
