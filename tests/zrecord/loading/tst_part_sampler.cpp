#include <QTest>

#include <algorithm>

#include "loading/part_sampler.h"
#include "loading_stores.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

using Indices = std::vector<std::uint64_t>;

constexpr std::uint64_t kRecords = 101;

SharedOrder orderOf(int kind)
{
    switch (kind) {
    case 0:
        return *makeStoredOrder(kRecords);
    case 1:
        return *makeShuffledOrder(kRecords);
    case 2:
        return *makeIndependentOrder(kRecords);
    case 3:
        return *makeLocalOrder(kRecords, {8, 3});
    default:
        return *makeSubsetOrder(*makeShuffledOrder(40), {{20, 30, 1}, {90, 10, -2}}, kRecords);
    }
}

LoaderOptions optionsOf(SharedOrder order, CycleEnd end, std::uint64_t prefetch)
{
    LoaderOptions options;
    options.batch = 12;
    options.seed = 11;
    options.order = std::move(order);
    options.cycleEnd = end;
    options.prefetch = prefetch;
    return options;
}

Indices stepOf(const LoaderOptions& options, std::uint64_t step)
{
    Indices out;
    const BatchOrder order = *BatchOrder::create(options.order, {options.batch, options.seed, options.cycleEnd, options.epochs});
    return order.fill(step, out).ok() ? out : Indices{~std::uint64_t{0}};
}

void addOrders()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("end");
    for (int kind = 0; kind < 5; ++kind)
        for (int end = 0; end < 3; ++end)
            QTest::addRow("order %d end %d", kind, end) << kind << end;
}

}  // namespace

