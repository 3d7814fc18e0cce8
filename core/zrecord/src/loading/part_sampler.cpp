#include "loading/part_sampler.h"

#include <algorithm>
#include <utility>

namespace zrecord {

PartSampler::PartSampler(Sampler sampler, const RankChoice& ranks)
    : m_source(std::move(sampler)), m_ranks(ranks), m_part(ranks.partOf(globalBatchLength()))
{
    if (!m_part.isWhole())
        m_global.resize(globalBatchLength());
}

PartSampler::PartSampler(BatchOrder order, const RankChoice& ranks)
    : m_source(std::move(order)), m_ranks(ranks), m_part(ranks.partOf(globalBatchLength()))
{
}

SamplerMode PartSampler::mode() const noexcept
{
    const auto* sampler = std::get_if<Sampler>(&m_source);
    return sampler ? sampler->options().mode : SamplerOptions().mode;
}

std::uint64_t PartSampler::length() const noexcept
{
    const auto* sampler = std::get_if<Sampler>(&m_source);
    return sampler ? sampler->options().length : order()->order().length();
}

std::uint64_t PartSampler::batch() const noexcept
{
    const auto* sampler = std::get_if<Sampler>(&m_source);
    return sampler ? sampler->options().batch : order()->options().batch;
}

std::uint64_t PartSampler::seed() const noexcept
{
    const auto* sampler = std::get_if<Sampler>(&m_source);
    return sampler ? sampler->options().seed : order()->options().seed;
}

std::uint64_t PartSampler::globalBatchLength() const noexcept
{
    const auto* sampler = std::get_if<Sampler>(&m_source);
    return sampler ? sampler->batchLength() : order()->batchLength();
}

std::uint64_t PartSampler::stepsPerCycle() const noexcept
{
    return order() ? order()->stepsPerCycle() : std::max<std::uint64_t>(length() / globalBatchLength(), 1);
}

SamplerState PartSampler::state() const noexcept
{
    const auto* sampler = std::get_if<Sampler>(&m_source);
    return sampler ? sampler->state() : SamplerState{m_step, std::nullopt};
}

Status PartSampler::restore(const SamplerState& state)
{
    if (auto* sampler = std::get_if<Sampler>(&m_source))
        return sampler->restore(state);
    m_step = state.step;
    return {};
}

Status PartSampler::claim(std::vector<std::uint64_t>& indices)
{
    auto* sampler = std::get_if<Sampler>(&m_source);
    if (!sampler) {
        ++m_step;
        return {};
    }
    indices.resize(m_part.length());
    if (m_part.isWhole())
        return sampler->next(indices);
    ZR_RETURN_IF_ERROR(sampler->next(m_global));
    m_part.pick(m_global, indices);
    return {};
}

Status PartSampler::complete(std::uint64_t step, std::vector<std::uint64_t>& indices, std::vector<std::uint64_t>& global,
                             const OperationContext& context) const
{
    if (!order())
        return {};
    if (m_part.isWhole())
        return order()->fill(step, indices, context);
    ZR_RETURN_IF_ERROR(order()->fill(step, global, context));
    const RankPart part = global.size() == globalBatchLength() ? m_part : m_ranks.partOf(global.size());
    indices.resize(part.length());
    part.pick(global, indices);
    return {};
}

}  // namespace zrecord
