#include <algorithm>
#include <cstdlib>
#include <limits>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <utility>

#include "analysis/view_sampler.h"
#include "concurrency/progress_reporter.h"
#include "sampling/cyclic_sampler.h"
#include "zrecord/sampler_report.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kMostCycles = 1'000'000;
constexpr std::size_t kWordsBetweenLooks = std::size_t{1} << 20;

/// Turns places of the global batch into places of the rank's part, and collects visits.
class VisitCollector {
public:
    VisitCollector(const ViewSampler& sampler, std::size_t count) : m_count(count), m_whole(sampler.part().isWhole())
    {
        if (m_whole)
            return;
        std::vector<std::uint64_t> all(static_cast<std::size_t>(sampler.globalBatchLength()));
        std::iota(all.begin(), all.end(), std::uint64_t{0});
        m_places.resize(static_cast<std::size_t>(sampler.batchLength()));
        sampler.part().pick(all, m_places);
    }

    /// True once a step after the last wanted visit was noted.
    [[nodiscard]] bool full() const { return m_visits.size() >= m_count; }
    void note(std::uint64_t step, std::uint64_t globalPlace)
    {
        if (m_whole) {
            add({step, globalPlace});
            return;
        }
        // A part that wraps holds a place twice.
        for (auto at = m_places.begin(); (at = std::find(at, m_places.end(), globalPlace)) != m_places.end(); ++at)
            add({step, static_cast<std::uint64_t>(at - m_places.begin())});
    }
    /// Steps come in order, places of one step in any.
    void add(RecordVisit visit)
    {
        if (!m_ofStep.empty() && m_ofStep.front().step != visit.step)
            closeStep();
        m_ofStep.push_back(visit);
    }
    std::vector<RecordVisit> take()
    {
        closeStep();
        m_visits.resize(std::min(m_visits.size(), m_count));
        return std::move(m_visits);
    }

private:
    std::size_t m_count;
    bool m_whole;
    std::vector<std::uint64_t> m_places;  ///< global place of each place of the part
    void closeStep()
    {
        std::sort(m_ofStep.begin(), m_ofStep.end(), [](const RecordVisit& a, const RecordVisit& b) { return a.place < b.place; });
        m_visits.insert(m_visits.end(), m_ofStep.begin(), m_ofStep.end());
        m_ofStep.clear();
    }

    std::vector<RecordVisit> m_ofStep;
    std::vector<RecordVisit> m_visits;
};

void visitsOfSequential(const SamplerView& view, std::uint64_t record, VisitCollector& visits)
{
    const SamplerOptions& options = view.sampler;
    constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
    if (view.firstStep > kMost / options.batch)
        return;  // past what the sampler itself counts without wrapping
    const std::uint64_t begin = view.firstStep * options.batch;
    const std::uint64_t ahead = (record + options.length - begin % options.length) % options.length;
    std::uint64_t position = begin + ahead;
    for (std::uint64_t pass = 0; pass < kMostCycles && !visits.full() && position >= begin; ++pass) {
        visits.note(position / options.batch, position % options.batch);
        if (position > kMost - options.length)
            return;
        position += options.length;
    }
}

