#include "loading/batch_slot.h"

#include <utility>

#include "loading/slot_pool.h"

namespace zrecord {

BatchSlot::BatchSlot(const SlotPool& pool) : m_parts(pool.streams().size()), m_streams(pool.streams().size())
{
    for (std::size_t i = 0; i < m_streams.size(); ++i) {
        const SlotPool::Stream& stream = pool.streams()[i];
        m_streams[i].name = stream.name;
        m_streams[i].summary = &stream.summary;
        if (stream.summary.kind == StoreKind::Ragged)
            m_streams[i].layout = &m_parts[i].layout;
    }
}

BatchSlot::~BatchSlot() = default;

Batch BatchSlot::lend(BatchSlot& slot, std::shared_ptr<SlotPool> home) noexcept
{
    slot.m_home = std::move(home);
    slot.m_references.store(1, std::memory_order_relaxed);
    return Batch(&slot);
}

void BatchSlot::dropReference() noexcept
{
    if (m_references.fetch_sub(1, std::memory_order_acq_rel) != 1)
        return;
    // Foreign code: before any lock of ours.
    attachment.reset();
    const std::shared_ptr<SlotPool> home = std::move(m_home);
    home->giveBack(this);
}

Status BatchSlot::reserve(std::size_t stream, std::size_t bytes)
{
    ResultMemory& memory = m_parts[stream].memory;
    if (bytes <= memory.capacity())
        return {};
    const std::size_t before = memory.capacity();
    // The old memory goes first: nothing in it is wanted any more.
    memory = ResultMemory();
    auto taken = ResultMemory::take(m_home->roomFor(stream, bytes));
    if (taken.ok())
        memory = std::move(taken).value();
    m_home->countBytes(before, memory.capacity());
    return std::move(taken).status();
}

void BatchSlot::show(std::size_t stream, std::size_t bytes) noexcept
{
    m_streams[stream].bytes = {m_parts[stream].memory.data(), bytes};
}

std::size_t BatchSlot::capacity() const noexcept
{
    std::size_t bytes = 0;
    for (const Part& part : m_parts)
        bytes += part.memory.capacity();
    return bytes;
}

}  // namespace zrecord
