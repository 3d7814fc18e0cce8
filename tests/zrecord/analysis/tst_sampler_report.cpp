#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <optional>

#include "analysis/view_sampler.h"
#include "support/status_checks.h"

using namespace zrecord;

namespace {

std::vector<std::uint64_t> stream(const SamplerView& view)
{
    ViewSampler sampler = std::move(ViewSampler::create(view)).value();
    std::vector<std::uint64_t> all;
    for (std::uint64_t step = 0; step < view.steps; ++step) {
        const std::vector<std::uint64_t> indices = **sampler.next();
        all.insert(all.end(), indices.begin(), indices.end());
    }
    return all;
}

}  // namespace

class TestSamplerReport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void figures_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<quint64>("length");
        QTest::addColumn<quint64>("batch");
        QTest::addColumn<quint64>("steps");
        QTest::addColumn<quint64>("world");
        QTest::newRow("cyclic, remainder") << 2 << quint64{1'003} << quint64{64} << quint64{40} << quint64{1};
        QTest::newRow("cyclic, two ranks") << 2 << quint64{1'003} << quint64{63} << quint64{40} << quint64{2};
        QTest::newRow("cyclic, one batch") << 2 << quint64{10} << quint64{64} << quint64{5} << quint64{1};
        QTest::newRow("iid") << 1 << quint64{300} << quint64{32} << quint64{90} << quint64{1};
        QTest::newRow("iid, few of many") << 1 << quint64{1} * 10'000'000 << quint64{32} << quint64{90} << quint64{1};
        QTest::newRow("sequential") << 0 << quint64{100} << quint64{7} << quint64{1'000} << quint64{1};
        QTest::newRow("one record") << 2 << quint64{1} << quint64{1} << quint64{1} << quint64{1};
    }
    void figures()
    {
        QFETCH(int, mode);
        QFETCH(quint64, length);
        QFETCH(quint64, batch);
        QFETCH(quint64, steps);
        QFETCH(quint64, world);
        SamplerView view;
        view.sampler = {length, batch, static_cast<SamplerMode>(mode), 42};
        view.world = world;
        view.steps = steps;
        const std::vector<std::uint64_t> order = stream(view);
        const auto report = reportSampler(view);
        ZR_VERIFY_OK(report);
        QCOMPARE(report->indices, std::uint64_t{order.size()});
        QCOMPARE(report->stepsDone, std::uint64_t{steps});

        std::map<std::uint64_t, std::uint64_t> last;
        std::map<std::uint64_t, std::uint64_t> counts;
        std::vector<std::uint64_t> gaps;
        std::vector<std::uint64_t> seenAfter{0};
        std::optional<std::uint64_t> allSeen;
        for (std::uint64_t at = 0; at < order.size(); ++at) {
            if (const auto before = last.find(order[at]); before != last.end())
                gaps.push_back(at - before->second);
            last[order[at]] = at;
            ++counts[order[at]];
            if ((at + 1) % report->batchLength == 0) {
                seenAfter.push_back(counts.size());
                if (counts.size() == length && !allSeen)
                    allSeen = (at + 1) / report->batchLength;
            }
        }
        QCOMPARE(report->seen, std::uint64_t{counts.size()});
        QCOMPARE(report->allSeenAfter, allSeen);
        QCOMPARE(report->coverage.size(), std::size_t{std::min<std::uint64_t>(steps, 512) + 1});
        for (const CoveragePoint& point : report->coverage)
            QCOMPARE(point.seen, seenAfter[point.steps]);
        QCOMPARE(report->coverage.back().steps, std::uint64_t{steps});
        std::vector<std::uint64_t> visits(kReportVisitBins);
        visits[0] = length - counts.size();
        for (const auto& [record, count] : counts)
            ++visits[std::min<std::size_t>(count, kReportVisitBins - 1)];
        QCOMPARE(report->visits, visits);
        QCOMPARE(report->gapCount, std::uint64_t{gaps.size()});
        if (!gaps.empty()) {
            QCOMPARE(report->leastGap, *std::min_element(gaps.begin(), gaps.end()));
            QCOMPARE(report->mostGap, *std::max_element(gaps.begin(), gaps.end()));
        }
        std::vector<std::uint64_t> gapBins(report->gaps.size());
        for (const std::uint64_t gap : gaps)
            ++gapBins.at(static_cast<std::size_t>(std::bit_width(gap)) - 1);
        QCOMPARE(report->gaps, gapBins);
        QCOMPARE(report->dots.size(), std::min(order.size(), kReportDots));
        for (const OrderDot& dot : report->dots)
            QCOMPARE(dot.index, order[dot.position]);
    }

    void remainders()
    {
        SamplerView view;
        view.sampler = {60'000, 256, SamplerMode::Cyclic, 42};
        view.steps = 1;
        QCOMPARE(reportSampler(view)->droppedPerCycle, std::uint64_t{96});
        view.world = 3;
        QCOMPARE(reportSampler(view)->droppedPerStep, std::uint64_t{1});
        view.remainder = RankRemainder::Uneven;
        QCOMPARE(reportSampler(view)->droppedPerStep, std::uint64_t{0});
        view.sampler.mode = SamplerMode::Iid;
        QCOMPARE(reportSampler(view)->droppedPerCycle, std::uint64_t{0});
    }

    void collectorOfFourRecords()
    {
        SamplerView view;
        view.sampler = {4, 2, SamplerMode::Iid, 42};
        view.steps = 1;
        const auto report = reportSampler(view);  // 4 (1 + 1/2 + 1/3 + 1/4) = 25/3 draws
        QVERIFY(std::abs(*report->expectedAllSeenAfter - 25.0 / 6) < 1e-12);
        view.sampler.length = 1'001;  // the series takes over from the sum
        double harmonic = 0;
        for (int i = 1; i <= 1'001; ++i)
            harmonic += 1.0 / i;
        QVERIFY(std::abs(*reportSampler(view)->expectedAllSeenAfter - 1'001 * harmonic / 2) < 1e-6);
    }

    void dotsOfAPart()
    {
        SamplerView view;
        view.sampler = {5'000, 100, SamplerMode::Cyclic, 3};
        view.steps = 120;
        const std::vector<std::uint64_t> order = stream(view);
        const auto all = sampleOrder(view, 250, 1'000, 5'000);
        ZR_VERIFY_OK(all);
        QCOMPARE(all->size(), std::size_t{1'000});
        for (std::size_t i = 0; i < all->size(); ++i)
            QCOMPARE((*all)[i], (OrderDot{250 + i, order[250 + i]}));
        const auto some = sampleOrder(view, 0, order.size(), 77);
        QCOMPARE(some->size(), std::size_t{77});
        for (std::size_t i = 0; i < 77; ++i) {
            const OrderDot& dot = (*some)[i];
            QVERIFY(dot.position >= i * order.size() / 77 && dot.position < (i + 1) * order.size() / 77);
            QCOMPARE(dot.index, order[dot.position]);
        }
        ZR_COMPARE_CODE(sampleOrder(view, 1, order.size(), 10), ErrorCode::OutOfRange);
    }

    void partsArriveAndStopWorks()
    {
        SamplerView view;
        view.sampler = {1'000'000, 1'000, SamplerMode::Iid, 3};
        view.steps = 1'000'000;
        std::stop_source stop;
        OperationContext context;
        context.stop = stop.get_token();
        int partial = 0;
        const auto outcome = reportSampler(
            view,
            [&](const SamplerReport& report) {
                QVERIFY(report.stepsDone > 0 && report.stepsDone < view.steps);
                QCOMPARE(report.indices, report.stepsDone * 1'000);
                if (++partial == 2)
                    stop.request_stop();
            },
            context);
        ZR_COMPARE_CODE(outcome, ErrorCode::Cancelled);
        QCOMPARE(partial, 2);
    }

    void tooMuchIsRefusedWithTheNumberThatFits()
    {
        SamplerView view;
        view.sampler = {UINT64_C(1) << 40, 256, SamplerMode::Iid, 3};
        view.steps = UINT64_C(1) << 30;
        const auto refused = reportSampler(view);
        ZR_COMPARE_CODE(refused, ErrorCode::InvalidArgument);
        QVERIFY2(refused.status().message().find("Look at 131072 steps or fewer.") != std::string::npos, refused.status().message().c_str());
        view.steps = 0;
        ZR_COMPARE_CODE(reportSampler(view), ErrorCode::InvalidArgument);
    }

    void defaultSteps()
    {
        QCOMPARE(defaultReportSteps({60'000, 256}), std::uint64_t{468});
        QCOMPARE(defaultReportSteps({10, 256}), std::uint64_t{2});
        QCOMPARE(defaultReportSteps({UINT64_C(1) << 40, 256}), std::uint64_t{39'062});
        QCOMPARE(defaultReportSteps({UINT64_C(1) << 40, UINT64_C(1) << 30}), std::uint64_t{1});
    }
};

QTEST_APPLESS_MAIN(TestSamplerReport)
#include "tst_sampler_report.moc"
