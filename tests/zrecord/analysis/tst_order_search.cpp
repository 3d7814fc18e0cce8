#include <QTest>

#include <algorithm>
#include <optional>
#include <set>

#include "analysis/view_sampler.h"
#include "support/status_checks.h"

using namespace zrecord;

namespace {

/// The same answer the long way: by running the sampler.
std::vector<RecordVisit> searched(const SamplerView& view, std::uint64_t record, std::size_t count, std::uint64_t steps)
{
    ViewSampler sampler = std::move(ViewSampler::create(view)).value();
    std::vector<RecordVisit> visits;
    for (std::uint64_t step = 0; step < steps; ++step) {
        const std::vector<std::uint64_t> indices = **sampler.next();
        for (std::size_t place = 0; place < indices.size(); ++place)
            if (indices[place] == record && visits.size() < count)
                visits.push_back({view.firstStep + step, place});
    }
    return visits;
}

}  // namespace

class TestOrderSearch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void visits_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<quint64>("length");
        QTest::addColumn<quint64>("batch");
        QTest::addColumn<quint64>("world");
        QTest::addColumn<int>("remainder");
        QTest::addColumn<quint64>("firstStep");
        for (const int mode : {0, 1, 2})
            for (const quint64 length : {quint64{1}, quint64{10}, quint64{101}})
                for (const quint64 batch : {quint64{1}, quint64{8}, quint64{150}})
                    for (const quint64 world : {quint64{1}, quint64{3}})
                        for (const int remainder : {0, 1, 2})
                            for (const quint64 firstStep : {quint64{0}, quint64{17}})
                                QTest::addRow("mode %d, %llu by %llu, world %llu, rule %d, from %llu", mode, length, batch, world, remainder, firstStep)
                                    << mode << length << batch << world << remainder << firstStep;
    }
    void visits()
    {
        QFETCH(int, mode);
        QFETCH(quint64, length);
        QFETCH(quint64, batch);
        QFETCH(quint64, world);
        QFETCH(int, remainder);
        QFETCH(quint64, firstStep);
        SamplerView view;
        view.sampler = {length, batch, static_cast<SamplerMode>(mode), 42};
        view.world = world;
        view.remainder = static_cast<RankRemainder>(remainder);
        view.firstStep = firstStep;
        const std::uint64_t steps = 3 * (length / batch + 3);
        for (view.rank = 0; view.rank < world; ++view.rank) {
            if (!ViewSampler::create(view).ok())
                continue;  // a rank without records
            for (const std::uint64_t record : std::set<std::uint64_t>{0, length / 2, length - 1}) {
                const auto expected = searched(view, record, 3, steps);
                // IID is drawn for as many steps as the long way.
                const std::uint64_t global = std::min(batch, mode == 2 ? length : batch);
                auto found = findVisits(view, record, 3, steps * global);
                ZR_VERIFY_OK(found);
                // The computed ones may lie beyond the steps that the long way has run.
                std::erase_if(*found, [&](const RecordVisit& visit) { return visit.step >= firstStep + steps; });
                QCOMPARE(*found, expected);
            }
        }
    }

    void visitsAreComputedForAnyLength()
    {
        SamplerView view;
        view.sampler = {UINT64_C(1) << 40, 256, SamplerMode::Cyclic, 7};
        const auto visits = findVisits(view, 123'456'789'012, 2);
        ZR_VERIFY_OK(visits);
        QCOMPARE(visits->size(), std::size_t{2});
        Sampler sampler = std::move(Sampler::create(view.sampler)).value();
        std::vector<std::uint64_t> batch(256);
        for (const RecordVisit& visit : *visits) {
            ZR_VERIFY_OK(sampler.seek(visit.step));
            ZR_VERIFY_OK(sampler.next(batch));
            QCOMPARE(batch[visit.place], std::uint64_t{123'456'789'012});
        }
        view.sampler.mode = SamplerMode::Sequential;
        QCOMPARE(*findVisits(view, 1'000, 1), (std::vector<RecordVisit>{{3, 232}}));
    }

    void recordOutsideIsRefused()
    {
        SamplerView view;
        view.sampler = {10, 4, SamplerMode::Cyclic, 0};
        ZR_COMPARE_CODE(findVisits(view, 10, 1), ErrorCode::OutOfRange);
    }

    void unseenAfterOneCycle()
    {
        SamplerView view;
        view.sampler = {1'000, 64, SamplerMode::Cyclic, 42};
        view.steps = 15;  // 960 of 1,000
        std::set<std::uint64_t> left;
        for (std::uint64_t record = 0; record < 1'000; ++record)
            left.insert(record);
        Sampler sampler = std::move(Sampler::create(view.sampler)).value();
        std::vector<std::uint64_t> batch(64);
        for (int step = 0; step < 15; ++step) {
            ZR_VERIFY_OK(sampler.next(batch));
            for (const std::uint64_t index : batch)
                left.erase(index);
        }
        const auto unseen = findUnseen(view);
        ZR_VERIFY_OK(unseen);
        QCOMPARE(unseen->count, std::uint64_t{40});
        QVERIFY(unseen->complete);
        std::set<std::uint64_t> found;
        for (const IndexRange& range : unseen->ranges)
            for (std::uint64_t i = 0; i < range.count; ++i)
                found.insert(range.start + i);
        QCOMPARE(found, left);
        // Whole words of unseen records, a run over their borders, and the last record.
        SamplerView front;
        front.sampler = {1'000, 70, SamplerMode::Sequential, 1};
        const auto rest = findUnseen(front);
        ZR_VERIFY_OK(rest);
        QCOMPARE(rest->count, std::uint64_t{930});
        QCOMPARE(rest->ranges, (std::vector<IndexRange>{{70, 930, 1}}));
        const auto cut = findUnseen(view, 2);
        QCOMPARE(cut->count, std::uint64_t{40});
        QCOMPARE(cut->ranges.size(), std::size_t{2});
        QVERIFY(!cut->complete);
        view.sampler.length = UINT64_C(1) << 40;
        ZR_COMPARE_CODE(findUnseen(view), ErrorCode::InvalidArgument);
    }

    void searchesCanBeStopped()
    {
        std::stop_source stop;
        stop.request_stop();
        OperationContext context;
        context.stop = stop.get_token();
        SamplerView view;
        view.sampler = {1'000'000, 16, SamplerMode::Iid, 1};
        view.steps = 100;
        ZR_COMPARE_CODE(findVisits(view, 5, 100, 1'000'000, context), ErrorCode::Cancelled);
        ZR_COMPARE_CODE(findUnseen(view, 10, context), ErrorCode::Cancelled);
    }
};

QTEST_APPLESS_MAIN(TestOrderSearch)
#include "tst_order_search.moc"
