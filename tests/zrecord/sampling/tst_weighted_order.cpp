#include <QTest>

#include "order_statistics.h"

using namespace zrecord;
using namespace zrecord::test;

class TestWeightedOrder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void drawsInProportion()
    {
        std::vector<double> weights;
        std::vector<double> shares;
        double sum = 0;
        for (int i = 0; i < 200; ++i)
            weights.push_back(i % 5 == 0 ? 0 : 1 + i % 17);
        for (const double weight : weights)
            sum += weight;
        for (const double weight : weights)
            shares.push_back(weight / sum);
        const SharedOrder order = *makeWeightedOrder(weights, ZeroWeights::NeverDrawn);
        for (const std::uint64_t seed : {0U, 1U, 42U}) {
            const std::vector<std::uint64_t> draws = taken(*order, seed, 999, 400'000);
            const double sigmas = chiSquareSigmas(countsOf(draws, 200), shares);
            QVERIFY2(std::abs(sigmas) < 4, qPrintable(QString::number(sigmas)));
            for (const std::size_t lag : {1U, 2U, 4U, 256U})
                QVERIFY2(std::abs(serialSigmas(draws, lag)) < 4, qPrintable(QString::number(serialSigmas(draws, lag))));
        }
    }

    // More than 2^24 records, the last half twice as heavy: indices above 2^24 come up, and each half gets its share.
    void manyRecords()
    {
        constexpr std::uint64_t kRecords = (1 << 24) + 3;
        std::vector<double> weights(kRecords, 1.0);
        std::fill(weights.begin() + kRecords / 2, weights.end(), 2.0);
        const SharedOrder order = *makeWeightedOrder(weights);
        constexpr std::size_t kDraws = 1'000'000;
        std::vector<std::uint64_t> heavy(2);
        std::vector<std::uint64_t> last(2);
        for (const std::uint64_t draw : taken(*order, 3, 0, kDraws)) {
            ++heavy[draw >= kRecords / 2 ? 1 : 0];
            ++last[draw >= kRecords - kRecords / 1'000 ? 1 : 0];
        }
        const double light = static_cast<double>(kRecords / 2);
        const double whole = light + 2 * (static_cast<double>(kRecords) - light);
        QVERIFY(std::abs(chiSquareSigmas(heavy, std::vector<double>{light / whole, 1 - light / whole})) < 4);
        const double tail = 2.0 * static_cast<double>(kRecords / 1'000) / whole;
        QVERIFY(std::abs(chiSquareSigmas(last, std::vector<double>{1 - tail, tail})) < 4);
    }

    void seekingEqualsWalking()
    {
        const SharedOrder order = *makeWeightedOrder(std::vector<double>{1, 5, 2, 9, 4});
        const std::vector<std::uint64_t> walk = taken(*order, 5, 0, 1'000);
        for (std::uint64_t position = 0; position < 990; ++position)
            QVERIFY(std::ranges::equal(taken(*order, 5, position, 10), std::span(walk).subspan(position, 10)));
    }

    void identityNamesTheWeights()
    {
        const auto identity = [](std::vector<double> weights) { return (*makeWeightedOrder(weights))->identity(); };
        QCOMPARE(identity({1, 2}), identity({2, 4}));
        QVERIFY(identity({1, 2}) != identity({1, 3}));
        QVERIFY(identity({1, 2}).starts_with("weighted(2,xxh3="));
        QCOMPARE(makeWeightedOrder(std::vector<double>{1, -1}).code(), ErrorCode::InvalidArgument);
    }
};

QTEST_APPLESS_MAIN(TestWeightedOrder)
#include "tst_weighted_order.moc"
