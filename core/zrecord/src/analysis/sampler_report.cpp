#include "zrecord/sampler_report.h"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>

#include "analysis/shuffle_meter.h"
#include "analysis/view_sampler.h"
#include "analysis/visit_table.h"
#include "concurrency/progress_reporter.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kCoveragePoints = 512;
constexpr std::size_t kGapBins = 33;  // positions have 32 bits
constexpr std::chrono::milliseconds kPartialInterval{200};
constexpr std::size_t kLookAhead = 16;  // indices whose slots are on their way from memory
constexpr std::uint64_t kIndicesBetweenClocks = 65'536;

// Which position of a block becomes its dot: any fixed one would beat against regular orders.
std::uint64_t scattered(std::uint64_t block)
{
    std::uint64_t z = (block + 1) * 0x9E37'79B9'7F4A'7C15;
    z = (z ^ (z >> 30)) * 0xBF58'476D'1CE4'E5B9;
    return z ^ (z >> 31);
}

// Mean steps until independent draws have shown all of `length` records.
double collectorSteps(std::uint64_t length, std::uint64_t batchLength)
{
    const auto n = static_cast<double>(length);
    double harmonic = 0;
    if (length <= 1'000) {
        for (std::uint64_t i = length; i > 0; --i)
            harmonic += 1 / static_cast<double>(i);
    } else {
        harmonic = std::log(n) + 0.577'215'664'901'532'86 + 1 / (2 * n) - 1 / (12 * n * n);
    }
    return n * harmonic / static_cast<double>(batchLength);
}

/// Picks one position from each of equal blocks, while positions come in order.
class DotPicker {
public:
    DotPicker(std::uint64_t first, std::uint64_t count, std::uint64_t limit) : m_first(first), m_count(count), m_blocks(std::min(count, limit)) { plan(); }

    [[nodiscard]] bool done() const { return m_block == m_blocks; }
    [[nodiscard]] std::uint64_t wanted() const { return m_wanted; }
    void taken()
    {
        ++m_block;
        plan();
    }

private:
    void plan()
    {
        if (done())
            return;
        __extension__ using Wide = unsigned __int128;
        const auto edge = [this](std::uint64_t block) { return static_cast<std::uint64_t>(static_cast<Wide>(block) * m_count / m_blocks); };
        const std::uint64_t begin = edge(m_block);
        m_wanted = m_first + begin + scattered(m_block) % (edge(m_block + 1) - begin);
    }

    std::uint64_t m_first;
    std::uint64_t m_count;
    std::uint64_t m_blocks;
    std::uint64_t m_block = 0;
    std::uint64_t m_wanted = 0;
};

/// One pass over a view.
class ReportRun {
public:
    ReportRun(const SamplerView& view, ViewSampler sampler, VisitTable table, std::uint64_t indices)
        : m_sampler(std::move(sampler)), m_table(std::move(table)), m_passSteps(std::min(view.steps, m_sampler.stepsPerCycle())),
          m_meter(view.sampler.length, m_passSteps * m_sampler.batchLength()), m_dots(0, indices, kReportDots)
    {
        m_report.view = view;
        m_report.batchLength = m_sampler.batchLength();
        m_report.stepsPerCycle = m_sampler.stepsPerCycle();
        m_report.coverage.push_back({});
        m_report.gaps.resize(kGapBins);
        const std::uint64_t batch = m_sampler.globalBatchLength();
        if (view.sampler.mode == SamplerMode::Cyclic)
            m_report.droppedPerCycle = view.sampler.length - m_report.stepsPerCycle * batch;
        if (view.sampler.mode == SamplerMode::Iid)
            m_report.expectedAllSeenAfter = collectorSteps(view.sampler.length, m_report.batchLength);
        if (view.remainder == RankRemainder::Drop)
            m_report.droppedPerStep = batch % view.world;
    }

    Status step(const OperationContext& context)
    {
        ZR_ASSIGN_OR_RETURN(const std::vector<std::uint64_t>* indices, m_sampler.next());
        for (std::size_t i = 0; i < indices->size(); ++i) {
            if (i % kIndicesBetweenClocks == kIndicesBetweenClocks - 1)
                ZR_RETURN_IF_ERROR(checkStop(context));
            if (i + kLookAhead < indices->size())
                m_table.prefetch((*indices)[i + kLookAhead]);
            take((*indices)[i]);
        }
        const std::uint64_t done = ++m_report.stepsDone;
        if (m_report.seen == m_report.view.sampler.length && !m_report.allSeenAfter)
            m_report.allSeenAfter = done;
        if (done == m_passSteps)
            m_report.shuffle = m_meter.figures();
        const std::uint64_t points = std::min(kCoveragePoints, m_report.view.steps);
        if (done == nextPoint(points))
            m_report.coverage.push_back({done, m_report.seen});
        return {};
    }

    /// What is known by now; counts of visits take a pass over the records, so partial reports go without.
    const SamplerReport& soFar()
    {
        m_report.meanGap = m_report.gapCount == 0 ? 0 : m_gapSum / static_cast<double>(m_report.gapCount);
        return m_report;
    }

