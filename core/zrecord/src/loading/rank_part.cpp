#include "loading/rank_part.h"

#include <algorithm>

namespace zrecord {

RankPart::RankPart(std::uint64_t globalLength, std::uint64_t rank, std::uint64_t world, RankSplit split,
                   RankRemainder remainder) noexcept
    : m_globalLength(globalLength)
{
    const std::uint64_t whole = globalLength / world;
    const std::uint64_t rest = globalLength % world;
    // Ranks with an index below this have one record more than `whole`.
    const std::uint64_t longer = remainder == RankRemainder::Drop || rest == 0 ? 0 : remainder == RankRemainder::Wrap ? world : rest;
    m_length = whole + (rank < longer ? 1 : 0);
    if (split == RankSplit::Strided) {
        m_first = rank;
        m_stride = world;
    } else {
        m_first = rank * whole + std::min(rank, longer);
    }
}

void RankPart::pick(std::span<const std::uint64_t> global, std::span<std::uint64_t> out) const noexcept
{
    // Only wrapped parts leave the batch; when it is smaller than the world, more than once.
    std::uint64_t position = m_first % m_globalLength;
    const std::uint64_t stride = m_stride % m_globalLength;
    for (std::uint64_t i = 0; i < m_length; ++i) {
        out[i] = global[position];
        position += stride;
        if (position >= m_globalLength)
            position -= m_globalLength;
    }
}

}  // namespace zrecord
