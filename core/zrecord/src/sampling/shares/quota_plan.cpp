#include "sampling/shares/quota_plan.h"

#include <algorithm>
#include <numeric>

#include "sampling/keyed_permutation.h"
#include "sampling/philox.h"

namespace zrecord {

Result<QuotaPlan> QuotaPlan::create(std::span<const std::uint64_t> shares)
{
    std::uint64_t divisor = 0;
    for (const std::uint64_t share : shares)
        divisor = std::gcd(divisor, share);
    if (divisor == 0)
        return Status(ErrorCode::InvalidArgument, "all shares are zero: there is nothing to draw from");
    QuotaPlan plan;
    std::uint64_t sum = 0;
    for (const std::uint64_t share : shares) {
        if (share / divisor > (std::uint64_t{1} << 63) - sum)
            return Status(ErrorCode::InvalidArgument, "the shares add up to more than 2^63").withRemedy("Give smaller whole numbers.");
        sum += share / divisor;
        plan.m_ends.push_back(sum);
    }
    return plan;
}

void QuotaPlan::deal(std::uint64_t seed, std::uint64_t position, std::span<Turn> out) const
{
    const Philox keys(seed, RandomPurpose::BlockKey);
    for (std::size_t i = 0; i < out.size();) {
        const std::uint64_t block = (position + i) / blockLength();
        const KeyedPermutation turns(blockLength(), keys.number(block));
        for (std::uint64_t place = (position + i) % blockLength(); place < blockLength() && i < out.size(); ++place, ++i) {
            const std::uint64_t turn = turns.at(place);
            const auto part = static_cast<std::size_t>(std::ranges::upper_bound(m_ends, turn) - m_ends.begin());
            out[i] = {part, block * share(part) + turn - start(part)};
        }
    }
}

}  // namespace zrecord
