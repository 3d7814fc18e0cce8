#include <algorithm>
#include <chrono>
#include <functional>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "base/checksum.h"
#include "benchmark/gather_limit.h"
#include "concurrency/progress_reporter.h"
#include "zrecord/benchmark.h"
#include "zrecord/result_memory.h"
#include "zrecord/sampler.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kLongestPlan = 1 << 20;  // records: its places fit into some tens of megabytes
constexpr double kRoundSeconds = 0.2;

/// One contender: fetches batch `number` of the plan into the memory and says how many bytes that are.
struct Contender {
    std::string name;
    bool limit;
    std::function<Result<std::uint64_t>(std::uint64_t number)> fetch;
};

class GatherBenchmark {
public:
    GatherBenchmark(const BenchmarkOptions& options, const OperationContext& context)
        : m_options(options), m_outer(context), m_context(context)
    {
        m_context.progress = nullptr;
    }

    Result<BenchmarkReport> run(const std::filesystem::path& path)
    {
        ZR_RETURN_IF_ERROR(open(path));
        ZR_RETURN_IF_ERROR(makePlan());
        ZR_RETURN_IF_ERROR(makeContenders());
        ZR_RETURN_IF_ERROR(checkContenders());
        ZR_RETURN_IF_ERROR(chooseBatches());
        ZR_RETURN_IF_ERROR(timeRounds());
        BenchmarkReport report{m_mapped->summary(), m_options, m_limit->plainBytesBefore(m_plan.size()) / (m_plan.size() / m_options.batch),
                               m_context.pool().concurrency(), {}};
        for (std::size_t i = 0; i < m_contenders.size(); ++i)
            report.lines.push_back({m_contenders[i].name, m_contenders[i].limit, m_seconds[i]});
        return report;
    }

private:
    using Clock = std::chrono::steady_clock;

    Status open(const std::filesystem::path& path)
    {
        if (m_options.rounds == 0 || m_options.batch == 0)
            return Status(ErrorCode::InvalidArgument, "a benchmark needs at least one round and one record a batch");
        OpenOptions byCalls;
        byCalls.readMode = ReadMode::Pread;
        ZR_ASSIGN_OR_RETURN(Store mapped, Store::open(path));
        ZR_ASSIGN_OR_RETURN(Store read, Store::open(path, byCalls));
        if (mapped.size() == 0)
            return Status(ErrorCode::InvalidArgument, "the store has no records to measure with").withStore(path.string());
        m_mapped.emplace(std::move(mapped));
        m_read.emplace(std::move(read));
        m_options.batch = std::min(m_options.batch, m_mapped->size());
        return {};
    }

    /// Whole batches of one walk over the records, or of its first million.
    Status makePlan()
    {
        const std::uint64_t records = m_mapped->size();
        const std::uint64_t batches = std::max<std::uint64_t>(std::min(records, kLongestPlan) / m_options.batch, 1);
        m_plan.resize(batches * m_options.batch);
        SamplerOptions options;
        options.length = records;
        options.batch = m_options.batch;
        options.mode = m_options.random ? SamplerMode::Cyclic : SamplerMode::Sequential;
        options.seed = m_options.seed;
        ZR_ASSIGN_OR_RETURN(Sampler sampler, Sampler::create(options));
        for (std::uint64_t b = 0; b < batches; ++b)
            ZR_RETURN_IF_ERROR(sampler.next(std::span(m_plan).subspan(b * m_options.batch, m_options.batch)));
        ZR_ASSIGN_OR_RETURN(GatherLimit limit, GatherLimit::make(*m_mapped, m_plan));
        m_limit.emplace(std::move(limit));
        std::uint64_t largest = 0;
        for (std::uint64_t b = 0; b < batches; ++b)
            largest = std::max(largest, bytesOf(b));
        ZR_ASSIGN_OR_RETURN(m_memory, ResultMemory::take(largest));
        return {};
    }

    [[nodiscard]] std::uint64_t bytesOf(std::uint64_t number) const
    {
        return m_limit->plainBytesBefore((number + 1) * m_options.batch) - m_limit->plainBytesBefore(number * m_options.batch);
    }
    [[nodiscard]] std::span<const std::uint64_t> indicesOf(std::uint64_t number) const
    {
        return std::span(m_plan).subspan(number * m_options.batch, m_options.batch);
    }

    Result<std::uint64_t> gather(const Store& store, std::uint64_t number)
    {
        const std::span<std::byte> out(m_memory.data(), m_memory.size());
        if (store.summary().kind == StoreKind::Dense) {
            ZR_RETURN_IF_ERROR(store.gather(indicesOf(number), out, m_context));
        } else {
            ZR_ASSIGN_OR_RETURN(const RaggedLayout layout, store.layout(indicesOf(number), m_context));
            ZR_RETURN_IF_ERROR(store.gather(indicesOf(number), layout, out, m_context));
        }
        return bytesOf(number);
    }

