#include <QTest>

#include "order_statistics.h"
#include "zrecord/batch_order.h"
#include "zrecord/sampler.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

using Indices = std::vector<std::uint64_t>;

Indices stepOf(const BatchOrder& order, std::uint64_t step)
{
    Indices out;
    return order.fill(step, out).ok() ? out : Indices{~std::uint64_t{0}};
}

std::vector<Indices> allSteps(const BatchOrder& order)
{
    std::vector<Indices> steps;
    for (std::uint64_t step = 0; step < order.endStep().value_or(0); ++step)
        steps.push_back(stepOf(order, step));
    return steps;
}

}  // namespace

class TestBatchOrder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Ten records in batches of four, two cycles.
    void ends()
    {
        const SharedOrder order = *makeStoredOrder(10);
        const auto cut = [&order](CycleEnd end) { return *BatchOrder::create(order, {4, 42, end, 2}); };
        QCOMPARE(allSteps(cut(CycleEnd::Drop)), (std::vector<Indices>{{0, 1, 2, 3}, {4, 5, 6, 7}, {0, 1, 2, 3}, {4, 5, 6, 7}}));
        QCOMPARE(allSteps(cut(CycleEnd::Keep)),
                 (std::vector<Indices>{{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9}, {0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9}}));
        const BatchOrder three = *BatchOrder::create(order, {4, 42, CycleEnd::Continue, 3});
        QCOMPARE(allSteps(three), (std::vector<Indices>{{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 0, 1}, {2, 3, 4, 5}, {6, 7, 8, 9}, {0, 1, 2, 3},
                                                        {4, 5, 6, 7}, {8, 9}}));
        QCOMPARE(cut(CycleEnd::Keep).stepsPerCycle(), std::uint64_t{3});
        QCOMPARE(cut(CycleEnd::Drop).stepsPerCycle(), std::uint64_t{2});
    }

    void batchesLargerThanTheCycle()
    {
        const SharedOrder order = *makeStoredOrder(3);
        QCOMPARE(allSteps(*BatchOrder::create(order, {8, 42, CycleEnd::Drop, 2})), (std::vector<Indices>{{0, 1, 2}, {0, 1, 2}}));
        QCOMPARE(allSteps(*BatchOrder::create(order, {8, 42, CycleEnd::Keep, 2})), (std::vector<Indices>{{0, 1, 2}, {0, 1, 2}}));
        QCOMPARE(allSteps(*BatchOrder::create(order, {8, 42, CycleEnd::Continue, 3})),
                 (std::vector<Indices>{{0, 1, 2, 0, 1, 2, 0, 1}, {2}}));
    }

    // Cut as loaderx cuts, the shuffled order is its cyclic mode.
    void dropEqualsLoaderx()
    {
        for (const std::uint64_t batch : {1U, 7U, 100U, 101U, 300U}) {
            const BatchOrder order = *BatchOrder::create(*makeShuffledOrder(101), {batch, 9, CycleEnd::Drop, {}});
            Sampler sampler = *Sampler::create({101, batch, SamplerMode::Cyclic, 9});
            QCOMPARE(order.batchLength(), sampler.batchLength());
            for (std::uint64_t step = 0; step < 250; ++step) {
                Indices wanted(sampler.batchLength());
                QVERIFY(sampler.next(wanted).ok());
                QCOMPARE(stepOf(order, step), wanted);
            }
            QVERIFY(!order.endStep());
        }
    }

    // An epoch with Keep gives every record exactly once.
    void epochsAreWhole()
    {
        const BatchOrder order = *BatchOrder::create(*makeLocalOrder(1'003, {16, 4}), {64, 1, CycleEnd::Keep, 1});
        Indices all;
        for (const Indices& step : allSteps(order))
            all.insert(all.end(), step.begin(), step.end());
        QCOMPARE(all.size(), std::size_t{1'003});
        QCOMPARE(countsOf(all, 1'003), std::vector<std::uint64_t>(1'003, 1));
    }

    void behindTheEnd()
    {
        Indices out;
        const BatchOrder order = *BatchOrder::create(*makeStoredOrder(10), {4, 42, CycleEnd::Keep, 1});
        const Status over = order.fill(3, out);
        QCOMPARE(over.code(), ErrorCode::OutOfRange);
        QVERIFY(over.message().find("there is no step 3: the order ends after 3") != std::string::npos);
        constexpr std::uint64_t kFar = std::uint64_t{1} << 63;
        for (const CycleEnd end : {CycleEnd::Drop, CycleEnd::Keep, CycleEnd::Continue})
            QCOMPARE((*BatchOrder::create(*makeStoredOrder(10), {4, 42, end, {}})).fill(kFar, out).code(), ErrorCode::OutOfRange);
    }

    void refused()
    {
        const SharedOrder order = *makeStoredOrder(10);
        QCOMPARE(BatchOrder::create(nullptr).code(), ErrorCode::InvalidArgument);
        QCOMPARE(BatchOrder::create(order, {0, 1, CycleEnd::Drop, {}}).code(), ErrorCode::InvalidArgument);
        QCOMPARE(BatchOrder::create(order, {~std::uint64_t{0}, 1, CycleEnd::Continue, {}}).code(), ErrorCode::InvalidArgument);
        QVERIFY(BatchOrder::create(order, {~std::uint64_t{0}, 1, CycleEnd::Drop, {}}).ok());
        QCOMPARE(BatchOrder::create(order, {4, 1, CycleEnd::Drop, 0}).code(), ErrorCode::InvalidArgument);
        QCOMPARE(BatchOrder::create(order, {4, 1, CycleEnd::Keep, ~std::uint64_t{0}}).code(), ErrorCode::InvalidArgument);
    }

    void names()
    {
        for (const CycleEnd end : {CycleEnd::Drop, CycleEnd::Keep, CycleEnd::Continue})
            QVERIFY(*parseCycleEnd(cycleEndName(end)) == end);
        QCOMPARE(parseCycleEnd("short").code(), ErrorCode::InvalidArgument);
        QCOMPARE((*BatchOrder::create(*makeStoredOrder(10), {4, 42, CycleEnd::Keep, {}})).identity(), std::string("stored(10)/keep"));
    }
};

QTEST_APPLESS_MAIN(TestBatchOrder)
#include "tst_batch_order.moc"
