#include <QTest>

#include "widgets/laboratory/benchmark/benchmark_texts.h"

using namespace zrecord;
using namespace zrecord::widgets;

namespace {

BenchmarkReport report(Codec codec, double way, double read, double loop) {
    BenchmarkReport made;
    made.store.codec = codec;
    made.options.batch = 100;
    made.options.batches = 3;
    made.options.rounds = 2;
    made.bytesPerBatch = 1'048'576;
    made.threads = 2;
    made.lines = {{"map", false, {way, way * 2, way}}, {"part: read", false, {read}, true}, {codec == Codec::Raw ? "limit: memcpy" : "limit: libzstd", true, {loop}}};
    made.environment = benchmarkEnvironment();
    return made;
}

}  // namespace

/// Words and plots of the benchmark panel, from reports with known figures.
class TestBenchmarkTexts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void verdictsNameTheLimit() {
        QCOMPARE(verdictText(report(Codec::Zstd, 0.010, 0.001, 0.0093)).title, QStringLiteral("Decoding is the limit."));
        QVERIFY(verdictText(report(Codec::Zstd, 0.010, 0.001, 0.0093)).text.contains(QStringLiteral("93 % of the speed of libzstd alone")));
        QCOMPARE(verdictText(report(Codec::Raw, 0.010, 0.001, 0.009)).title, QStringLiteral("Copying is the limit."));
        const VerdictText far = verdictText(report(Codec::Raw, 0.010, 0.001, 0.005));
        QCOMPARE(far.title, QStringLiteral("Far from the limit."));
        QVERIFY2(far.text.startsWith(QStringLiteral("“map” runs at 50 % of the speed of “memcpy” alone.")), qPrintable(far.text));
        QCOMPARE(verdictText({}).title, QStringLiteral("No limit was measured."));
    }

    void barsAreMebibytesASecond() {
        const BenchmarkReport mine = report(Codec::Raw, 0.01, 0.001, 0.005);
        const PlotContent content = throughputPlot(mine, nullptr, QStringLiteral("this run"), {});
        QCOMPARE(content.x.categories, (QStringList{QStringLiteral("map"), QStringLiteral("memcpy")}));
        QCOMPARE(content.series.size(), std::size_t{2});
        QCOMPARE(content.series[0].y, std::vector<double>{100});
        QCOMPARE(content.series[0].low, std::vector<double>{50});
        QCOMPARE(content.series[1].x, std::vector<double>{1});
        QCOMPARE(content.series[1].y, std::vector<double>{200});
        const BenchmarkReport other = report(Codec::Raw, 0.02, 0.001, 0.005);
        const PlotContent both = throughputPlot(mine, &other, QStringLiteral("this run"), QStringLiteral("before"));
        QCOMPARE(both.series[2].name, QStringLiteral("before"));
        QCOMPARE(both.series[2].color, 0);
        QCOMPARE(both.series[2].y, (std::vector<double>{50, 200}));
    }

    void splitSaysMicrosecondsAndShares() {
        const auto rows = splitRows(splitBenchmark(report(Codec::Zstd, 0.010, 0.001, 0.008)));
        QCOMPARE(rows.size(), std::size_t{4});
        QCOMPARE(rows[0].value, QStringLiteral("1.00 ms · 10 %"));
        QCOMPARE(rows[1].value, QStringLiteral("7.00 ms · 70 %"));
        QVERIFY(splitRows({}).empty());
        QCOMPARE(secondsText(2.5e-7), QStringLiteral("250 ns"));
        QCOMPARE(secondsText(2.5e-6), QStringLiteral("2.50 µs"));
    }

    void differencesInWords() {
        const BenchmarkReport mine = report(Codec::Raw, 0.01, 0.001, 0.005);
        BenchmarkReport other = mine;
        QVERIFY(differenceText(mine, other).isEmpty());
        other.environment.processor = "another";
        other.options.cold = true;
        QCOMPARE(differenceText(mine, other), QStringLiteral("processor, cold or warm"));
        QCOMPARE(machineRows(mine)[1].value, QString::number(mine.environment.cores));
    }

    void captionAndCommand() {
        const BenchmarkReport mine = report(Codec::Raw, 0.01, 0.001, 0.005);
        QVERIFY2(benchmarkCaption(mine).startsWith(QStringLiteral("100 records a batch (")) && benchmarkCaption(mine).contains(QStringLiteral("2 threads, warm. 2 rounds by turns, 3 batches each")),
                 qPrintable(benchmarkCaption(mine)));
        BenchmarkOptions options;
        QCOMPARE(benchCommand(QStringLiteral("/data/s"), options), QStringLiteral("zr bench /data/s --work gather --batch 256 --rounds 5"));
        options.work = BenchmarkWork::Loader;
        options.random = false;
        options.cold = true;
        options.threads = 1;
        QCOMPARE(benchCommand(QStringLiteral("my store"), options), QStringLiteral("zr bench 'my store' --work loader --batch 256 --rounds 5 --order sequential --cold --threads 1"));
        QCOMPARE(benchmarkTitle(BenchmarkWork::Open), QStringLiteral("Opening the store"));
    }
};

QTEST_APPLESS_MAIN(TestBenchmarkTexts)
#include "tst_benchmark_texts.moc"
