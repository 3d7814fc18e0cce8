#include "zrecord/sampler.h"

#include <array>
#include <string>
#include <utility>
#include <variant>

#include "sampling/batch_size.h"
#include "sampling/cyclic_sampler.h"
#include "sampling/iid_sampler.h"
#include "sampling/sequential_sampler.h"

namespace zrecord {
namespace {

constexpr std::array<std::string_view, 3> kModeNames{"sequential", "iid", "cyclic"};

using Algorithm = std::variant<SequentialSampler, IidSampler, CyclicSampler>;

Algorithm makeAlgorithm(const SamplerOptions& options)
{
    switch (options.mode) {
    case SamplerMode::Sequential:
        return SequentialSampler(options.length, options.batch);
    case SamplerMode::Iid:
        return IidSampler(options.length, options.batch, options.seed);
    case SamplerMode::Cyclic:
        break;
    }
    return CyclicSampler(options.length, options.batch, options.seed);
}

}  // namespace

std::string_view samplerModeName(SamplerMode mode)
{
    const auto number = static_cast<std::size_t>(mode);
    return number < kModeNames.size() ? kModeNames[number] : std::string_view("unknown");
}

Result<SamplerMode> parseSamplerMode(std::string_view text)
{
    for (std::size_t number = 0; number < kModeNames.size(); ++number) {
        if (text == kModeNames[number] || text == std::to_string(number))
            return static_cast<SamplerMode>(number);
    }
    return Status(ErrorCode::InvalidArgument, "there is no sampler mode \"" + std::string(text) + "\"")
        .withRemedy("Use sequential, iid or cyclic.");
}

class Sampler::Impl {
public:
    explicit Impl(const SamplerOptions& options) : m_options(options), m_algorithm(makeAlgorithm(options))
    {
        const auto* cyclic = std::get_if<CyclicSampler>(&m_algorithm);
        m_batchLength = cyclic ? cyclic->batchLength() : options.batch;
    }

    void next(std::span<std::uint64_t> out)
    {
        if (auto* sequential = std::get_if<SequentialSampler>(&m_algorithm))
            sequential->fill(m_step, out);
        else if (auto* iid = std::get_if<IidSampler>(&m_algorithm))
            iid->fill(out);
        else
            std::get<CyclicSampler>(m_algorithm).fill(m_step, out);
        ++m_step;
    }

    IidSampler::SeekOutcome seek(std::uint64_t step, const std::stop_token& stop)
    {
        using enum IidSampler::SeekOutcome;
        auto* iid = std::get_if<IidSampler>(&m_algorithm);
        const IidSampler::SeekOutcome outcome = iid ? iid->seek(step, stop) : Done;
        if (outcome == Done)
            m_step = step;
        return outcome;
    }

    [[nodiscard]] SamplerState state() const noexcept
    {
        SamplerState state{m_step, std::nullopt};
        if (const auto* iid = std::get_if<IidSampler>(&m_algorithm))
            state.generator = iid->generator();
        return state;
    }

    bool restore(std::uint64_t step, const RandomEngine::State& generator)
    {
        auto* iid = std::get_if<IidSampler>(&m_algorithm);
        if (!iid || !iid->restore(step, generator))
            return false;
        m_step = step;
        return true;
    }

    SamplerOptions m_options;
    std::uint64_t m_batchLength = 0;
    std::uint64_t m_step = 0;

private:
    Algorithm m_algorithm;
};

Result<Sampler> Sampler::create(const SamplerOptions& options)
{
    if (options.length == 0)
        return Status(ErrorCode::InvalidArgument, "a sampler needs at least one record to draw from, but the length is 0");
    if (options.batch == 0)
        return checkBatchSize(0, 0);
    if (static_cast<std::size_t>(options.mode) >= kModeNames.size())
        return Status(ErrorCode::InvalidArgument,
                      "there is no sampler mode " + std::to_string(static_cast<unsigned>(options.mode)))
            .withRemedy("Use sequential (0), iid (1) or cyclic (2).");
    auto impl = std::make_unique<Impl>(options);
    ZR_RETURN_IF_ERROR(checkBatchSize(options.batch, impl->m_batchLength));
    return Sampler(std::move(impl));
}

Sampler::Sampler(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
Sampler::Sampler(Sampler&&) noexcept = default;
Sampler& Sampler::operator=(Sampler&&) noexcept = default;
Sampler::~Sampler() = default;

const SamplerOptions& Sampler::options() const noexcept
{
    return m_impl->m_options;
}

std::uint64_t Sampler::batchLength() const noexcept
{
    return m_impl->m_batchLength;
}

std::uint64_t Sampler::step() const noexcept
{
    return m_impl->m_step;
}

Status Sampler::next(std::span<std::uint64_t> out)
{
    if (out.size() < m_impl->m_batchLength)
        return Status(ErrorCode::BufferTooSmall, "a batch has " + std::to_string(m_impl->m_batchLength) +
                                                     " indices, but there is room for " + std::to_string(out.size()));
    m_impl->next(out.first(static_cast<std::size_t>(m_impl->m_batchLength)));
    return {};
}

Status Sampler::seek(std::uint64_t step, const std::stop_token& stop)
{
    const IidSampler::SeekOutcome outcome = m_impl->seek(step, stop);
    if (outcome == IidSampler::SeekOutcome::Stopped)
        return Status(ErrorCode::Cancelled, "replaying the draws before step " + std::to_string(step) + " was stopped");
    if (outcome == IidSampler::SeekOutcome::TooFar)
        return Status(ErrorCode::OutOfRange, "step " + std::to_string(step) + " of iid batches of " +
                                                 std::to_string(m_impl->m_options.batch) +
                                                 " lies more than 2^64 draws from the start");
    return {};
}

SamplerState Sampler::state() const noexcept
{
    return m_impl->state();
}

Status Sampler::restore(const SamplerState& state)
{
    if (!state.generator)
        return seek(state.step);
    if (m_impl->restore(state.step, *state.generator))
        return {};
    if (m_impl->m_options.mode != SamplerMode::Iid)
        return Status(ErrorCode::InvalidArgument, "the state holds a generator, but a " +
                                                      std::string(samplerModeName(m_impl->m_options.mode)) + " sampler has none");
    return Status(ErrorCode::InvalidArgument, "the generator in the state cannot have come to step " + std::to_string(state.step) +
                                                  " with batches of " + std::to_string(m_impl->m_options.batch));
}

}  // namespace zrecord