/// Loaders with orders; those with modes of loaderx are in tst_data_loader.
class TestPartSampler : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_stores.addDense("image", kRecords, 30, Codec::Zstd);
        m_stores.addRagged("text", kRecords);
    }

    void batchesEqualTheOrder_data() { addOrders(); }

    void batchesEqualTheOrder()
    {
        QFETCH(int, kind);
        QFETCH(int, end);
        for (const std::uint64_t prefetch : {0U, 3U}) {
            const LoaderOptions options = optionsOf(orderOf(kind), static_cast<CycleEnd>(end), prefetch);
            DataLoader loader = makeLoader(m_stores.streams(), options);
            for (std::uint64_t step = 0; step < 30; ++step) {
                const auto got = loader.next();
                QVERIFY2(got.ok(), qPrintable(messageOf(got.status())));
                QCOMPARE(got->step(), step);
                QCOMPARE(m_stores.difference(*got, stepOf(options, step)), QString());
            }
        }
    }

    void resumesAfterEveryStep_data() { addOrders(); }

    // Through JSON, with another prefetch, another number of threads, and as one of two ranks.
    void resumesAfterEveryStep()
    {
        QFETCH(int, kind);
        QFETCH(int, end);
        LoaderOptions options = optionsOf(orderOf(kind), static_cast<CycleEnd>(end), 4);
        DataLoader whole = makeLoader(m_stores.streams(), options);
        for (std::uint64_t step = 0; step < 30; ++step) {
            LoaderOptions later = options;
            const auto state = LoaderState::fromJson(whole.state().toJson());
            QVERIFY(state.ok());
            QCOMPARE(state->step, step);
            later.resume = *state;
            later.prefetch = step % 3;
            DataLoader resumed = makeLoader(m_stores.streams(), later);
            const auto expected = whole.next();
            QCOMPARE(resumed.next()->checksum(), expected->checksum());
            QCOMPARE(resumed.state().toJson(), whole.state().toJson());
            later.world = 2;
            later.rank = 1;
            Indices half;
            for (std::size_t i = 1; i < expected->records(); i += 2)
                half.push_back(expected->indices()[i]);
            QCOMPARE(indicesOf(*makeLoader(m_stores.streams(), later).next()), half);
        }
    }

    void ranksShareShortBatches_data()
    {
        QTest::addColumn<quint64>("world");
        QTest::addColumn<int>("remainder");
        for (const quint64 world : {1U, 2U, 5U, 7U})
            for (int remainder = 0; remainder < 3; ++remainder)
                QTest::addRow("world %d remainder %d", static_cast<int>(world), remainder) << world << remainder;
    }

    // 101 records in batches of 12 leave a last batch of 5, less than a record for each of 7 ranks. All ranks have the same
    // number of batches; what they hold together is the global batch, less or more what the rule says.
    void ranksShareShortBatches()
    {
        QFETCH(quint64, world);
        QFETCH(int, remainder);
        LoaderOptions options = optionsOf(orderOf(3), CycleEnd::Keep, 2);
        options.world = world;
        options.remainder = static_cast<RankRemainder>(remainder);
        options.epochs = 2;
        std::vector<Indices> together(18);
        for (options.rank = 0; options.rank < world; ++options.rank) {
            DataLoader loader = makeLoader(m_stores.streams(), options);
            for (Indices& step : together) {
                const auto batch = loader.next();
                QVERIFY(batch.ok() && *batch);
                QCOMPARE(m_stores.difference(*batch, batch->indices()), QString());
                step.insert(step.end(), batch->indices().begin(), batch->indices().end());
            }
            QVERIFY(!*loader.next());
        }
        for (std::uint64_t step = 0; step < together.size(); ++step) {
            Indices expected = stepOf(options, step);
            const Indices global = expected;
            QCOMPARE(global.size(), std::size_t{step % 9 == 8 ? 5U : 12U});
            if (options.remainder == RankRemainder::Drop)
                expected.resize(expected.size() - expected.size() % world);
            while (options.remainder == RankRemainder::Wrap && expected.size() % world != 0)
                expected.push_back(global[(expected.size() - global.size()) % global.size()]);
            std::ranges::sort(expected);
            std::ranges::sort(together[step]);
            QCOMPARE(together[step], expected);
        }
    }

    // Each epoch of a Keep run holds every record once, whatever the prefetch; modes of loaderx end too.
    void epochsEnd()
    {
        for (const std::uint64_t prefetch : {0U, 4U}) {
            LoaderOptions options = optionsOf(orderOf(1), CycleEnd::Keep, prefetch);
            options.epochs = 3;
            DataLoader loader = makeLoader(m_stores.streams(), options);
            QCOMPARE(loader.stepsPerCycle(), std::uint64_t{9});
            std::vector<int> seen(kRecords);
            for (auto batch = loader.next(); batch.ok() && *batch; batch = loader.next())
                for (const std::uint64_t record : batch->indices())
                    ++seen[record];
            QVERIFY(std::ranges::all_of(seen, [](int times) { return times == 3; }));
            QCOMPARE(loader.state().step, std::uint64_t{27});
        }
        LoaderOptions options = optionsOf(nullptr, CycleEnd::Drop, 2);
        options.epochs = 2;
        options.endStep = 40;
        DataLoader loader = makeLoader(m_stores.streams(), options);
        for (int step = 0; step < 16; ++step)
            QVERIFY(*loader.next());
        QVERIFY(!*loader.next());
    }

    // Step 10^15 is as near as step 0.
    void seekingIsImmediate()
    {
        for (int kind = 0; kind < 5; ++kind) {
            LoaderOptions options = optionsOf(orderOf(kind), CycleEnd::Drop, 2);
            options.firstStep = 1'000'000'000'000'000;
            const auto batch = makeLoader(m_stores.streams(), options).next();
            QCOMPARE(batch->step(), options.firstStep);
            QCOMPARE(indicesOf(*batch), stepOf(options, options.firstStep));
        }
    }

    void refused()
    {
        const auto refused = [this](const LoaderOptions& options) {
            const auto loader = DataLoader::create(m_stores.streams(), options);
            return loader.ok() ? std::string() : std::string(loader.status().what());
        };
        QCOMPARE(refused(optionsOf(*makeShuffledOrder(100), CycleEnd::Drop, 0)),
                 std::string("the order is one of 100 records, and the streams have 101"));
        QVERIFY(refused(optionsOf(nullptr, CycleEnd::Keep, 0)).starts_with("the end of a cycle can be chosen for orders only"));
        LoaderOptions none = optionsOf(nullptr, CycleEnd::Drop, 0);
        none.epochs = 0;
        QCOMPARE(refused(none), std::string("0 epochs are too few"));
        LoaderOptions options = optionsOf(orderOf(1), CycleEnd::Keep, 0);
        options.resume = makeLoader(m_stores.streams(), options).state();
        QCOMPARE(refused(options), std::string());
        options.cycleEnd = CycleEnd::Drop;
        QCOMPARE(refused(options), std::string("the state was saved with order shuffled(101)/keep, and this loader has order shuffled(101)/drop"));
        options.order = nullptr;
        QCOMPARE(refused(options), std::string("the state was saved with order shuffled(101)/keep, and this loader has mode cyclic"));
        LoaderOptions modes = optionsOf(nullptr, CycleEnd::Drop, 0);
        modes.resume = makeLoader(m_stores.streams(), modes).state();
        modes.order = orderOf(1);
        QCOMPARE(refused(modes), std::string("the state was saved with mode cyclic, and this loader has order shuffled(101)/drop"));
    }

    void partsOfASampler()
    {
        const SamplerOptions options{1003, 8, SamplerMode::Iid, 5};
        auto whole = Sampler::create(options);
        PartSampler part(*Sampler::create(options), RankChoice{1, 3, RankSplit::Strided, RankRemainder::Drop});
        Indices global(8);
        Indices mine;
        Indices scratch;
        for (int step = 0; step < 50; ++step) {
            const SamplerState before = part.state();
            QVERIFY(whole->next(global).ok());
            QVERIFY(part.claim(mine).ok());
            QVERIFY(part.complete(before.step, mine, scratch).ok());
            QCOMPARE(mine, (Indices{global[1], global[4]}));
            if (step % 7 == 0) {
                QVERIFY(part.restore(before).ok());
                QVERIFY(part.claim(mine).ok());
                QCOMPARE(mine, (Indices{global[1], global[4]}));
            }
        }
    }

    // Steps behind 2^64 records fail by name instead of coming up wrong.
    void beyondAllPositions()
    {
        LoaderOptions options = optionsOf(orderOf(2), CycleEnd::Continue, 0);
        options.firstStep = UINT64_MAX / 2;
        const auto batch = makeLoader(m_stores.streams(), options).next();
        QCOMPARE(batch.code(), ErrorCode::OutOfRange);
        QVERIFY(batch.status().message().find("lies more than 2^64 records from the start") != std::string::npos);
    }

private:
    LoadingStores m_stores;
};

QTEST_APPLESS_MAIN(TestPartSampler)
#include "tst_part_sampler.moc"
