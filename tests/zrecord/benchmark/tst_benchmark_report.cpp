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
    void splitAddsUp_data();
    void splitAddsUp();
    void findings_data();
    void findings();
    void differencesAreNamed();
    void worksHaveNames();
};

void TestBenchmarkReport::figures()
{
    const BenchmarkLine odd{"x", false, {3, 1, 2}, false, {9, 1, 4, 2, 3}};
    QCOMPARE(odd.median(), 2.0);
    QCOMPARE(odd.least(), 1.0);
    QCOMPARE(odd.greatest(), 3.0);
    QCOMPARE((BenchmarkLine{"x", false, {4, 1, 2, 3}}).median(), 2.5);
    QCOMPARE(BenchmarkLine().median(), 0.0);
    QCOMPARE(odd.percentile(0.5), 3.0);   // the third of five
    QCOMPARE(odd.percentile(0.6), 3.0);
    QCOMPARE(odd.percentile(0.61), 4.0);
    QCOMPARE(odd.percentile(0.99), 9.0);
    QCOMPARE(odd.percentile(0), 1.0);
    QCOMPARE(BenchmarkLine().percentile(0.5), 0.0);
    BenchmarkLine busy;
    busy.wallSeconds = 2;
    busy.cpuSeconds = 3;
    QCOMPARE(busy.cpuShare(), 1.5);
    busy.wallSeconds = 0.009;  // too short for the system's counters
    QCOMPARE(busy.cpuShare(), 0.0);
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

namespace {

BenchmarkReport gatherReport(Codec codec, double way, double read, double loop)
{
    BenchmarkReport report;
    report.store.codec = codec;
    report.lines = {{"map", false, {way}}, {"part: read", false, {read}, true}, {codec == Codec::Raw ? "limit: memcpy" : "limit: libzstd", true, {loop}}};
    return report;
}

}  // namespace

void TestBenchmarkReport::splitAddsUp_data()
{
    QTest::addColumn<BenchmarkReport>("report");
    QTest::addColumn<std::vector<double>>("parts");  // read, decompress, copy, other
    using Parts = std::vector<double>;
    QTest::newRow("zstd") << gatherReport(Codec::Zstd, 10, 1, 8) << Parts{1, 7, 0, 2};
    QTest::newRow("raw") << gatherReport(Codec::Raw, 10, 2, 5) << Parts{2, 0, 3, 5};
    QTest::newRow("quicker than its limit") << gatherReport(Codec::Raw, 4, 2, 5) << Parts{2, 0, 2, 0};
    QTest::newRow("reading is all") << gatherReport(Codec::Zstd, 4, 6, 5) << Parts{4, 0, 0, 0};
    BenchmarkReport bare;
    bare.lines = {{"map", false, {3}}};
    QTest::newRow("no loops") << bare << Parts{0, 0, 0, 0};
}

void TestBenchmarkReport::splitAddsUp()
{
    QFETCH(BenchmarkReport, report);
    const BenchmarkSplit split = splitBenchmark(report);
    QTEST((std::vector<double>{split.read, split.decompress, split.copy, split.other}), "parts");
}

void TestBenchmarkReport::findings_data()
{
    using Kind = BenchmarkFinding::Kind;
    QTest::addColumn<BenchmarkReport>("report");
    QTest::addColumn<BenchmarkFinding>("finding");
    QTest::newRow("decoding") << gatherReport(Codec::Zstd, 10, 1, 9) << BenchmarkFinding{Kind::Decoding, 0.9};
    QTest::newRow("copying") << gatherReport(Codec::Raw, 10, 1, 7.5) << BenchmarkFinding{Kind::Copying, 0.75};
    QTest::newRow("overhead") << gatherReport(Codec::Raw, 10, 1, 5) << BenchmarkFinding{Kind::Overhead, 0.5};
    BenchmarkReport cold = gatherReport(Codec::Zstd, 10, 6, 9);
    QTest::newRow("warm, much to read") << cold << BenchmarkFinding{Kind::Decoding, 0.9};
    cold.options.cold = true;
    QTest::newRow("cold") << cold << BenchmarkFinding{Kind::Reading, 0.6};
    BenchmarkReport other;
    other.lines = {{"loader", false, {4}}, {"limit: gather", true, {3}}};
    other.options.work = BenchmarkWork::Loader;
    QTest::newRow("loader") << other << BenchmarkFinding{Kind::Gathering, 0.75};
    other.options.work = BenchmarkWork::Append;
    QTest::newRow("append") << other << BenchmarkFinding{Kind::Writing, 0.75};
    other.options.work = BenchmarkWork::Sampler;
    QTest::newRow("sampler") << other << BenchmarkFinding{};
    QTest::newRow("nothing") << BenchmarkReport() << BenchmarkFinding{};
}

void TestBenchmarkReport::findings()
{
    QFETCH(BenchmarkReport, report);
    const BenchmarkFinding finding = judgeBenchmark(report);
    QTEST(finding, "finding");
}

void TestBenchmarkReport::differencesAreNamed()
{
    BenchmarkReport first;
    first.environment = benchmarkEnvironment();
    QVERIFY(first.environment.cores >= 1 && !first.environment.zstd.empty());
    BenchmarkReport second = first;
    QVERIFY(benchmarkDifferences(first, second).empty());
    second.environment.processor = "another";
    second.environment.memoryBytes += 1;
    second.fingerprint = 7;
    second.options.cold = true;
    second.options.seed = 1;  // draws other records of the same kind
    QCOMPARE(benchmarkDifferences(first, second), (std::vector<std::string>{"processor", "memory", "store", "cache"}));
}

void TestBenchmarkReport::worksHaveNames()
{
    for (const BenchmarkWork work : {BenchmarkWork::Gather, BenchmarkWork::Append, BenchmarkWork::Loader, BenchmarkWork::Sampler, BenchmarkWork::Open})
        QVERIFY(parseBenchmarkWork(benchmarkWorkName(work)).value() == work);
    QVERIFY(!parseBenchmarkWork("gathering").ok());
}

QTEST_APPLESS_MAIN(TestBenchmarkReport)
#include "tst_benchmark_report.moc"
