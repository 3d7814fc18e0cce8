#include <numeric>
#include <optional>
#include <utility>

#include "benchmark/benchmark_subject.h"
#include "benchmark/record_plan.h"
#include "zrecord/sampler.h"
#include "zrecord/store.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kEndless = UINT64_C(1) << 40;

class SamplerSubject final : public BenchmarkSubject {
public:
    Status make(const SubjectPlace& place)
    {
        ZR_ASSIGN_OR_RETURN(const Store store, Store::open(place.path));
        m_indices.resize(place.options.batch);
        for (const SamplerMode mode : {SamplerMode::Sequential, SamplerMode::Iid, SamplerMode::Cyclic}) {
            ZR_ASSIGN_OR_RETURN(Sampler sampler, Sampler::create({store.size(), place.options.batch, mode, place.options.seed}));
            m_samplers.push_back(std::move(sampler));
        }
        for (Sampler& sampler : m_samplers)
            m_contenders.push_back({std::string(samplerModeName(sampler.options().mode)), BenchmarkContender::Role::Way,
                                    [this, &sampler](std::uint64_t) { return sampler.next(m_indices); }, {}, {}});
        m_contenders.push_back({"limit: counting", BenchmarkContender::Role::Limit,
                                [this](std::uint64_t number) {
                                    std::iota(m_indices.begin(), m_indices.end(), number);
                                    return Status();
                                },
                                {}, {}});
        return {};
    }

    [[nodiscard]] const std::vector<BenchmarkContender>& contenders() const override { return m_contenders; }
    [[nodiscard]] std::uint64_t batches() const override { return kEndless; }
    [[nodiscard]] std::uint64_t bytesPerBatch() const override { return m_indices.size() * sizeof(std::uint64_t); }

private:
    std::vector<std::uint64_t> m_indices;
    std::vector<Sampler> m_samplers;
    std::vector<BenchmarkContender> m_contenders;
};

}  // namespace

Result<std::unique_ptr<BenchmarkSubject>> makeSamplerSubject(const SubjectPlace& place)
{
    auto subject = std::make_unique<SamplerSubject>();
    ZR_RETURN_IF_ERROR(subject->make(place));
    return std::unique_ptr<BenchmarkSubject>(std::move(subject));
}

}  // namespace zrecord
