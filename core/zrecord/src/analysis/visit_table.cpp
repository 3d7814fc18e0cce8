#include "analysis/visit_table.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <string>

#include "concurrency/progress_reporter.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kDirectBytes = 8;
constexpr std::uint64_t kHashBytes = 16;
constexpr std::size_t kSlotsBetweenLooks = std::size_t{1} << 20;
constexpr std::uint64_t kMostPositions = std::numeric_limits<std::uint32_t>::max() - 1;

// At most half of the slots are taken.
std::uint64_t hashSlotsFor(std::uint64_t indices)
{
    return std::bit_ceil(std::max<std::uint64_t>(indices, 8) * 2);
}

}  // namespace

VisitTable::VisitTable(std::uint64_t length, std::uint64_t hashSlots)
    : m_length(length), m_count(static_cast<std::size_t>(hashSlots == 0 ? length : hashSlots)),
      m_slots(static_cast<Slot*>(std::calloc(m_count, sizeof(Slot))))
{
    if (hashSlots != 0) {
        m_keys.reset(static_cast<std::uint64_t*>(std::calloc(m_count, sizeof(std::uint64_t))));
        m_shift = 64 - static_cast<unsigned>(std::countr_zero(hashSlots));
    }
}

std::uint64_t VisitTable::mostIndices(std::uint64_t length, std::uint64_t memoryLimit)
{
    if (length <= memoryLimit / kDirectBytes)
        return kMostPositions;
    return std::bit_floor(memoryLimit / kHashBytes) / 2;
}

Result<VisitTable> VisitTable::create(std::uint64_t length, std::uint64_t indices, std::uint64_t memoryLimit)
{
    const std::uint64_t most = mostIndices(length, memoryLimit);
    if (indices > most)
        return Status(ErrorCode::InvalidArgument, "looking at " + std::to_string(indices) + " indices among " + std::to_string(length) +
                                                      " records takes more memory than a report may use; at most " +
                                                      std::to_string(most) + " indices fit");
    const std::uint64_t hashSlots = hashSlotsFor(std::min(indices, length));
    const bool direct = length <= memoryLimit / kDirectBytes && length * kDirectBytes <= hashSlots * kHashBytes;
    VisitTable table(length, direct ? 0 : hashSlots);
    if (!table.m_slots || (!direct && !table.m_keys))
        return Status(ErrorCode::OutOfMemory, "there is not enough memory to follow the visits of " + std::to_string(length) + " records");
    return table;
}

VisitTable::Slot& VisitTable::slotOf(std::uint64_t record)
{
    std::size_t at = startOf(record);
    if (!m_keys)
        return m_slots[at];
    const std::size_t mask = m_count - 1;
    while (m_slots[at].last != 0 && m_keys[at] != record)
        at = (at + 1) & mask;
    m_keys[at] = record;
    return m_slots[at];
}

std::optional<std::uint64_t> VisitTable::visit(std::uint64_t record, std::uint64_t position)
{
    Slot& slot = slotOf(record);
    const std::uint32_t before = slot.last;
    slot.last = static_cast<std::uint32_t>(position + 1);
    ++slot.count;
    return before == 0 ? std::nullopt : std::optional<std::uint64_t>(before - 1);
}

Result<VisitTable::Visits> VisitTable::visits(std::size_t bins, const OperationContext& context) const
{
    Visits result;
    result.histogram.resize(bins);
    std::uint64_t visited = 0;
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t at = 0; at < m_count; ++at) {
        if (at % kSlotsBetweenLooks == 0)
            ZR_RETURN_IF_ERROR(checkStop(context));
        const Slot& slot = m_slots[at];
        if (slot.count == 0)
            continue;
        ++visited;
        least = std::min<std::uint64_t>(least, slot.count);
        result.most = std::max<std::uint64_t>(result.most, slot.count);
        ++result.histogram[std::min<std::size_t>(slot.count, bins - 1)];
    }
    result.histogram[0] = m_length - visited;
    result.least = visited < m_length ? 0 : least;
    return result;
}

}  // namespace zrecord
