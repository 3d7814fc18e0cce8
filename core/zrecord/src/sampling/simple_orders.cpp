#include <numeric>

#include "sampling/cycle_order.h"
#include "sampling/cyclic_sampler.h"
#include "sampling/philox.h"

namespace zrecord {
namespace {

/// What the orders of all records have in common.
class WholeOrder : public CycleOrder {
public:
    WholeOrder(std::string name, std::uint64_t length) : m_name(std::move(name)), m_length(length) {}
    [[nodiscard]] std::uint64_t length() const noexcept final { return m_length; }
    [[nodiscard]] std::uint64_t cycleLength() const noexcept final { return m_length; }
    [[nodiscard]] std::string identity() const final { return m_name + "(" + std::to_string(m_length) + ")"; }

private:
    std::string m_name;
    std::uint64_t m_length;
};

class StoredOrder final : public WholeOrder {
public:
    explicit StoredOrder(std::uint64_t length) : WholeOrder("stored", length) {}

private:
    void fillCycle(std::uint64_t /*seed*/, std::uint64_t /*cycle*/, std::uint64_t place, std::span<std::uint64_t> out) const override
    {
        std::iota(out.begin(), out.end(), place);
    }
};

class ShuffledOrder final : public WholeOrder {
public:
    explicit ShuffledOrder(std::uint64_t length) : WholeOrder("shuffled", length) {}

private:
    void fillCycle(std::uint64_t seed, std::uint64_t cycle, std::uint64_t place, std::span<std::uint64_t> out) const override
    {
        IndexPermutation::ofCycle(length(), seed, cycle).fill(place, out);
    }
};

class IndependentOrder final : public RecordOrder {
public:
    explicit IndependentOrder(std::uint64_t length) : m_length(length) {}
    [[nodiscard]] std::uint64_t length() const noexcept override { return m_length; }
    [[nodiscard]] std::uint64_t cycleLength() const noexcept override { return m_length; }
    [[nodiscard]] std::string identity() const override { return "independent(" + std::to_string(m_length) + ")"; }
    void fill(std::uint64_t seed, std::uint64_t position, std::span<std::uint64_t> out) const override
    {
        Philox(seed, RandomPurpose::Draw).fillBelow(m_length, position, out);
    }

private:
    std::uint64_t m_length;
};

}  // namespace

Result<SharedOrder> makeStoredOrder(std::uint64_t length)
{
    ZR_RETURN_IF_ERROR(checkOrderLength(length));
    return SharedOrder(std::make_shared<StoredOrder>(length));
}

Result<SharedOrder> makeShuffledOrder(std::uint64_t length)
{
    ZR_RETURN_IF_ERROR(checkOrderLength(length));
    return SharedOrder(std::make_shared<ShuffledOrder>(length));
}

Result<SharedOrder> makeIndependentOrder(std::uint64_t length)
{
    ZR_RETURN_IF_ERROR(checkOrderLength(length));
    return SharedOrder(std::make_shared<IndependentOrder>(length));
}

}  // namespace zrecord
