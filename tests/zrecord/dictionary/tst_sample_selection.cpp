#include <QTest>

#include <numeric>

#include "dictionary/sample_selection.h"

using namespace zrecord;

class TestSampleSelection : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countFillsTheBudget()
    {
        QCOMPARE(sampleCount(60'000, 784, 16'777'216), 21'399ULL);
        QCOMPARE(sampleCount(60'000, 784, 4'194'304), 5'349ULL);
        QCOMPARE(sampleCount(100, 784, 16'777'216), 100ULL);      // all there are
        QCOMPARE(sampleCount(100, 1ULL << 31, 16'777'216), 1ULL);  // one, however large
        QCOMPARE(sampleCount(1, 1, 4'194'304), 1ULL);
        QCOMPARE(sampleCount(10, 0, 4'194'304), 10ULL);
    }

    // Sums of unique(linspace(0, n − 1, k).astype(int64)) as NumPy computes them.
    void spreadIsNumpys_data()
    {
        QTest::addColumn<quint64>("records");
        QTest::addColumn<quint64>("count");
        QTest::addColumn<quint64>("distinct");
        QTest::addColumn<quint64>("sum");
        QTest::newRow("fast") << 60'000ULL << 5'349ULL << 5'349ULL << 160'464'652ULL;
        QTest::newRow("balanced") << 60'000ULL << 21'399ULL << 21'399ULL << 641'948'602ULL;
        QTest::newRow("three of ten") << 10ULL << 3ULL << 3ULL << 13ULL;
        QTest::newRow("ten million") << 10'000'000ULL << 16'384ULL << 16'384ULL << 81'919'983'618ULL;
        QTest::newRow("all") << 7ULL << 7ULL << 7ULL << 21ULL;
        QTest::newRow("a million and three") << 1'000'003ULL << 65'536ULL << 65'536ULL << 32'768'032'770ULL;
        QTest::newRow("beyond 2^32") << (1ULL << 33) + 1 << 1'000ULL << 1'000ULL << 4'294'967'295'501ULL;
    }

    void spreadIsNumpys()
    {
        QFETCH(quint64, records);
        QFETCH(quint64, count);
        const auto indices = spreadIndices(records, count);
        QTEST(static_cast<quint64>(indices.size()), "distinct");
        QTEST(static_cast<quint64>(std::accumulate(indices.begin(), indices.end(), std::uint64_t{0})), "sum");
        QCOMPARE(indices.front(), 0ULL);
        QCOMPARE(indices.back(), records - 1);
    }

    void edges()
    {
        QVERIFY(spreadIndices(0, 5).empty());
        QVERIFY(spreadIndices(5, 0).empty());
        QCOMPARE(spreadIndices(100, 1), (std::vector<std::uint64_t>{0}));
        QCOMPARE(spreadIndices(1, 1), (std::vector<std::uint64_t>{0}));
        QCOMPARE(spreadIndices(3, 9), (std::vector<std::uint64_t>{0, 1, 2}));
    }
};

QTEST_APPLESS_MAIN(TestSampleSelection)
#include "tst_sample_selection.moc"
