#include "zrecord/dictionary_tuning.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <string>
#include <utility>

#include <zstd.h>

#include "analysis/candidate_store.h"
#include "analysis/tuning_sample.h"
#include "concurrency/progress_reporter.h"
#include "platform/work_folder.h"
#include "zrecord/dictionary.h"

namespace zrecord {
namespace {

constexpr double kAgainstStep = 0.05;

std::int64_t steadyNanoseconds()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

// What a reader keeps: the dictionary and zstd's tables for it.
std::uint64_t readerMemory(const std::vector<std::byte>& dictionary)
{
    if (dictionary.empty())
        return 0;
    ZSTD_DDict* digested = ZSTD_createDDict(dictionary.data(), dictionary.size());
    const std::uint64_t bytes = ZSTD_sizeof_DDict(digested);
    ZSTD_freeDDict(digested);
    return bytes;
}

class TuningRun {
public:
    TuningRun(const Store& store, const TuneOptions& options, const std::function<void(const TuneReport&)>& onPartial, const OperationContext& context,
              WorkFolder folder)
        : m_store(store), m_options(options), m_onPartial(onPartial), m_context(context), m_clock(options.clock ? options.clock : steadyNanoseconds),
          m_folder(std::move(folder)), m_progress(context, "comparing dictionaries", totalSteps(options), ProgressUnit::Steps)
    {
    }

    Status prepare()
    {
        ZR_ASSIGN_OR_RETURN(SamplePlan plan, planSample(m_store, m_options, m_context));
        ZR_ASSIGN_OR_RETURN(m_training, RecordSample::read(m_store, plan.training, m_context));
        ZR_ASSIGN_OR_RETURN(m_test, RecordSample::read(m_store, plan.test, m_context));
        m_report.records = m_store.size();
        m_report.trainingRecords = m_training->size();
        m_report.trainingBytes = m_training->bytes();
        m_report.testRecords = m_test->size();
        m_report.testBytes = m_test->bytes();
        m_report.seed = m_options.seed;
        return {};
    }

    /// Trains the candidate and opens its store. Only what stops everything is returned; other failures stay in the result.
    Status begin(const TuneCandidate& candidate)
    {
        TuneResult result;
        result.candidate = candidate;
        if (candidate.codec == Codec::ZstdDict) {
            result.status = train(candidate.dictionaryBytes, result);
            if (result.status.code() == ErrorCode::Cancelled)
                return result.status;
        }
        m_stores.emplace_back();
        if (result.status.ok()) {
            auto made = CandidateStore::create(m_folder.path() / std::to_string(m_stores.size()), m_store.summary(), candidate, result.dictionary, m_clock);
            ZR_RETURN_IF_ERROR(made.status());
            m_stores.back().emplace(std::move(made).value());
            result.dictionaryBytes = result.dictionary.size();
            result.memoryBytes = readerMemory(result.dictionary);
        }
        m_report.results.push_back(std::move(result));
        return step();
    }

    /// One share of the test records into every store, by turns; the first of a round changes.
    Status writeRound(unsigned round)
    {
        const std::size_t first = m_test->size() * round / m_options.rounds;
        const std::size_t end = m_test->size() * (round + 1) / m_options.rounds;
        for (std::size_t turn = 0; turn < m_stores.size(); ++turn) {
            auto& store = m_stores[(turn + round) % m_stores.size()];
            if (store && end > first)
                ZR_RETURN_IF_ERROR(store->write(*m_test, first, end - first, m_context));
            ZR_RETURN_IF_ERROR(step());
        }
        return {};
    }

    Status readRound(unsigned round)
    {
        for (std::size_t turn = 0; turn < m_stores.size(); ++turn) {
            const std::size_t number = (turn + round) % m_stores.size();
            if (m_stores[number]) {
                ZR_RETURN_IF_ERROR(m_stores[number]->read(m_options.seed + round, m_context));
                takeTimes(number);
            }
            ZR_RETURN_IF_ERROR(step());
        }
        m_report.rounds = round + 1;
        m_report.advice = adviseTuning(m_report);
        return {};
    }

    /// Sizes of all candidates, once everything is written.
    Status measureSizes()
    {
        std::vector<std::vector<std::uint64_t>> sizes(m_stores.size());
        const std::vector<std::uint64_t>* plain = nullptr;
        for (std::size_t i = 0; i < m_stores.size(); ++i) {
            if (!m_stores[i])
                continue;
            ZR_ASSIGN_OR_RETURN(sizes[i], m_stores[i]->storedSizes());
            const TuneCandidate& candidate = m_report.results[i].candidate;
            if (candidate.codec == Codec::Zstd && (candidate.level == 3 || !plain))
                plain = &sizes[i];
        }
        for (std::size_t i = 0; i < m_stores.size(); ++i)
            if (m_stores[i])
                takeSizes(m_report.results[i], sizes[i], plain);
        return {};
    }

