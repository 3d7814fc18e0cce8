#include <QTest>

#include <fcntl.h>
#include <unistd.h>

#include "loading/batch_reader.h"
#include "loading/look_ahead.h"
#include "loading_stores.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

PartSampler cyclic(std::uint64_t length, std::uint64_t batch)
{
    return {*Sampler::create({length, batch, SamplerMode::Cyclic, 5}), RankChoice()};
}

LookAhead::Work outcome(std::uint64_t cold, std::uint64_t warm, std::uint64_t faults = 0)
{
    LookAhead::Work work;
    work.cold = cold;
    work.warm = warm;
    work.majorFaults = faults;
    return work;
}

std::vector<std::uint64_t> stepsOf(const LookAhead::Work& work)
{
    std::vector<std::uint64_t> steps;
    for (std::size_t i = 0; i < work.count; ++i)
        steps.push_back(work.steps[i].step);
    return steps;
}

using Steps = std::vector<std::uint64_t>;

}  // namespace

/// Which steps are announced, and that batches are the same with and without.
class TestLookAhead : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyColdStepOnce()
    {
        PartSampler sampler = cyclic(1000, 10);
        LookAhead ahead(cyclic(1000, 10), 4, 30);
        LookAhead::Work work;
        std::vector<std::uint64_t> indices;
        QVERIFY(sampler.claim(indices).ok());
        ahead.plan(sampler.state(), work);
        QCOMPARE(stepsOf(work), Steps({1}));
        ahead.note(outcome(1, 0));
        std::vector<std::vector<std::uint64_t>> announced;
        Steps seen;
        for (int claims = 1; claims < 30; ++claims) {
            QVERIFY(sampler.claim(indices).ok());
            ahead.plan(sampler.state(), work);
            for (std::size_t i = 0; i < work.count; ++i) {
                seen.push_back(work.steps[i].step);
                announced.push_back(work.steps[i].indices);
            }
            ahead.note(outcome(work.count, 0));
        }
        Steps expected;
        for (std::uint64_t step = 2; step < 30; ++step)
            expected.push_back(step);
        QCOMPARE(seen, expected);
        QCOMPARE(announced, samplerSteps({1000, 10, SamplerMode::Cyclic, 5}, 2, 28));
    }

    void warmDataIsLookedAtNowAndThen()
    {
        PartSampler sampler = cyclic(1000, 10);
        LookAhead ahead(cyclic(1000, 10), 4, ~std::uint64_t{0});
        LookAhead::Work work;
        std::vector<std::uint64_t> indices;
        int looked = 0;
        for (int claims = 0; claims < 340; ++claims) {
            QVERIFY(sampler.claim(indices).ok());
            ahead.plan(sampler.state(), work);
            QVERIFY(work.count <= 1);
            looked += static_cast<int>(work.count);
            ahead.note(outcome(0, work.count));
        }
        QCOMPARE(looked, 20);
        // One cold step: all are looked at, until sixteen in a row are warm.
        ahead.note(outcome(1, 0));
        ahead.plan(sampler.state(), work);
        QCOMPARE(work.count, std::size_t{4});
        ahead.note(outcome(0, 15));
        QVERIFY(sampler.claim(indices).ok());
        ahead.plan(sampler.state(), work);
        QCOMPARE(work.count, std::size_t{1});
        ahead.note(outcome(0, 1));
        QVERIFY(sampler.claim(indices).ok());
        ahead.plan(sampler.state(), work);
        QCOMPARE(work.count, std::size_t{0});
    }

    void aThreadThatHadToWait()
    {
        PartSampler sampler = cyclic(1000, 10);
        LookAhead ahead(cyclic(1000, 10), 4, ~std::uint64_t{0});
        LookAhead::Work work;
        ahead.note(outcome(0, 0, 3));
        std::vector<std::uint64_t> indices;
        QVERIFY(sampler.claim(indices).ok());
        ahead.plan(sampler.state(), work);
        QCOMPARE(work.count, std::size_t{4});
        QVERIFY(work.mustAsk);
        ahead.note(outcome(32, 0));
        QVERIFY(sampler.claim(indices).ok());
        ahead.plan(sampler.state(), work);
        QVERIFY(!work.mustAsk);
    }

    void noneWhenItIsOff()
    {
        PartSampler sampler = cyclic(1000, 10);
        LookAhead ahead(cyclic(1000, 10), 0, ~std::uint64_t{0});
        LookAhead::Work work;
        ahead.note(outcome(5, 0, 5));
        ahead.plan(sampler.state(), work);
        QCOMPARE(work.count, std::size_t{0});
    }

    void batchesAreTheSame_data()
    {
        QTest::addColumn<int>("order");
        QTest::addColumn<quint64>("prefetch");
        for (int order = 0; order < 4; ++order)
            for (const quint64 prefetch : {0U, 4U})
                QTest::addRow("order %d prefetch %d", order, static_cast<int>(prefetch)) << order << prefetch;
    }

    void batchesAreTheSame()
    {
        QFETCH(int, order);
        QFETCH(quint64, prefetch);
        LoadingStores stores;
        stores.addDense("dense", 2000, 5000, Codec::Raw);
        stores.addRagged("ragged", 2000, Codec::Zstd);
        LoaderOptions options;
        options.batch = 32;
        options.prefetch = prefetch;
        options.threads = 2;
        options.rank = 1;
        options.world = 2;
        if (order == 1)
            options.mode = SamplerMode::Iid;
        if (order == 2)
            options.order = *makeLocalOrder(2000, {16, 4});
        if (order == 3)
            options.buckets = {readLengthsFrom(stores.streams()[1].store), "ragged", 4};
        if (order == 3)
            options.order = *makeShuffledOrder(2000);
        std::vector<std::vector<std::uint64_t>> found[2];
        std::uint64_t requested[2];
        // Announced first: what a map has shown stays in memory.
        for (const int run : {1, 0}) {
            options.lookAhead = run == 0 ? 0 : 6;
            makeCold(stores);
            DataLoader loader = makeLoader(stores.streams(), options);
            for (int step = 0; step < 80; ++step) {
                const auto batch = loader.next();
                QVERIFY2(batch.ok(), qPrintable(messageOf(batch.status())));
                found[run].push_back(indicesOf(*batch));
                QCOMPARE(stores.difference(*batch, found[run].back()), QString());
            }
            requested[run] = loader.stats().requestedBytes;
        }
        QCOMPARE(found[1], found[0]);
        QCOMPARE(requested[0], std::uint64_t{0});
        qInfo("asked for %llu bytes", static_cast<unsigned long long>(requested[1]));
        // Now everything is there.
        DataLoader loader = makeLoader(stores.streams(), options);
        for (int step = 0; step < 80; ++step)
            QVERIFY(loader.next().ok());
        QCOMPARE(loader.stats().requestedBytes, std::uint64_t{0});
    }

private:
    static void makeCold(LoadingStores& stores)
    {
        for (std::size_t i = 0; i < 2; ++i) {
            QVERIFY(stores.store(i).sync().ok());
            const int file = ::open((stores.store(i).summary().path / "0.chunk").c_str(), O_RDONLY | O_CLOEXEC);
            QVERIFY(file >= 0);
            QCOMPARE(::posix_fadvise(file, 0, 0, POSIX_FADV_DONTNEED), 0);
            ::close(file);
        }
    }
};

QTEST_APPLESS_MAIN(TestLookAhead)
#include "tst_look_ahead.moc"
