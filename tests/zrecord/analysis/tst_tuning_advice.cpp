#include <QTest>

#include "zrecord/dictionary_tuning.h"

using namespace zrecord;

namespace {

TuneResult result(Codec codec, double storeBytes, double gather, double write = 100)
{
    TuneResult made;
    made.candidate.codec = codec;
    made.storeBytes = storeBytes;
    made.gatherMiBs.median = gather;
    made.writeMiBs.median = write;
    return made;
}

TuneAdvice advise(std::vector<TuneResult> results)
{
    TuneReport report;
    report.results = std::move(results);
    return adviseTuning(report);
}

}  // namespace

class TestTuningAdvice : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fastestAmongTheNearlySmallest()
    {
        const TuneAdvice advice = advise({result(Codec::Raw, 1'000, 9'000), result(Codec::Zstd, 600, 200), result(Codec::ZstdDict, 509, 300, 20),
                                          result(Codec::ZstdDict, 500, 150, 2), result(Codec::ZstdDict, 520, 800)});
        QCOMPARE(advice.kind, TuneAdvice::Kind::UseDictionary);
        QCOMPARE(advice.choice, std::size_t{2});  // the last gathers faster, but is 4 % larger than the smallest
        QCOMPARE(advice.smallest, std::size_t{3});
        QCOMPARE(advice.againstPlain, 509.0 / 600);
        QCOMPARE(advice.gatherAgainstPlain, 1.5);
        QCOMPARE(advice.storeAgainstSmallest, 509.0 / 500);
        QCOMPARE(advice.gatherAgainstSmallest, 2.0);
        QCOMPARE(advice.writeAgainstSmallest, 10.0);
    }

    void plainWithinOnePerCent()
    {
        const TuneAdvice advice = advise({result(Codec::Zstd, 603, 200), result(Codec::Zstd, 600, 100), result(Codec::ZstdDict, 598, 900)});
        QCOMPARE(advice.kind, TuneAdvice::Kind::NoDictionary);
        QCOMPARE(advice.choice, std::size_t{0});  // the faster of two plain ones within 1 % of the best
    }

    void nothingSaved()
    {
        const TuneAdvice advice = advise({result(Codec::Raw, 1'000, 9'000), result(Codec::Zstd, 990, 500), result(Codec::ZstdDict, 985, 600)});
        QCOMPARE(advice.kind, TuneAdvice::Kind::KeepRaw);
        QCOMPARE(advice.choice, std::size_t{0});
    }

    void failedAndMissingOnesDoNotCount()
    {
        TuneResult failed = result(Codec::ZstdDict, 1, 1e6);
        failed.status = Status(ErrorCode::TrainingFailed, "too few");
        QCOMPARE(advise({result(Codec::Zstd, 600, 200), failed, result(Codec::ZstdDict, 590, 0)}).kind, TuneAdvice::Kind::NoDictionary);
        QCOMPARE(advise({failed, result(Codec::Raw, 10, 10)}).kind, TuneAdvice::Kind::Nothing);
        QCOMPARE(advise({}).kind, TuneAdvice::Kind::Nothing);
    }
};

QTEST_APPLESS_MAIN(TestTuningAdvice)
#include "tst_tuning_advice.moc"