    TuneReport finish()
    {
        m_progress.finish();
        return std::move(m_report);
    }

private:
    static std::uint64_t totalSteps(const TuneOptions& options) { return options.candidates.size() * (1 + 2 * std::uint64_t{options.rounds}); }

    Status step()
    {
        ZR_RETURN_IF_ERROR(m_progress.advance(1));
        if (m_onPartial)
            m_onPartial(m_report);
        return {};
    }

    Status train(std::uint64_t bytes, TuneResult& result)
    {
        auto known = m_trained.find(bytes);
        if (known == m_trained.end()) {
            const std::int64_t start = m_clock();
            OperationContext quiet{m_context.stop, {}, m_context.executor};
            auto dictionary = trainDictionary(m_training->records(), DictionaryTier{"", bytes, m_options.sampleBytes}, quiet);
            const double seconds = static_cast<double>(m_clock() - start) * 1e-9;
            known = m_trained.emplace(bytes, Training{std::move(dictionary), seconds}).first;
        }
        result.trainSeconds = known->second.seconds;
        if (known->second.dictionary.ok())
            result.dictionary = *known->second.dictionary;
        return known->second.dictionary.status();
    }

    void takeTimes(std::size_t number)
    {
        const CandidateStore& store = *m_stores[number];
        TuneResult& result = m_report.results[number];
        result.writeMiBs = store.writeRates();
        result.gatherMiBs = store.gatherRates();
        result.p50 = store.singleQuantile(0.50);
        result.p95 = store.singleQuantile(0.95);
        result.p99 = store.singleQuantile(0.99);
    }

    void takeSizes(TuneResult& result, const std::vector<std::uint64_t>& sizes, const std::vector<std::uint64_t>* plain) const
    {
        result.storedBytes = 0;
        for (const std::uint64_t size : sizes)
            result.storedBytes += size;
        result.ratio = result.storedBytes == 0 ? 0 : static_cast<double>(m_test->bytes()) / static_cast<double>(result.storedBytes);
        result.storeBytes = static_cast<double>(result.storedBytes) / static_cast<double>(m_test->size()) * static_cast<double>(m_store.size()) +
                            static_cast<double>(result.dictionaryBytes);
        result.against.assign(kTuneAgainstBins, 0);
        for (std::size_t i = 0; plain && i < sizes.size(); ++i) {
            result.bigger += sizes[i] > (*plain)[i] ? 1U : 0U;
            const double change = static_cast<double>(sizes[i]) / static_cast<double>(std::max<std::uint64_t>((*plain)[i], 1)) - 1;
            const double bin = std::floor(change / kAgainstStep + 1e-9) + 11;
            ++result.against[static_cast<std::size_t>(std::clamp(bin, 0.0, static_cast<double>(kTuneAgainstBins - 1)))];
        }
    }

    struct Training {
        Result<std::vector<std::byte>> dictionary;
        double seconds;
    };
    const Store& m_store;
    const TuneOptions& m_options;
    const std::function<void(const TuneReport&)>& m_onPartial;
    const OperationContext& m_context;
    CandidateStore::Clock m_clock;
    WorkFolder m_folder;
    ProgressReporter m_progress;
    std::optional<RecordSample> m_training;
    std::optional<RecordSample> m_test;
    std::map<std::uint64_t, Training> m_trained;
    std::vector<std::optional<CandidateStore>> m_stores;
    TuneReport m_report;
};

}  // namespace

Result<TuneReport> tuneDictionary(const Store& store, const TuneOptions& options, const std::function<void(const TuneReport&)>& onPartial,
                                  const OperationContext& context)
{
    if (options.candidates.empty() || options.rounds == 0)
        return Status(ErrorCode::InvalidArgument, "there is nothing to compare").withRemedy("Name one candidate at least, and measure one round at least.");
    ZR_ASSIGN_OR_RETURN(WorkFolder folder, WorkFolder::create(options.workFolder, "zr-tune-"));
    TuningRun run(store, options, onPartial, context, std::move(folder));
    ZR_RETURN_IF_ERROR(run.prepare());
    for (const TuneCandidate& candidate : options.candidates)
        ZR_RETURN_IF_ERROR(run.begin(candidate));
    for (unsigned round = 0; round < options.rounds; ++round)
        ZR_RETURN_IF_ERROR(run.writeRound(round));
    ZR_RETURN_IF_ERROR(run.measureSizes());
    for (unsigned round = 0; round < options.rounds; ++round)
        ZR_RETURN_IF_ERROR(run.readRound(round));
    return run.finish();
}

}  // namespace zrecord
