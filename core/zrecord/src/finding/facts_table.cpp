#include <algorithm>

#include "finding/facts_source.h"
#include "zrecord/record_finder.h"

namespace zrecord {

Result<std::shared_ptr<const FactsBlock>> FactsSource::block(std::size_t stream, std::uint64_t block, const FactNeeds& needs, const OperationContext& context) const
{
    FactNeeds wanted = needs;
    if (m_target.table) {
        if (auto known = m_target.table->block(stream, block, needs))
            return known;
        // What the block knew already stays known.
        if (const auto old = m_target.table->block(stream, block, {}))
            wanted |= old->known;
    }
    const std::uint64_t first = block * FactsTable::kBlockRecords;
    const std::uint64_t count = std::min(FactsTable::kBlockRecords, m_target.records - first);
    FactsBlock facts;
    ZR_RETURN_IF_ERROR(m_target.read([&]() -> Status {
        ZR_ASSIGN_OR_RETURN(facts, gatherFacts(*m_target.streams[stream], first, count, wanted, {context.stop, {}, context.executor}));
        return {};
    }));
    auto shared = std::make_shared<const FactsBlock>(std::move(facts));
    if (m_target.table)
        m_target.table->insert(stream, block, shared);
    return std::shared_ptr<const FactsBlock>(std::move(shared));
}

FactsTable::FactsTable(std::size_t streams, std::uint64_t records, std::uint64_t byteLimit)
    : m_records(records), m_limit(byteLimit), m_streams(streams)
{
}

std::shared_ptr<const FactsBlock> FactsTable::block(std::size_t stream, std::uint64_t block, const FactNeeds& needs) const
{
    const std::lock_guard lock(m_mutex);
    const auto found = m_streams[stream].find(block);
    return found != m_streams[stream].end() && found->second->known.covers(needs) ? found->second : nullptr;
}

void FactsTable::insert(std::size_t stream, std::uint64_t block, std::shared_ptr<const FactsBlock> facts)
{
    const std::lock_guard lock(m_mutex);
    auto& slot = m_streams[stream];
    const auto old = slot.find(block);
    const std::uint64_t before = old == slot.end() ? 0 : old->second->memoryBytes();
    if (m_bytes - before + facts->memoryBytes() > m_limit) {
        m_full = true;
        return;
    }
    m_bytes += facts->memoryBytes() - before;
    slot[block] = std::move(facts);
}

std::uint64_t FactsTable::covered(std::size_t stream, const FactNeeds& needs) const
{
    const std::lock_guard lock(m_mutex);
    std::uint64_t records = 0;
    for (const auto& [block, facts] : m_streams[stream])
        records += facts->known.covers(needs) ? facts->facts.size() : 0;
    return records;
}

std::uint64_t FactsTable::memoryBytes() const
{
    const std::lock_guard lock(m_mutex);
    return m_bytes;
}

bool FactsTable::isFull() const
{
    const std::lock_guard lock(m_mutex);
    return m_full;
}

}  // namespace zrecord
