#include <algorithm>
#include <utility>

#include "base/hex_text.h"
#include "sampling/batch_size.h"
#include "sampling/shares/class_table.h"
#include "sampling/cycle_order.h"
#include "sampling/keyed_permutation.h"

namespace zrecord {
namespace {

__extension__ using Wide = unsigned __int128;

/// Systematic sampling: the records sorted by class are a ring, and a batch takes equally spaced places of it, so that it
/// cannot but hold each class in its proportion. The places of all batches of a cycle are apart.
class StratifiedOrder final : public CycleOrder {
public:
    StratifiedOrder(ClassTable classes, std::uint64_t batch)
        : m_classes(std::move(classes)), m_batches(std::max<std::uint64_t>(m_classes.records() / batch, 1)),
          m_batchLength(std::min(batch, m_classes.records()))
    {
    }
    [[nodiscard]] std::uint64_t length() const noexcept override { return m_classes.records(); }
    [[nodiscard]] std::uint64_t cycleLength() const noexcept override { return m_batches * m_batchLength; }
    [[nodiscard]] std::string identity() const override
    {
        return "stratified(" + std::to_string(length()) + ",batch=" + std::to_string(m_batchLength) + ",xxh3=" +
               hexText(m_classes.checksum()) + ")";
    }

private:
    void fillCycle(std::uint64_t seed, std::uint64_t cycle, std::uint64_t place, std::span<std::uint64_t> out) const override
    {
        const KeyedPermutation batchOrder(m_batches, Philox(seed, RandomPurpose::GroupKey).number(cycle));
        const std::uint64_t phase = Philox(seed, RandomPurpose::Phase).below(length(), cycle);
        const Philox slotKeys(seed, RandomPurpose::SlotKey);
        while (!out.empty()) {
            const std::uint64_t batch = place / m_batchLength;
            const std::uint64_t slot = place % m_batchLength;
            const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), m_batchLength - slot));
            const KeyedPermutation slots(m_batchLength, slotKeys.number(cycle, batch));
            slots.fill(slot, out.first(count));
            fillBatch(seed, cycle, batchOrder.at(batch), phase, out.first(count));
            out = out.subspan(count);
            place += count;
        }
    }

    /// Turns the numbers of a batch's places into records.
    void fillBatch(std::uint64_t seed, std::uint64_t cycle, std::uint64_t batch, std::uint64_t phase, std::span<std::uint64_t> out) const
    {
        const Philox classKeys(seed, RandomPurpose::ClassKey);
        const std::uint64_t records = length();
        for (std::uint64_t& index : out) {
            const std::uint64_t turn = index * m_batches + batch;
            const auto spread = static_cast<std::uint64_t>(static_cast<Wide>(turn) * records / cycleLength());
            const std::uint64_t sorted = spread < records - phase ? spread + phase : spread - (records - phase);
            const std::size_t number = m_classes.classAt(sorted);
            index = m_classes.shuffled(number, classKeys, cycle, sorted - m_classes.start(number));
        }
    }

    ClassTable m_classes;
    std::uint64_t m_batches;  ///< of a cycle
    std::uint64_t m_batchLength;
};

}  // namespace

Result<SharedOrder> makeStratifiedOrder(std::span<const std::uint32_t> classOf, std::uint64_t batch)
{
    if (batch == 0)
        return checkBatchSize(0, 0);
    ZR_ASSIGN_OR_RETURN(ClassTable classes, ClassTable::create(classOf));
    return SharedOrder(std::make_shared<StratifiedOrder>(std::move(classes), batch));
}

}  // namespace zrecord
