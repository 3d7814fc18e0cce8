#include <optional>
#include <string>
#include <utility>

#include "base/checksum.h"
#include "benchmark/benchmark_subject.h"
#include "benchmark/record_plan.h"
#include "zrecord/data_loader.h"

namespace zrecord {
namespace {

using Role = BenchmarkContender::Role;
constexpr std::uint64_t kPrefetch = 4;

class LoaderSubject final : public BenchmarkSubject {
public:
    explicit LoaderSubject(const SubjectPlace& place) : m_place(place) {}

    Status make()
    {
        ZR_ASSIGN_OR_RETURN(Store store, Store::open(m_place.path));
        m_store = std::make_shared<const Store>(std::move(store));
        ZR_ASSIGN_OR_RETURN(RecordPlan plan, RecordPlan::make(m_store->summary(), m_place.options, m_place.context));
        m_plan.emplace(std::move(plan));
        ZR_ASSIGN_OR_RETURN(m_bytes, gatherInto(*m_store, m_plan->indices(0), m_memory, m_place.context));
        addLoader("loader", kPrefetch);
        addLoader("loader, no prefetch", 0);
        const auto gather = [this](std::uint64_t number) { return gatherInto(*m_store, m_plan->indices(number), m_memory, m_place.context).status(); };
        const auto check = [this](std::uint64_t number) -> Result<std::uint64_t> {
            ZR_ASSIGN_OR_RETURN(const std::uint64_t bytes, gatherInto(*m_store, m_plan->indices(number), m_memory, m_place.context));
            return checksumOf({m_memory.data(), bytes});
        };
        m_contenders.push_back({"limit: gather", Role::Limit, gather, check, {}});
        return {};
    }

    [[nodiscard]] const std::vector<BenchmarkContender>& contenders() const override { return m_contenders; }
    [[nodiscard]] std::uint64_t batches() const override { return m_plan->batches(); }
    [[nodiscard]] std::uint64_t bytesPerBatch() const override { return m_bytes; }

private:
    Status open(std::uint64_t prefetch, std::uint64_t firstStep)
    {
        m_loader.reset();
        LoaderOptions options;
        options.batch = m_place.options.batch;
        options.seed = m_place.options.seed;
        options.mode = m_place.options.random ? SamplerMode::Cyclic : SamplerMode::Sequential;
        options.prefetch = prefetch;
        options.threads = m_place.options.threads;
        options.firstStep = firstStep;
        ZR_ASSIGN_OR_RETURN(DataLoader loader, DataLoader::create({LoaderStream{"records", m_store}}, options));
        m_loader.emplace(std::move(loader));
        return {};
    }

    /// The steady state: what was read ahead while nobody asked has been taken before the time begins.
    Status warm(std::uint64_t prefetch)
    {
        ZR_RETURN_IF_ERROR(open(prefetch, 0));
        for (std::uint64_t i = 0; i < 2 * prefetch; ++i)
            ZR_RETURN_IF_ERROR(m_loader->next(m_place.context.stop).status());
        return {};
    }

    void addLoader(const char* name, std::uint64_t prefetch)
    {
        BenchmarkContender contender{name, Role::Way, [this](std::uint64_t) { return m_loader->next(m_place.context.stop).status(); }, {}, {}};
        contender.check = [this, prefetch](std::uint64_t number) -> Result<std::uint64_t> {
            if (number == 0)
                ZR_RETURN_IF_ERROR(open(prefetch, 0));
            ZR_ASSIGN_OR_RETURN(const Batch batch, m_loader->next(m_place.context.stop));
            return checksumOf(batch.streams().front().bytes);
        };
        contender.prepare = [this, prefetch] { return warm(prefetch); };
        m_contenders.push_back(std::move(contender));
    }

    SubjectPlace m_place;
    std::shared_ptr<const Store> m_store;
    std::optional<RecordPlan> m_plan;
    std::optional<DataLoader> m_loader;
    ResultMemory m_memory;
    std::uint64_t m_bytes = 0;
    std::vector<BenchmarkContender> m_contenders;
};

}  // namespace

Result<std::unique_ptr<BenchmarkSubject>> makeLoaderSubject(const SubjectPlace& place)
{
    auto subject = std::make_unique<LoaderSubject>(place);
    ZR_RETURN_IF_ERROR(subject->make());
    return std::unique_ptr<BenchmarkSubject>(std::move(subject));
}

}  // namespace zrecord
