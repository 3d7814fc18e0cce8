#include <algorithm>
#include <array>
#include <utility>

#include "base/checksum.h"
#include "base/hex_text.h"
#include "sampling/shares/class_table.h"
#include "sampling/shares/quota_plan.h"
#include "zrecord/record_order.h"

namespace zrecord {
namespace {

class BalancedOrder final : public RecordOrder {
public:
    BalancedOrder(ClassTable classes, QuotaPlan plan, std::uint64_t checksum)
        : m_classes(std::move(classes)), m_plan(std::move(plan)), m_checksum(checksum)
    {
    }
    [[nodiscard]] std::uint64_t length() const noexcept override { return m_classes.records(); }
    [[nodiscard]] std::uint64_t cycleLength() const noexcept override { return m_classes.records(); }
    [[nodiscard]] std::string identity() const override
    {
        return "balanced(" + std::to_string(length()) + ",xxh3=" + hexText(m_classes.checksum()) + ",shares=" + hexText(m_checksum) + ")";
    }
    void fill(std::uint64_t seed, std::uint64_t position, std::span<std::uint64_t> out) const override
    {
        const Philox classKeys(seed, RandomPurpose::ClassKey);
        std::array<QuotaPlan::Turn, 256> turns;
        for (std::size_t done = 0; done < out.size(); done += turns.size()) {
            const std::size_t count = std::min(turns.size(), out.size() - done);
            m_plan.deal(seed, position + done, std::span(turns).first(count));
            for (std::size_t i = 0; i < count; ++i) {
                const auto [part, number] = turns[i];
                const std::uint64_t size = m_classes.size(part);
                out[done + i] = m_classes.shuffled(part, classKeys, number / size, number % size);
            }
        }
    }

private:
    ClassTable m_classes;
    QuotaPlan m_plan;
    std::uint64_t m_checksum;  ///< of the shares
};

/// One for every class that there is.
std::vector<std::uint64_t> equalShares(const ClassTable& classes)
{
    std::vector<std::uint64_t> shares;
    for (std::size_t number = 0; number < classes.classes(); ++number)
        shares.push_back(classes.size(number) != 0 ? 1 : 0);
    return shares;
}

Status checkShares(const ClassTable& classes, std::span<const std::uint64_t> shares)
{
    if (shares.size() != classes.classes())
        return Status(ErrorCode::InvalidArgument, "there are " + std::to_string(shares.size()) + " shares for " +
                                                      std::to_string(classes.classes()) + " classes");
    for (std::size_t number = 0; number < shares.size(); ++number)
        if (shares[number] != 0 && classes.size(number) == 0)
            return Status(ErrorCode::InvalidArgument, "class " + std::to_string(number) + " has a share, but no record");
    return {};
}

}  // namespace

Result<SharedOrder> makeBalancedOrder(std::span<const std::uint32_t> classOf, std::span<const std::uint64_t> shares)
{
    ZR_ASSIGN_OR_RETURN(ClassTable classes, ClassTable::create(classOf));
    std::vector<std::uint64_t> wanted(shares.begin(), shares.end());
    if (shares.empty())
        wanted = equalShares(classes);
    ZR_RETURN_IF_ERROR(checkShares(classes, wanted));
    ZR_ASSIGN_OR_RETURN(QuotaPlan plan, QuotaPlan::create(wanted));
    const std::uint64_t checksum = checksumOf(std::as_bytes(std::span<const std::uint64_t>(wanted)));
    return SharedOrder(std::make_shared<BalancedOrder>(std::move(classes), std::move(plan), checksum));
}

}  // namespace zrecord
