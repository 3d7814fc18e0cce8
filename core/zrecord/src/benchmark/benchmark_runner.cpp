#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "benchmark/benchmark_subject.h"
#include "benchmark/store_fingerprint.h"
#include "concurrency/progress_reporter.h"
#include "concurrency/thread_pool.h"
#include "platform/process_usage.h"
#include "zrecord/store.h"

namespace zrecord {
namespace {

using Role = BenchmarkContender::Role;
constexpr double kRoundSeconds = 0.2;     // of the quickest line
constexpr double kLongestRound = 1.0;     // of the slowest
constexpr std::uint64_t kTrial = 16;      // batches
constexpr std::uint64_t kLatencies = 64;  // single batches a turn
constexpr double kLatencySeconds = 0.05;
constexpr double kNanosecond = 1e-9;

std::int64_t machineClock()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

class BenchmarkRunner {
public:
    BenchmarkRunner(const std::filesystem::path& path, const BenchmarkOptions& options, const std::function<void(const BenchmarkReport&)>& onPartial,
                    const OperationContext& context)
        : m_path(path), m_options(options), m_clock(options.clock ? options.clock : machineClock), m_onPartial(onPartial), m_outer(context), m_context(context)
    {
        m_context.progress = nullptr;
        if (m_options.threads != 0) {
            m_pool.emplace(m_options.threads);
            m_context.executor = &*m_pool;
        }
    }

    Result<BenchmarkReport> run()
    {
        ZR_RETURN_IF_ERROR(look());
        ZR_RETURN_IF_ERROR(makeSubject());
        ZR_RETURN_IF_ERROR(checkContenders());
        ZR_RETURN_IF_ERROR(chooseBatches());
        m_report.options = m_options;
        m_report.bytesPerBatch = m_subject->bytesPerBatch();
        m_report.notes = m_subject->notes();
        for (const BenchmarkContender& contender : m_subject->contenders()) {
            BenchmarkLine line;
            line.name = contender.name;
            line.limit = contender.role == Role::Limit;
            line.part = contender.role == Role::Part;
            line.peer = contender.role == Role::Peer;
            m_report.lines.push_back(std::move(line));
        }
        ZR_RETURN_IF_ERROR(timeRounds());
        return std::move(m_report);
    }

private:
    /// The store is closed again before anything is measured.
    Status look()
    {
        if (m_options.rounds == 0 || m_options.batch == 0)
            return Status(ErrorCode::InvalidArgument, "a benchmark needs at least one round and one record a batch");
        ZR_ASSIGN_OR_RETURN(const Store store, Store::open(m_path));
        if (store.size() == 0)
            return Status(ErrorCode::InvalidArgument, "the store has no records to measure with").withStore(m_path.string());
        m_options.batch = std::min({m_options.batch, store.size(), kMostBenchmarkBatch});
        m_report.store = store.summary();
        m_report.threads = m_context.pool().concurrency();
        m_report.environment = benchmarkEnvironment();
        ZR_ASSIGN_OR_RETURN(m_report.fingerprint, fingerprintStore(store, m_outer));
        return {};
    }

    Status makeSubject()
    {
        const SubjectPlace place{m_path, m_options, m_context};
        const auto make = [&] {
            switch (m_options.work) {
            case BenchmarkWork::Append:
                return makeAppendSubject(place);
            case BenchmarkWork::Loader:
                return makeLoaderSubject(place);
            case BenchmarkWork::Sampler:
                return makeSamplerSubject(place);
            case BenchmarkWork::Open:
                return makeOpenSubject(place);
            case BenchmarkWork::Gather:
                break;
            }
            return makeGatherSubject(place);
        };
        ZR_ASSIGN_OR_RETURN(m_subject, make());
        return {};
    }

    /// Every contender walks the whole plan and must give what the first gives; this also warms caches and maps.
    Status checkContenders()
    {
        const std::uint64_t batches = m_subject->batches();
        std::vector<std::uint64_t> expected;
        const auto& contenders = m_subject->contenders();
        const auto checked = static_cast<std::uint64_t>(std::ranges::count_if(contenders, [](const BenchmarkContender& one) { return bool(one.check); }));
        ProgressReporter progress(m_outer, "checking results", batches * checked, ProgressUnit::Steps);
        for (const BenchmarkContender& contender : contenders)
            for (std::uint64_t b = 0; contender.check && b < batches; ++b) {
                ZR_ASSIGN_OR_RETURN(const std::uint64_t sum, contender.check(b));
                if (expected.size() <= b)
                    expected.push_back(sum);
                else if (expected[b] != sum)
                    return Status(ErrorCode::Internal, "'" + contender.name + "' and '" + contenders.front().name + "' read different bytes");
                ZR_RETURN_IF_ERROR(progress.advance(1));
            }
        progress.finish();
        return {};
    }

