#include <QTest>

#include <algorithm>

#include "support/status_checks.h"
#include "zrecord/dictionary_tuning.h"

using namespace zrecord;

class TestTuneCandidate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void words_data()
    {
        QTest::addColumn<QString>("word");
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("codec");
        QTest::addColumn<int>("level");
        QTest::addColumn<quint64>("bytes");
        QTest::newRow("raw") << "raw" << "raw" << 0 << 0 << quint64{0};
        QTest::newRow("zstd") << "zstd" << "zstd 3" << 1 << 3 << quint64{0};
        QTest::newRow("zstd:12") << "zstd:12" << "zstd 12" << 1 << 12 << quint64{0};
        QTest::newRow("fast") << "fast" << "fast" << 2 << 19 << quint64{32'768};
        QTest::newRow("max:9") << "max:9" << "max, level 9" << 2 << 9 << quint64{1'048'576};
        QTest::newRow("64K:9") << "64K:9" << "64 KiB, level 9" << 2 << 9 << quint64{65'536};
        QTest::newRow("1M:22") << "1M:22" << "1 MiB, level 22" << 2 << 22 << quint64{1'048'576};
        QTest::newRow("1000:1") << "1000:1" << "1000 B, level 1" << 2 << 1 << quint64{1'000};
    }
    void words()
    {
        QFETCH(QString, word);
        QFETCH(QString, name);
        QFETCH(int, codec);
        QFETCH(int, level);
        QFETCH(quint64, bytes);
        const auto candidate = parseTuneCandidate(word.toStdString());
        ZR_VERIFY_OK(candidate);
        QCOMPARE(*candidate, (TuneCandidate{name.toStdString(), static_cast<Codec>(codec), level, bytes}));
    }

    void otherWordsAreRefused()
    {
        for (const char* word : {"", "lz4", "raw:3", "zstd:", "zstd:0", "zstd:23", "64K", "64K:", "64K:x", "1:3", "999999M:3", "fast:100", ":3"}) {
            const auto refused = parseTuneCandidate(word);
            QVERIFY2(refused.code() == ErrorCode::InvalidArgument, word);
        }
    }

    void defaultsHoldTheTiersOfLoaderx()
    {
        const auto candidates = defaultTuneCandidates();
        QCOMPARE(candidates.front().codec, Codec::Raw);
        QCOMPARE(candidates[1], *parseTuneCandidate("zstd"));
        for (const char* tier : {"fast", "balanced", "max"})
            QVERIFY2(std::find(candidates.begin(), candidates.end(), *parseTuneCandidate(tier)) != candidates.end(), tier);
    }
};

QTEST_APPLESS_MAIN(TestTuneCandidate)
#include "tst_tune_candidate.moc"