    Result<SamplerReport> finish(const OperationContext& context)
    {
        soFar();
        ZR_ASSIGN_OR_RETURN(VisitTable::Visits visits, m_table.visits(kReportVisitBins, context));
        m_report.leastVisits = visits.least;
        m_report.mostVisits = visits.most;
        m_report.visits = std::move(visits.histogram);
        while (!m_report.gaps.empty() && m_report.gaps.back() == 0)
            m_report.gaps.pop_back();
        return std::move(m_report);
    }

private:
    void take(std::uint64_t index)
    {
        const std::uint64_t position = m_report.indices++;
        if (const auto before = m_table.visit(index, position)) {
            const std::uint64_t gap = position - *before;
            m_report.leastGap = m_report.gapCount == 0 ? gap : std::min(m_report.leastGap, gap);
            m_report.mostGap = std::max(m_report.mostGap, gap);
            m_gapSum += static_cast<double>(gap);
            ++m_report.gapCount;
            ++m_report.gaps[static_cast<std::size_t>(std::bit_width(gap)) - 1];
        } else {
            ++m_report.seen;
        }
        if (!m_meter.complete())
            m_meter.take(index);
        if (!m_dots.done() && position == m_dots.wanted()) {
            m_report.dots.push_back({position, index});
            m_dots.taken();
        }
    }

    // The k-th of the evenly spread points, of which the last is the last step.
    [[nodiscard]] std::uint64_t nextPoint(std::uint64_t points) const
    {
        __extension__ using Wide = unsigned __int128;
        return static_cast<std::uint64_t>(static_cast<Wide>(m_report.coverage.size()) * m_report.view.steps / points);
    }

    ViewSampler m_sampler;
    VisitTable m_table;
    std::uint64_t m_passSteps;
    ShuffleMeter m_meter;
    DotPicker m_dots;
    SamplerReport m_report;
    double m_gapSum = 0;
};

}  // namespace

std::uint64_t defaultReportSteps(const SamplerOptions& options)
{
    if (options.length == 0 || options.batch == 0)
        return 1;
    const std::uint64_t cycle = std::max<std::uint64_t>(options.length / options.batch, 1);
    const std::uint64_t most = std::max<std::uint64_t>(kReportIndices / std::min(options.batch, kReportIndices), 1);
    return std::min(cycle > most ? most : cycle * 2, most);
}

Result<SamplerReport> reportSampler(const SamplerView& view, const std::function<void(const SamplerReport&)>& onPartial, const OperationContext& context)
{
    ZR_ASSIGN_OR_RETURN(ViewSampler sampler, ViewSampler::create(view));
    ZR_ASSIGN_OR_RETURN(const std::uint64_t indices, viewIndices(view, sampler.batchLength()));
    auto table = VisitTable::create(view.sampler.length, indices, kReportMemory);
    if (!table.ok()) {
        const std::uint64_t most = VisitTable::mostIndices(view.sampler.length, kReportMemory) / sampler.batchLength();
        return std::move(table).status().withRemedy("Look at " + std::to_string(most) + " steps or fewer.");
    }
    const std::uint64_t batchLength = sampler.batchLength();
    ReportRun run(view, std::move(sampler), std::move(table).value(), indices);
    ProgressReporter progress(context, "drawing indices", view.steps, ProgressUnit::Steps);
    auto lastPartial = std::chrono::steady_clock::now();
    std::uint64_t sinceClock = 0;
    for (std::uint64_t step = 0; step < view.steps; ++step) {
        ZR_RETURN_IF_ERROR(run.step(context));
        ZR_RETURN_IF_ERROR(progress.advance(1));
        sinceClock += batchLength;
        if (!onPartial || sinceClock < kIndicesBetweenClocks)
            continue;
        sinceClock = 0;
        if (const auto now = std::chrono::steady_clock::now(); now - lastPartial >= kPartialInterval) {
            lastPartial = now;
            onPartial(run.soFar());
        }
    }
    ZR_ASSIGN_OR_RETURN(SamplerReport report, run.finish(context));
    progress.finish();
    return report;
}

Result<std::vector<OrderDot>> sampleOrder(const SamplerView& view, std::uint64_t first, std::uint64_t count, std::size_t limit,
                                          const OperationContext& context)
{
    ZR_ASSIGN_OR_RETURN(ViewSampler sampler, ViewSampler::create(view));
    ZR_ASSIGN_OR_RETURN(const std::uint64_t indices, viewIndices(view, sampler.batchLength()));
    if (first > indices || count > indices - first)
        return Status(ErrorCode::OutOfRange, "positions " + std::to_string(first) + " and on, " + std::to_string(count) + " of them, reach past the " +
                                                 std::to_string(indices) + " of the view");
    std::vector<OrderDot> dots;
    DotPicker picker(first, count, limit);
    std::uint64_t held = UINT64_MAX;  // the step whose indices are at hand
    const std::vector<std::uint64_t>* batch = nullptr;
    for (; !picker.done(); picker.taken()) {
        const std::uint64_t step = picker.wanted() / sampler.batchLength();
        if (step != held) {
            ZR_RETURN_IF_ERROR(checkStop(context));
            if (step != held + 1)
                ZR_RETURN_IF_ERROR(sampler.seek(step));
            ZR_ASSIGN_OR_RETURN(batch, sampler.next());
            held = step;
        }
        dots.push_back({picker.wanted(), (*batch)[static_cast<std::size_t>(picker.wanted() % sampler.batchLength())]});
    }
    return dots;
}

}  // namespace zrecord
