#include <QTest>

#include "zrecord/benchmark.h"

using namespace zrecord;

/// Figures and verdicts over the rounds of a benchmark.
class TestBenchmarkReport : public QObject {
    Q_OBJECT

private slots:
    void figures();
    void verdicts_data();
    void verdicts();
    void linesAreFoundByName();
};

void TestBenchmarkReport::figures()
{
    const BenchmarkLine odd{"x", false, {3, 1, 2}};
    QCOMPARE(odd.median(), 2.0);
    QCOMPARE(odd.least(), 1.0);
    QCOMPARE(odd.greatest(), 3.0);
    QCOMPARE((BenchmarkLine{"x", false, {4, 1, 2, 3}}).median(), 2.5);
    QCOMPARE(BenchmarkLine().median(), 0.0);
}

void TestBenchmarkReport::verdicts_data()
{
    QTest::addColumn<std::vector<double>>("first");
    QTest::addColumn<std::vector<double>>("second");
    QTest::addColumn<int>("verdict");
    using Rounds = std::vector<double>;
    QTest::newRow("apart, faster") << Rounds{5, 6, 7} << Rounds{2, 3, 4} << static_cast<int>(BenchmarkVerdict::Faster);
    QTest::newRow("apart, slower") << Rounds{2, 3, 4} << Rounds{5, 6, 7} << static_cast<int>(BenchmarkVerdict::Slower);
    QTest::newRow("overlap") << Rounds{2, 3, 5} << Rounds{4, 6, 7} << static_cast<int>(BenchmarkVerdict::Same);
    QTest::newRow("touch") << Rounds{2, 3} << Rounds{3, 4} << static_cast<int>(BenchmarkVerdict::Same);
    QTest::newRow("inside") << Rounds{1, 9} << Rounds{4, 5} << static_cast<int>(BenchmarkVerdict::Same);
    QTest::newRow("nothing measured") << Rounds{} << Rounds{4} << static_cast<int>(BenchmarkVerdict::Same);
}

void TestBenchmarkReport::verdicts()
{
    QFETCH(std::vector<double>, first);
    QFETCH(std::vector<double>, second);
    QTEST(static_cast<int>(compareRounds({"x", false, first}, {"x", false, second})), "verdict");
}

void TestBenchmarkReport::linesAreFoundByName()
{
    BenchmarkReport report;
    report.lines = {{"a", false, {1}}, {"b", true, {2}}};
    QVERIFY(report.find("b") == &report.lines[1]);
    QVERIFY(report.find("c") == nullptr);
}

QTEST_APPLESS_MAIN(TestBenchmarkReport)
#include "tst_benchmark_report.moc"
