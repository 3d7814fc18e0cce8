#include <QTest>

#include <algorithm>
#include <set>

#include "order_statistics.h"
#include "zrecord/sampler.h"

using namespace zrecord;
using namespace zrecord::test;

class TestSimpleOrders : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void storedRunsRound()
    {
        const SharedOrder order = *makeStoredOrder(5);
        QCOMPARE(taken(*order, 1, 3, 5), (std::vector<std::uint64_t>{3, 4, 0, 1, 2}));
        QCOMPARE(order->identity(), std::string("stored(5)"));
    }

    // Position p of cycle c is what loaderx's cyclic mode has there.
    void shuffledEqualsCyclic()
    {
        for (const std::uint64_t length : {1U, 10U, 64U, 1'000U}) {
            const SharedOrder order = *makeShuffledOrder(length);
            Sampler sampler = *Sampler::create({length, 1, SamplerMode::Cyclic, 77});
            const std::vector<std::uint64_t> got = taken(*order, 77, 0, 3 * length);
            for (const std::uint64_t index : got) {
                std::uint64_t wanted = 0;
                QVERIFY(sampler.next({&wanted, 1}).ok());
                QCOMPARE(index, wanted);
            }
        }
    }

    void seekingEqualsWalking_data()
    {
        QTest::addColumn<int>("kind");
        for (int kind = 0; kind < 3; ++kind)
            QTest::addRow("%d", kind) << kind;
    }

    void seekingEqualsWalking()
    {
        QFETCH(int, kind);
        const SharedOrder order = kind == 0 ? *makeStoredOrder(101) : kind == 1 ? *makeShuffledOrder(101) : *makeIndependentOrder(101);
        const std::vector<std::uint64_t> walk = taken(*order, 5, 0, 500);
        for (std::uint64_t position = 0; position < 490; ++position)
            QVERIFY(std::ranges::equal(taken(*order, 5, position, 10), std::span(walk).subspan(position, 10)));
        QVERIFY(taken(*order, 5, ~std::uint64_t{0} - 9, 10).size() == 10);
    }

    // Each record equally often, at every second position too; no draw says anything about the next ones.
    void independentDrawsAreIndependent()
    {
        constexpr std::uint64_t kLength = 1'000;
        const SharedOrder order = *makeIndependentOrder(kLength);
        for (const std::uint64_t seed : {0U, 1U, 42U}) {
            const std::vector<std::uint64_t> draws = taken(*order, seed, 12'345, 400'000);
            const double all = chiSquareSigmas(countsOf(draws, kLength));
            QVERIFY2(std::abs(all) < 4, qPrintable(QString::number(all)));
            for (const std::size_t lag : {1U, 2U, 3U, 4U, 5U, 8U, 256U})
                QVERIFY2(std::abs(serialSigmas(draws, lag)) < 4, qPrintable(QString::number(serialSigmas(draws, lag))));
            // Pairs of neighbours, in a 10 × 10 table.
            std::vector<std::uint64_t> pairs(100);
            for (std::size_t i = 0; i + 1 < draws.size(); i += 2)
                ++pairs[draws[i] / 100 * 10 + draws[i + 1] / 100];
            QVERIFY2(std::abs(chiSquareSigmas(pairs)) < 4, qPrintable(QString::number(chiSquareSigmas(pairs))));
        }
    }

    // Seeds 0, 1, 2, … at one position are as independent as positions of one seed.
    void neighbouringSeedsAreUnrelated()
    {
        const SharedOrder order = *makeIndependentOrder(100);
        std::vector<std::uint64_t> draws;
        for (std::uint64_t seed = 0; seed < 100'000; ++seed)
            draws.push_back(taken(*order, seed, 3, 1).front());
        QVERIFY(std::abs(chiSquareSigmas(countsOf(draws, 100))) < 4);
        QVERIFY(std::abs(serialSigmas(draws, 1)) < 4);
    }

    void coverage()
    {
        const SharedOrder order = *makeShuffledOrder(777);
        for (std::uint64_t cycle = 0; cycle < 5; ++cycle) {
            const std::vector<std::uint64_t> values = taken(*order, 2, cycle * 777, 777);
            QCOMPARE(std::set<std::uint64_t>(values.begin(), values.end()).size(), std::size_t{777});
        }
        QVERIFY(taken(*order, 2, 0, 777) != taken(*order, 2, 777, 777));
    }

    void lengthZeroIsRefused()
    {
        QCOMPARE(makeStoredOrder(0).code(), ErrorCode::InvalidArgument);
        QCOMPARE(makeShuffledOrder(0).code(), ErrorCode::InvalidArgument);
        QCOMPARE(makeIndependentOrder(0).code(), ErrorCode::InvalidArgument);
    }
};

QTEST_APPLESS_MAIN(TestSimpleOrders)
#include "tst_simple_orders.moc"
