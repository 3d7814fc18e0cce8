#include <algorithm>
#include <array>
#include <utility>

#include "base/hex_text.h"
#include "sampling/alias_table.h"
#include "sampling/philox.h"

namespace zrecord {
namespace {

class WeightedOrder final : public RecordOrder {
public:
    explicit WeightedOrder(AliasTable table) : m_table(std::move(table)) {}
    [[nodiscard]] std::uint64_t length() const noexcept override { return m_table.size(); }
    [[nodiscard]] std::uint64_t cycleLength() const noexcept override { return m_table.size(); }
    [[nodiscard]] std::string identity() const override
    {
        return "weighted(" + std::to_string(m_table.size()) + ",xxh3=" + hexText(m_table.checksum()) + ")";
    }
    void fill(std::uint64_t seed, std::uint64_t position, std::span<std::uint64_t> out) const override
    {
        Philox(seed, RandomPurpose::Draw).fillBelow(m_table.size(), position, out);
        const Philox coins(seed, RandomPurpose::Coin);
        std::array<std::uint64_t, 256> few;
        for (std::size_t done = 0; done < out.size(); done += few.size()) {
            const std::size_t count = std::min(few.size(), out.size() - done);
            coins.fillBelow(m_table.coinBound(), position + done, std::span(few).first(count));
            for (std::size_t i = 0; i < count; ++i)
                out[done + i] = m_table.record(out[done + i], few[i]);
        }
    }

private:
    AliasTable m_table;
};

}  // namespace

Result<SharedOrder> makeWeightedOrder(std::span<const double> weights, ZeroWeights zeros)
{
    ZR_ASSIGN_OR_RETURN(AliasTable table, AliasTable::create(weights, zeros));
    return SharedOrder(std::make_shared<WeightedOrder>(std::move(table)));
}

}  // namespace zrecord
