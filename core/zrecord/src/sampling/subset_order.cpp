#include <utility>

#include "base/hex_text.h"
#include "sampling/index_map.h"
#include "zrecord/record_order.h"

namespace zrecord {
namespace {

class SubsetOrder final : public RecordOrder {
public:
    SubsetOrder(SharedOrder order, IndexMap map, std::uint64_t length) : m_order(std::move(order)), m_map(std::move(map)), m_length(length) {}
    [[nodiscard]] std::uint64_t length() const noexcept override { return m_length; }
    [[nodiscard]] std::uint64_t cycleLength() const noexcept override { return m_order->cycleLength(); }
    [[nodiscard]] std::string identity() const override
    {
        return "subset(" + m_order->identity() + ",of=" + std::to_string(m_length) + ",xxh3=" + hexText(m_map.checksum()) + ")";
    }
    void fill(std::uint64_t seed, std::uint64_t position, std::span<std::uint64_t> out) const override
    {
        m_order->fill(seed, position, out);
        for (std::uint64_t& index : out)
            index = m_map.at(index);
    }

private:
    SharedOrder m_order;
    IndexMap m_map;
    std::uint64_t m_length;
};

}  // namespace

Result<SharedOrder> makeSubsetOrder(SharedOrder order, const std::vector<IndexRange>& ranges, std::uint64_t length)
{
    if (!order)
        return Status(ErrorCode::InvalidArgument, "a subset needs an order of its records");
    ZR_ASSIGN_OR_RETURN(IndexMap map, IndexMap::create(ranges, length));
    if (map.size() != order->length())
        return Status(ErrorCode::InvalidArgument, "the ranges name " + std::to_string(map.size()) + " records, and the order is one of " +
                                                      std::to_string(order->length()))
            .withRemedy("Make the order for as many records as the ranges name.");
    return SharedOrder(std::make_shared<SubsetOrder>(std::move(order), std::move(map), length));
}

}  // namespace zrecord