Status visitsOfCyclic(const SamplerView& view, std::uint64_t record, VisitCollector& visits, const OperationContext& context)
{
    const CyclicSampler sampler(view.sampler.length, view.sampler.batch, view.sampler.seed);
    const std::uint64_t first = view.firstStep / sampler.stepsPerCycle();
    for (std::uint64_t cycle = first; cycle - first < kMostCycles && !visits.full(); ++cycle) {
        if (cycle % 1'024 == 0)
            ZR_RETURN_IF_ERROR(checkStop(context));
        const std::uint64_t position = IndexPermutation::ofCycle(view.sampler.length, view.sampler.seed, cycle).positionOf(record);
        const std::uint64_t stepOfCycle = position / sampler.batchLength();
        const std::uint64_t step = cycle * sampler.stepsPerCycle() + stepOfCycle;
        if (stepOfCycle < sampler.stepsPerCycle() && step >= view.firstStep)
            visits.note(step, position % sampler.batchLength());
    }
    return {};
}

Status visitsOfIid(const SamplerView& view, std::uint64_t record, std::uint64_t drawLimit, ViewSampler& sampler, VisitCollector& visits,
                   const OperationContext& context)
{
    const std::uint64_t steps = std::max<std::uint64_t>(drawLimit / sampler.globalBatchLength(), 1);
    ProgressReporter progress(context, "drawing indices", steps, ProgressUnit::Steps);
    for (std::uint64_t step = 0; step < steps && !visits.full(); ++step) {
        ZR_ASSIGN_OR_RETURN(const std::vector<std::uint64_t>* indices, sampler.next());
        for (std::size_t place = 0; place < indices->size(); ++place)
            if ((*indices)[place] == record)
                visits.add({view.firstStep + step, place});
        ZR_RETURN_IF_ERROR(progress.advance(1));
    }
    progress.finish();
    return {};
}

/// One bit for each record.
class SeenSet {
public:
    explicit SeenSet(std::uint64_t length)
        : m_length(length), m_count(static_cast<std::size_t>((length + 63) / 64)), m_words(static_cast<std::uint64_t*>(std::calloc(m_count, sizeof(std::uint64_t))))
    {
    }
    [[nodiscard]] bool isThere() const { return m_words != nullptr; }
    void add(std::uint64_t record) { m_words[static_cast<std::size_t>(record / 64)] |= std::uint64_t{1} << record % 64; }

    Result<UnseenRecords> missing(std::size_t maxRanges, const OperationContext& context) const
    {
        UnseenRecords unseen;
        std::uint64_t run = 0;  // unseen records up to here
        for (std::size_t at = 0; at < m_count; ++at) {
            if (at % kWordsBetweenLooks == 0)
                ZR_RETURN_IF_ERROR(checkStop(context));
            const std::uint64_t first = std::uint64_t{at} * 64;
            const auto records = static_cast<unsigned>(std::min<std::uint64_t>(64, m_length - first));
            const std::uint64_t word = m_words[at];
            if (word == 0) {
                run += records;
                continue;
            }
            for (unsigned bit = 0; bit < records; ++bit) {
                if ((word >> bit & 1) == 0)
                    ++run;
                else
                    close(unseen, first + bit, run, maxRanges);
            }
        }
        close(unseen, m_length, run, maxRanges);
        return unseen;
    }

private:
    struct Freeing {
        void operator()(std::uint64_t* memory) const noexcept { std::free(memory); }
    };

    static void close(UnseenRecords& unseen, std::uint64_t end, std::uint64_t& run, std::size_t maxRanges)
    {
        if (run == 0)
            return;
        unseen.count += run;
        if (unseen.ranges.size() < maxRanges)
            unseen.ranges.push_back({end - run, run, 1});
        else
            unseen.complete = false;
        run = 0;
    }

    std::uint64_t m_length;
    std::size_t m_count;
    std::unique_ptr<std::uint64_t[], Freeing> m_words;  ///< handed out page by page as they are touched
};

}  // namespace

Result<std::vector<RecordVisit>> findVisits(const SamplerView& view, std::uint64_t record, std::size_t count, std::uint64_t drawLimit,
                                            const OperationContext& context)
{
    ZR_ASSIGN_OR_RETURN(ViewSampler sampler, ViewSampler::create(view));
    if (record >= view.sampler.length)
        return Status(ErrorCode::OutOfRange, "there is no record " + std::to_string(record) + " among " + std::to_string(view.sampler.length));
    VisitCollector visits(sampler, count);
    if (view.sampler.mode == SamplerMode::Sequential)
        visitsOfSequential(view, record, visits);
    else if (view.sampler.mode == SamplerMode::Cyclic)
        ZR_RETURN_IF_ERROR(visitsOfCyclic(view, record, visits, context));
    else
        ZR_RETURN_IF_ERROR(visitsOfIid(view, record, drawLimit, sampler, visits, context));
    return visits.take();
}

Result<UnseenRecords> findUnseen(const SamplerView& view, std::size_t maxRanges, const OperationContext& context)
{
    ZR_ASSIGN_OR_RETURN(ViewSampler sampler, ViewSampler::create(view));
    if (view.sampler.length / 8 > kReportMemory)
        return Status(ErrorCode::InvalidArgument, "to find unseen records among " + std::to_string(view.sampler.length) +
                                                      " takes one bit for each, more memory than a report may use; the most is " +
                                                      std::to_string(kReportMemory * 8) + " records");
    SeenSet seen(view.sampler.length);
    if (!seen.isThere())
        return Status(ErrorCode::OutOfMemory, "there is not enough memory to remember which of " + std::to_string(view.sampler.length) + " records were seen");
    ProgressReporter progress(context, "drawing indices", view.steps, ProgressUnit::Steps);
    for (std::uint64_t step = 0; step < view.steps; ++step) {
        ZR_ASSIGN_OR_RETURN(const std::vector<std::uint64_t>* indices, sampler.next());
        for (const std::uint64_t index : *indices)
            seen.add(index);
        ZR_RETURN_IF_ERROR(progress.advance(1));
    }
    progress.finish();
    return seen.missing(maxRanges, context);
}

}  // namespace zrecord