    /// As many as take the quickest limit, or way, a fifth of a second, but nobody more than a second.
    Status chooseBatches()
    {
        const std::uint64_t batches = m_subject->batches();
        if (m_options.batches != 0) {
            m_options.batches = std::min(m_options.batches, batches);
            return {};
        }
        double fitting = static_cast<double>(batches);
        for (const BenchmarkContender& contender : m_subject->contenders()) {
            if (contender.role == Role::Part || contender.remote)
                continue;
            ZR_RETURN_IF_ERROR(prepare(contender));
            ZR_ASSIGN_OR_RETURN(const double first, timeOnce(contender, 1, 0));
            const bool slow = first > kLongestRound / kTrial;
            ZR_ASSIGN_OR_RETURN(const double seconds, slow ? Result<double>(first) : timeOnce(contender, std::min(batches, kTrial), 1));
            if (seconds > 0)
                fitting = std::min(fitting, (contender.role == Role::Limit ? kRoundSeconds : kLongestRound) / seconds);
        }
        m_options.batches = std::clamp<std::uint64_t>(static_cast<std::uint64_t>(fitting), 1, batches);
        return {};
    }

    static Status prepare(const BenchmarkContender& contender) { return contender.prepare ? contender.prepare() : Status(); }

    /// Seconds a batch.
    Result<double> timeOnce(const BenchmarkContender& contender, std::uint64_t batches, std::uint64_t first)
    {
        const std::int64_t start = m_clock();
        for (std::uint64_t b = 0; b < batches; ++b) {
            ZR_RETURN_IF_ERROR(contender.work(first + b));
            ZR_RETURN_IF_ERROR(checkStop(m_context));
        }
        return static_cast<double>(m_clock() - start) * kNanosecond / static_cast<double>(batches);
    }

    /// Single batches after those of the round, so that looking at the clock costs the round nothing.
    Status timeLatencies(const BenchmarkContender& contender, std::uint64_t first, BenchmarkLine& line)
    {
        std::int64_t before = m_clock();
        const std::int64_t begin = before;
        for (std::uint64_t b = 0; b < std::min(m_options.batches, kLatencies); ++b) {
            ZR_RETURN_IF_ERROR(contender.work(first + b));
            const std::int64_t now = m_clock();
            line.latencies.push_back(static_cast<double>(now - before) * kNanosecond);
            before = now;
            ZR_RETURN_IF_ERROR(checkStop(m_context));
            if (static_cast<double>(now - begin) * kNanosecond > kLatencySeconds)
                break;
        }
        return {};
    }

    Status takeRemoteTurn(const BenchmarkContender& contender, std::uint64_t first, BenchmarkLine& line) const
    {
        ZR_ASSIGN_OR_RETURN(const PeerProcess::Turn turn, contender.remote(first, m_options.batches, kLatencies));
        line.seconds.push_back(turn.seconds);
        line.latencies.insert(line.latencies.end(), turn.latencies.begin(), turn.latencies.end());
        return {};
    }

    Status takeTurn(std::uint64_t round, std::size_t turn)
    {
        const BenchmarkContender& contender = m_subject->contenders()[turn];
        BenchmarkLine& line = m_report.lines[turn];
        if (contender.remote)
            return takeRemoteTurn(contender, round * m_options.batches, line);
        ZR_RETURN_IF_ERROR(prepare(contender));
        const std::uint64_t first = round * m_options.batches;
        const ProcessUsage before = processUsage();
        auto seconds = timeOnce(contender, m_options.batches, first);
        const ProcessUsage after = processUsage();
        if (!seconds.ok())
            return std::move(seconds).status();
        line.seconds.push_back(*seconds);
        line.wallSeconds += *seconds * static_cast<double>(m_options.batches);
        line.cpuSeconds += after.cpuSeconds - before.cpuSeconds;
        const auto rounds = static_cast<double>(line.seconds.size());
        const double faults = static_cast<double>(after.faults - before.faults) / static_cast<double>(m_options.batches);
        line.faultsPerBatch += (faults - line.faultsPerBatch) / rounds;
        line.residentBytes = after.residentBytes;
        return timeLatencies(contender, first + m_options.batches, line);
    }

    Status timeRounds()
    {
        const std::size_t count = m_report.lines.size();
        ProgressReporter progress(m_outer, "measuring", m_options.rounds * count, ProgressUnit::Steps);
        for (std::uint64_t round = 0; round < m_options.rounds; ++round) {
            for (std::size_t i = 0; i < count; ++i) {
                // Each round begins with another contender and with other records, the same for all in the round.
                ZR_RETURN_IF_ERROR(takeTurn(round, static_cast<std::size_t>((i + round) % count)));
                ZR_RETURN_IF_ERROR(progress.advance(1));
            }
            if (m_onPartial)
                m_onPartial(m_report);
        }
        progress.finish();
        return {};
    }

    const std::filesystem::path& m_path;
    BenchmarkOptions m_options;
    std::function<std::int64_t()> m_clock;
    const std::function<void(const BenchmarkReport&)>& m_onPartial;
    const OperationContext& m_outer;
    std::optional<ThreadPool> m_pool;
    OperationContext m_context;  ///< of single batches: without progress
    std::unique_ptr<BenchmarkSubject> m_subject;
    BenchmarkReport m_report;
};

}  // namespace

Result<BenchmarkReport> runBenchmark(const std::filesystem::path& store, const BenchmarkOptions& options,
                                     const std::function<void(const BenchmarkReport&)>& onPartial, const OperationContext& context)
{
    return BenchmarkRunner(store, options, onPartial, context).run();
}

}  // namespace zrecord