    Status makeContenders()
    {
        m_contenders.push_back({"map", false, [this](std::uint64_t number) { return gather(*m_mapped, number); }});
        m_contenders.push_back({"pread", false, [this](std::uint64_t number) { return gather(*m_read, number); }});
        const auto addLimit = [this](const char* name, GatherLimit::Kind kind) {
            m_contenders.push_back({name, true, [this, kind](std::uint64_t number) -> Result<std::uint64_t> {
                                        ZR_RETURN_IF_ERROR(m_limit->run(kind, number * m_options.batch, m_options.batch, m_memory.data(), m_context));
                                        return bytesOf(number);
                                    }});
        };
        if (m_mapped->summary().codec == Codec::Raw) {
            addLimit("limit: memcpy", GatherLimit::Kind::Copy);
            addLimit("limit: pread", GatherLimit::Kind::Pread);
        } else if (m_mapped->summary().codec == Codec::Zstd) {
            addLimit("limit: libzstd", GatherLimit::Kind::Decode);
        }
        m_seconds.resize(m_contenders.size());
        return {};
    }

    /// Every contender walks the whole plan and must give what the first gives; this also warms caches and maps.
    Status checkContenders()
    {
        const std::uint64_t batches = m_plan.size() / m_options.batch;
        std::vector<std::uint64_t> expected(batches);
        ProgressReporter progress(m_outer, "checking results", batches * m_contenders.size(), ProgressUnit::Steps);
        for (const Contender& contender : m_contenders)
            for (std::uint64_t b = 0; b < batches; ++b) {
                ZR_ASSIGN_OR_RETURN(const std::uint64_t bytes, contender.fetch(b));
                const std::uint64_t sum = checksumOf({m_memory.data(), bytes});
                if (&contender == &m_contenders.front())
                    expected[b] = sum;
                else if (expected[b] != sum)
                    return Status(ErrorCode::Internal, "'" + contender.name + "' and '" + m_contenders.front().name + "' read different bytes");
                ZR_RETURN_IF_ERROR(progress.advance(1));
            }
        progress.finish();
        return {};
    }

    Status chooseBatches()
    {
        const std::uint64_t batches = m_plan.size() / m_options.batch;
        if (m_options.batches != 0) {
            m_options.batches = std::min(m_options.batches, batches);
            return {};
        }
        const std::uint64_t trial = std::min<std::uint64_t>(batches, 16);
        ZR_ASSIGN_OR_RETURN(const double seconds, timeOnce(m_contenders.back(), trial, 0));
        const double fitting = seconds > 0 ? kRoundSeconds / seconds : static_cast<double>(batches);
        m_options.batches = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(std::min(fitting, static_cast<double>(batches))), 1, batches);
        return {};
    }

    /// Seconds a batch.
    Result<double> timeOnce(const Contender& contender, std::uint64_t batches, std::uint64_t first)
    {
        const std::uint64_t all = m_plan.size() / m_options.batch;
        const Clock::time_point start = Clock::now();
        for (std::uint64_t b = 0; b < batches; ++b) {
            ZR_RETURN_IF_ERROR(contender.fetch((first + b) % all).status());
            ZR_RETURN_IF_ERROR(checkStop(m_context));
        }
        return std::chrono::duration<double>(Clock::now() - start).count() / static_cast<double>(batches);
    }

    Status timeRounds()
    {
        ProgressReporter progress(m_outer, "measuring", m_options.rounds * m_contenders.size(), ProgressUnit::Steps);
        for (std::uint64_t round = 0; round < m_options.rounds; ++round)
            for (std::size_t i = 0; i < m_contenders.size(); ++i) {
                // Each round begins with another contender and with other records, the same for all in the round.
                const std::size_t turn = (i + round) % m_contenders.size();
                auto seconds = timeOnce(m_contenders[turn], m_options.batches, round * m_options.batches);
                if (!seconds.ok())
                    return std::move(seconds).status();
                m_seconds[turn].push_back(*seconds);
                ZR_RETURN_IF_ERROR(progress.advance(1));
            }
        progress.finish();
        return {};
    }

    BenchmarkOptions m_options;
    const OperationContext& m_outer;
    OperationContext m_context;  ///< of single gathers: without progress
    std::optional<Store> m_mapped;
    std::optional<Store> m_read;
    std::vector<std::uint64_t> m_plan;
    std::optional<GatherLimit> m_limit;
    ResultMemory m_memory;
    std::vector<Contender> m_contenders;
    std::vector<std::vector<double>> m_seconds;
};

}  // namespace

Result<BenchmarkReport> benchmarkGather(const std::filesystem::path& store, const BenchmarkOptions& options, const OperationContext& context)
{
    return GatherBenchmark(options, context).run(store);
}

}  // namespace zrecord
