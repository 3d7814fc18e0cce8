#include <algorithm>
#include <array>
#include <utility>

#include "base/checked_math.h"
#include "sampling/philox.h"
#include "sampling/shares/quota_plan.h"
#include "zrecord/record_order.h"

namespace zrecord {
namespace {

class MixtureOrder final : public RecordOrder {
public:
    MixtureOrder(std::vector<MixturePart> parts, QuotaPlan plan, std::uint64_t length)
        : m_parts(std::move(parts)), m_plan(std::move(plan)), m_length(length)
    {
        std::uint64_t first = 0;
        for (const MixturePart& part : m_parts) {
            m_firsts.push_back(first);
            first += part.order->length();
        }
    }
    [[nodiscard]] std::uint64_t length() const noexcept override { return m_length; }
    [[nodiscard]] std::uint64_t cycleLength() const noexcept override { return m_length; }
    [[nodiscard]] std::string identity() const override
    {
        std::string text;
        for (std::size_t part = 0; part < m_parts.size(); ++part)
            text.append(text.empty() ? "" : ",").append(std::to_string(m_plan.share(part))).append("*").append(m_parts[part].order->identity());
        return "mixture(" + text + ")";
    }
    void fill(std::uint64_t seed, std::uint64_t position, std::span<std::uint64_t> out) const override
    {
        const Philox seeds(seed, RandomPurpose::PartSeed);
        std::array<QuotaPlan::Turn, 256> turns;
        for (std::size_t done = 0; done < out.size(); done += turns.size()) {
            const std::size_t count = std::min(turns.size(), out.size() - done);
            m_plan.deal(seed, position + done, std::span(turns).first(count));
            for (std::size_t i = 0; i < count; ++i) {
                const auto [part, number] = turns[i];
                m_parts[part].order->fill(seeds.number(part), number, out.subspan(done + i, 1));
                out[done + i] += m_firsts[part];
            }
        }
    }

private:
    std::vector<MixturePart> m_parts;
    std::vector<std::uint64_t> m_firsts;
    QuotaPlan m_plan;
    std::uint64_t m_length;
};

}  // namespace

Result<SharedOrder> makeMixtureOrder(std::vector<MixturePart> parts)
{
    std::uint64_t length = 0;
    std::vector<std::uint64_t> shares;
    for (const MixturePart& part : parts) {
        if (!part.order)
            return Status(ErrorCode::InvalidArgument, "part " + std::to_string(shares.size()) + " of the mixture has no order");
        const auto sum = checkedAdd(length, part.order->length());
        if (!sum)
            return Status(ErrorCode::InvalidArgument, "the parts of the mixture have more than 2^64 records");
        length = *sum;
        shares.push_back(part.share);
    }
    if (parts.empty())
        return Status(ErrorCode::InvalidArgument, "a mixture needs at least one part");
    ZR_ASSIGN_OR_RETURN(QuotaPlan plan, QuotaPlan::create(shares));
    return SharedOrder(std::make_shared<MixtureOrder>(std::move(parts), std::move(plan), length));
}

}  // namespace zrecord
