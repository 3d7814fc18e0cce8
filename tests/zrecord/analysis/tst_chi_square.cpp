#include <QTest>

#include <cmath>
#include <vector>

#include "analysis/chi_square.h"

using namespace zrecord;

class TestChiSquare : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Upper 5 % and 1 % points as printed in statistical tables.
    void tail_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<quint64>("degrees");
        QTest::addColumn<double>("p");
        QTest::newRow("1 degree") << 3.841'458'8 << quint64{1} << 0.05;
        QTest::newRow("2 degrees") << 5.991'464'5 << quint64{2} << 0.05;
        QTest::newRow("3 degrees") << 11.344'867 << quint64{3} << 0.01;
        QTest::newRow("10 degrees") << 18.307'038 << quint64{10} << 0.05;
        QTest::newRow("25 degrees") << 44.314'105 << quint64{25} << 0.01;
        QTest::newRow("100 degrees") << 124.342'11 << quint64{100} << 0.05;
    }
    void tail()
    {
        QFETCH(double, value);
        QFETCH(quint64, degrees);
        QFETCH(double, p);
        const double tail = chiSquareTail(value, degrees);
        QVERIFY2(std::abs(tail - p) < 1e-7, qPrintable(QString::number(tail, 'g', 12)));
    }

    void tailAtTheEnds()
    {
        QCOMPARE(chiSquareTail(0, 225), 1.0);
        QCOMPARE(chiSquareTail(1e9, 225), 0.0);
        QVERIFY(chiSquareTail(1e-9, 225) <= 1.0);
        QVERIFY(chiSquareTail(1e-9, 225) > 0.999);
    }

    void fourFieldTable()
    {
        // Row sums 30 and 70, column sums 40 and 60: expected 12, 18, 28, 42, so 64/12 + 64/18 + 64/28 + 64/42.
        const std::vector<std::uint64_t> counts{20, 10, 20, 50};
        const ChiSquare test = independenceTest(counts, 2);
        QVERIFY(std::abs(test.value - (64.0 / 12 + 64.0 / 18 + 64.0 / 28 + 64.0 / 42)) < 1e-12);
        QCOMPARE(test.degrees, std::uint64_t{1});
        QVERIFY(std::abs(test.p - std::erfc(std::sqrt(test.value / 2))) < 1e-12);
    }

    void independentTableHasNone()
    {
        const ChiSquare test = independenceTest(std::vector<std::uint64_t>{1, 2, 3, 2, 4, 6}, 3);
        QVERIFY(test.value < 1e-12);
        QCOMPARE(test.degrees, std::uint64_t{2});
        QVERIFY(test.p > 0.999'999);
    }

    void emptyRowsAndColumnsDoNotTakePart()
    {
        const std::vector<std::uint64_t> counts{20, 0, 10, 0, 0, 0, 20, 0, 50};
        const ChiSquare test = independenceTest(counts, 3);
        QCOMPARE(test.degrees, std::uint64_t{1});
        QCOMPARE(independenceTest(std::vector<std::uint64_t>(9, 0), 3).degrees, std::uint64_t{0});
        QCOMPARE(independenceTest(std::vector<std::uint64_t>{4, 5, 6, 0, 0, 0}, 3).p, 1.0);
    }
};

QTEST_APPLESS_MAIN(TestChiSquare)
#include "tst_chi_square.moc"
