#include "loading/part_sampler.h"

#include <utility>

namespace zrecord {

PartSampler::PartSampler(Sampler sampler, const RankPart& part) : m_sampler(std::move(sampler)), m_part(part)
{
    if (!m_part.isWhole())
        m_global.resize(m_sampler.batchLength());
}

Status PartSampler::next(std::vector<std::uint64_t>& out)
{
    out.resize(m_part.length());
    if (m_part.isWhole())
        return m_sampler.next(out);
    ZR_RETURN_IF_ERROR(m_sampler.next(m_global));
    m_part.pick(m_global, out);
    return {};
}

}  // namespace zrecord
