#include <QTest>

#include <cmath>
#include <numeric>
#include <vector>

#include "analysis/shuffle_meter.h"

using namespace zrecord;

namespace {

ShuffleFigures measure(const std::vector<std::uint64_t>& order, std::uint64_t length)
{
    ShuffleMeter meter(length, order.size());
    for (const std::uint64_t index : order)
        meter.take(index);
    return meter.figures();
}

bool near(double a, double b)
{
    return std::abs(a - b) < 1e-9;
}

}  // namespace

class TestShuffleMeter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void smallOrderByHand()
    {
        // Differences modulo 4: 2, 3, 2; two bins hold 0–1 and 2–3.
        const ShuffleFigures figures = measure({0, 2, 1, 3}, 4);
        QCOMPARE(figures.positions, std::uint64_t{4});
        QCOMPARE(figures.differenceBins, std::uint64_t{2});
        QVERIFY(near(figures.entropyBits, 0));
        QVERIFY(near(figures.idealEntropyBits, 1 - 1 / (2 * 3 * std::log(2.0))));
        // Pairs (0,2), (2,1), (1,3): means 1 and 2, products 0 + 2 + 3 = 5, covariance 5/3 − 2, variances 2/3 each.
        QVERIFY(figures.serialCorrelation.has_value());
        QVERIFY(near(*figures.serialCorrelation, -0.5));
        QVERIFY(near(figures.serialDeviations, (-0.5 + 1.0 / 3) * 2));
        QVERIFY(near(figures.meanJump, 5.0 / 3));
        QVERIFY(near(figures.nextShare, 0));
        QVERIFY(!figures.chiSquare);  // too few positions to test
    }

    void orderAsStored()
    {
        std::vector<std::uint64_t> order(4'096);
        std::iota(order.begin(), order.end(), std::uint64_t{0});
        const ShuffleFigures figures = measure(order, order.size());
        QCOMPARE(figures.differenceBins, std::uint64_t{256});
        QVERIFY(near(figures.entropyBits, 0));
        QVERIFY(near(*figures.serialCorrelation, 1));
        // 16 × 16 fields with the 16 of the diagonal full: chi-square = n (16 − 1).
        QCOMPARE(figures.chiSquareDegrees, std::uint64_t{225});
        QVERIFY(near(*figures.chiSquare, 4'096.0 * 15));
        QCOMPARE(figures.chiSquareP, 0.0);
        QVERIFY(near(figures.meanJump, 1));
        QVERIFY(near(figures.nextShare, 1));
    }

    void idealEntropyOfUnequalBins()
    {
        // 5 differences in 2 bins: ⌊2d/5⌋ is 0 for 0, 1, 2.
        const ShuffleFigures figures = measure({0, 1, 2}, 5);
        QCOMPARE(figures.differenceBins, std::uint64_t{2});
        const double ideal = -(0.6 * std::log2(0.6) + 0.4 * std::log2(0.4)) - 1 / (2 * 2 * std::log(2.0));
        QVERIFY(near(figures.idealEntropyBits, ideal));
    }

    void equalIndicesHaveNoCorrelation()
    {
        const ShuffleFigures figures = measure(std::vector<std::uint64_t>(100, 7), 10);
        QVERIFY(!figures.serialCorrelation);
        QVERIFY(near(figures.entropyBits, 0));
        QVERIFY(near(figures.meanJump, 0));
    }

    void hugeLengthsKeepTheirFigures()
    {
        const std::uint64_t length = UINT64_C(1) << 62;
        const ShuffleFigures figures = measure({0, length / 2, length / 4, length / 4 * 3}, length);
        QVERIFY(near(*figures.serialCorrelation, -0.5));
        QVERIFY(std::abs(figures.meanJump / (static_cast<double>(length) * 5 / 12) - 1) < 1e-12);
    }

    void oneIndex()
    {
        const ShuffleFigures figures = measure({0}, 1);
        QCOMPARE(figures.positions, std::uint64_t{1});
        QCOMPARE(figures.differenceBins, std::uint64_t{0});
        QVERIFY(!figures.serialCorrelation);
    }
};

QTEST_APPLESS_MAIN(TestShuffleMeter)
#include "tst_shuffle_meter.moc"
