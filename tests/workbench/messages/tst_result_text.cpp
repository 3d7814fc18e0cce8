#include "workbench/messages/result_text.h"

#include <QTest>

#include "workbench/document/pending_changes.h"
#include "workbench/document/store_document.h"
#include "workbench/jobs/job_queue.h"
#include "workbench/support/manual_task_runner.h"

using namespace zrecord;
using namespace zrecord::workbench;
using zrecord::workbench::test::ManualTaskRunner;

namespace {

QString plain(QString text) {
    return text.replace(QChar(u'\u2009'), QChar(u' ')).replace(QChar(u'\u00A0'), QChar(u' '));
}

}  // namespace

class ResultTextTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void applied() {
        AppliedChanges changes;
        changes.removed = 12;
        changes.moved = 10;
        changes.deadBytes = 3'100'000;
        QCOMPARE(plain(appliedText(changes)),
                 QStringLiteral("12 records removed, 10 moved into freed slots. 2.96 MiB stay in the files until you compact."));
        changes.deadBytes = 0;
        QVERIFY(!appliedText(changes).contains(QStringLiteral("compact")));
    }

    void markedAgreesWithItsNumber() {
        QCOMPARE(markedText(1), QStringLiteral("1 record is marked for deletion"));
        QCOMPARE(plain(markedText(2000)), QStringLiteral("2 000 records are marked for deletion"));
    }

    void compacted() {
        CompactedStreams result;
        result.freedBytes = 1500;
        CompactionResult one;
        one.before.chunkBytes = 4000;
        one.after.chunkBytes = 2500;
        result.streams = {{"image", one}};
        QCOMPARE(plain(compactedText(result)), QStringLiteral("Compaction gave 1.46 KiB back: 3.91 KiB before, 2.44 KiB after."));
    }

    void verified() {
        VerifyReport clean;
        clean.recordsChecked = 60'000;
        VerifyReport bad = clean;
        bad.issueCount = 20'000;
        bad.issues = {{IssueSeverity::Error, "decode_failed", "the frame of record 17 is damaged.", "0.chunk", 4096, 17, true}};
        QCOMPARE(plain(verifiedText({{"image", clean}, {"label", clean}})), QStringLiteral("120 000 records of 2 streams checked, no fault found."));
        QCOMPARE(plain(verifiedText({{"image", clean}})), QStringLiteral("60 000 records checked, no fault found."));
        const QString text = plain(verifiedText({{"image", clean}, {"label", bad}}));
        QVERIFY2(text.contains(QStringLiteral("20 000 faults")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("label: the frame of record 17")), qPrintable(text));
    }

    void statisticsOfAllStreams() {
        StoreStats one;
        one.liveBytes = 970;
        one.reclaimable = 30;
        one.chunkBytes = 1000;
        QCOMPARE(plain(statisticsText({one, one})), QStringLiteral("1.89 KiB live, 60 bytes dead (3.0 %)."));
    }

    void alignmentNamesBothStreams() {
        const QString text = plain(alignmentText({"label", 59'999, "image", 60'000}));
        QVERIFY(text.contains(QStringLiteral("label holds 59 999 records")));
        QVERIFY(text.contains(QStringLiteral("image holds 60 000 records")));
    }

    void streams() {
        StreamInfo stream;
        stream.summary.itemShape = {28, 28};
        stream.summary.codec = Codec::ZstdDict;
        QCOMPARE(streamText(stream), QStringLiteral("uint8 (28, 28) \u00B7 zstd_dict"));
        stream.summary.kind = StoreKind::Ragged;
        QVERIFY(streamText(stream).contains(QStringLiteral("any shape")));
    }

    void goToErrors() {
        QVERIFY(goToErrorText(GoToError::None, {}, 5).isEmpty());
        QVERIFY(plain(goToErrorText(GoToError::OutOfRange, QStringLiteral("70000"), 60'000)).contains(QStringLiteral("the last one is 59 999")));
        QVERIFY(goToErrorText(GoToError::NotANumber, QStringLiteral("abc"), 5).contains(QStringLiteral("abc")));
    }

    void reasons() {
        QCOMPARE(markReasonText({}), QStringLiteral("Marked by hand"));
        QCOMPARE(markReasonText({MarkReason::Kind::Filter, QStringLiteral("std < 0.01")}), QStringLiteral("Filter: std < 0.01"));
    }

    void runningJob() {
        std::int64_t now = 1000;
        ManualTaskRunner runner;
        JobQueue queue(runner, 1, [&now] { return now; });
        QString text;
        Job* job = nullptr;
        job = queue.start({}, {}, [&](const OperationContext& context) {
            context.progress({"reading", 0, 1'000'000});
            ManualTaskRunner::deliver();
            now += 4000;
            context.progress({"reading", 400'000, 1'000'000});
            ManualTaskRunner::deliver();
            text = plain(jobProgressText(*job));
            return Status();
        });
        QCOMPARE(jobProgressText(*job), QStringLiteral("Running"));
        runner.settle();
        QCOMPARE(text, QStringLiteral("40 %, 100 000 records/s, 0:06 left"));
        QCOMPARE(jobProgressText(*job), QStringLiteral("Done in 0:04"));
    }
};

QTEST_GUILESS_MAIN(ResultTextTest)
#include "tst_result_text.moc"
