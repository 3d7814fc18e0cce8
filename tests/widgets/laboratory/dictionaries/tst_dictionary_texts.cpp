#include <QTest>

#include "widgets/laboratory/dictionaries/dictionary_texts.h"

using namespace zrecord;
using namespace zrecord::widgets;

namespace {

TuneResult result(const char* name, Codec codec, double ratio, double gather) {
    TuneResult made;
    made.candidate = {name, codec, 9, 65'536};
    made.ratio = ratio;
    made.storedBytes = 1'000;
    made.storeBytes = 1e6 / ratio;
    made.gatherMiBs = {gather, gather * 0.9, gather * 1.1};
    made.writeMiBs = {10, 9, 11};
    made.memoryBytes = codec == Codec::ZstdDict ? 65'536 : 0;
    made.dictionaryBytes = made.memoryBytes;
    made.against.assign(kTuneAgainstBins, 0);
    made.against[10] = 4;
    return made;
}

TuneReport report() {
    TuneReport made;
    made.records = 1'000;
    made.trainingRecords = 600;
    made.trainingBytes = 60'000;
    made.testRecords = 100;
    made.testBytes = 10'000;
    made.rounds = 3;
    made.seed = 42;
    made.results = {result("raw", Codec::Raw, 1, 9'000), result("zstd 3", Codec::Zstd, 1.5, 200), result("64 KiB, level 9", Codec::ZstdDict, 1.98, 300),
                    result("max", Codec::ZstdDict, 2, 100)};
    made.advice = adviseTuning(made);
    return made;
}

}  // namespace

class TestDictionaryTexts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void adviceGivesItsReason() {
        const AdviceText advice = adviceText(report());
        QCOMPARE(advice.title, QStringLiteral("Take “64 KiB, level 9”."));
        QCOMPARE(advice.text, QStringLiteral("The store becomes 24.2 % smaller than with plain zstd; gathers are 50 % faster. “max” is 1.0 % smaller still, but against "
                                             "it this one gathers 3.0 times as fast and writes as fast."));
        TuneReport plain = report();
        plain.results.resize(2);
        plain.advice = adviseTuning(plain);
        QCOMPARE(adviceText(plain).title, QStringLiteral("Take “zstd 3”, without a dictionary."));
        QCOMPARE(adviceText({}).title, QStringLiteral("No advice"));
    }

    void bubblesAreAsLargeAsTheMemory() {
        TuneReport some = report();
        some.results[0].status = Status(ErrorCode::TrainingFailed, "too few");
        const PlotContent content = ratioPlot(some);
        QCOMPARE(content.series[0].labels, (QStringList{QStringLiteral("zstd 3"), QStringLiteral("64 KiB, level 9"), QStringLiteral("max")}));
        QCOMPARE(content.series[0].x[1], 1.98);
        QCOMPARE(content.series[0].low[1], 270.0);
        QCOMPARE(content.series[0].sizes[0], 8.0);
        QCOMPARE(content.series[0].sizes[1], 16.0);  // a sixteenth of 1 MiB: a quarter of its width more than the least
        QCOMPARE(content.series[0].chosen, std::optional<std::size_t>(1));
        QVERIFY(ratioPlot({}).isEmpty());
    }

    void againstPlainKeepsAllBins() {
        const PlotContent content = againstPlot(report().results[2]);
        QCOMPARE(content.series[0].x.size(), kTuneAgainstBins);
        QCOMPARE(content.x.categories[11], QStringLiteral("0"));
        QCOMPARE(content.x.categories[10], QStringLiteral("−5"));
        QCOMPARE(content.series[0].y[10], 4.0);
    }

    void consequencesAndCommand() {
        const auto rows = consequenceRows(report(), 2, 800'000);
        QCOMPARE(rows[0].value, QStringLiteral("781\u00a0KiB"));
        QCOMPARE(rows[1].value, QStringLiteral("493\u00a0KiB"));
        QCOMPARE(tuneCommand(QStringLiteral("/data/a"), TuneOptions(), report().results[1]), QStringLiteral("zr recode /data/a NEW --codec zstd --level 9"));
        QCOMPARE(tuneCommand(QStringLiteral("/data/a"), TuneOptions(), report().results[2]),
                 QStringLiteral("zr tune /data/a --seed 42 --candidate 64K:9 --keep '64 KiB, level 9' -o NEW.dict && zr recode /data/a NEW --codec zstd_dict --dict NEW.dict --level 9"));
    }
};

QTEST_APPLESS_MAIN(TestDictionaryTexts)
#include "tst_dictionary_texts.moc"
