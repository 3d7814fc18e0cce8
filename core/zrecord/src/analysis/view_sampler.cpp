#include "analysis/view_sampler.h"

#include <algorithm>
#include <limits>
#include <string>
#include <utility>

namespace zrecord {

Result<ViewSampler> ViewSampler::create(const SamplerView& view)
{
    if (view.world == 0 || view.rank >= view.world)
        return Status(ErrorCode::InvalidArgument, "rank " + std::to_string(view.rank) + " does not exist among " + std::to_string(view.world) + " ranks")
            .withRemedy("Ranks count from 0 to the world size less one.");
    ZR_ASSIGN_OR_RETURN(Sampler sampler, Sampler::create(view.sampler));
    const std::uint64_t global = sampler.batchLength();
    if (global > kReportBatch)
        return Status(ErrorCode::InvalidArgument, "a batch of " + std::to_string(global) + " indices is larger than a report can look at; the most is " +
                                                      std::to_string(kReportBatch));
    const RankPart part(global, view.rank, view.world, view.split, view.remainder);
    if (part.length() == 0)
        return Status(ErrorCode::InvalidArgument, "a global batch of " + std::to_string(global) + " records leaves nothing for rank " +
                                                      std::to_string(view.rank) + " of " + std::to_string(view.world))
            .withRemedy("Take a larger batch, fewer ranks, or the remainder rule wrap.");
    ViewSampler made(std::move(sampler), part, view.firstStep);
    ZR_RETURN_IF_ERROR(made.seek(0));
    return made;
}

ViewSampler::ViewSampler(Sampler sampler, const RankPart& part, std::uint64_t firstStep)
    : m_sampler(std::move(sampler)), m_part(part), m_firstStep(firstStep), m_indices(static_cast<std::size_t>(part.length()))
{
    if (!part.isWhole())
        m_global.resize(static_cast<std::size_t>(m_sampler.batchLength()));
}

std::uint64_t ViewSampler::stepsPerCycle() const noexcept
{
    const SamplerOptions& options = m_sampler.options();
    return std::max<std::uint64_t>(options.length / options.batch, 1);
}

Status ViewSampler::seek(std::uint64_t step)
{
    return m_sampler.seek(m_firstStep + step);
}

Result<const std::vector<std::uint64_t>*> ViewSampler::next()
{
    if (m_part.isWhole()) {
        ZR_RETURN_IF_ERROR(m_sampler.next(m_indices));
        return &m_indices;
    }
    ZR_RETURN_IF_ERROR(m_sampler.next(m_global));
    m_part.pick(m_global, m_indices);
    return &m_indices;
}

Result<std::uint64_t> viewIndices(const SamplerView& view, std::uint64_t batchLength)
{
    if (view.steps == 0)
        return Status(ErrorCode::InvalidArgument, "there are no steps to look at").withRemedy("Look at one step at least.");
    if (view.steps > std::numeric_limits<std::uint64_t>::max() / batchLength)
        return Status(ErrorCode::InvalidArgument, std::to_string(view.steps) + " steps of " + std::to_string(batchLength) + " indices are more than can be counted");
    return view.steps * batchLength;
}

}  // namespace zrecord
