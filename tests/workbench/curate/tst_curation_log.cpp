#include "workbench/curate/curation_log.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace zrecord::workbench;

class CurationLogTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void entriesAreRows() {
        CurationLog log;
        const QAbstractItemModelTester tester(&log);
        log.add(QStringLiteral("/data/train"), QStringLiteral("2 records removed."), command::remove(QStringLiteral("/data/train"), RecordRanges(3, 2)));
        log.add(QStringLiteral("/data/train"), QStringLiteral("Something\nelse."));
        QCOMPARE(log.rowCount(), 2);
        const QModelIndex first = log.index(0);
        QCOMPARE(first.data().toString(), QStringLiteral("2 records removed."));
        QCOMPARE(first.data(CurationLog::CommandRole).toString(), QStringLiteral("zr delete /data/train 3:5"));
        QCOMPARE(first.data(CurationLog::StoreRole).toString(), QStringLiteral("/data/train"));
        QVERIFY(first.data(CurationLog::TimeRole).toDateTime().isValid());
        const QStringList lines = log.script().split(u'\n');
        QCOMPARE(lines[0], QStringLiteral("#!/bin/sh"));
        QVERIFY(lines[2].startsWith(u'#') && lines[2].endsWith(QStringLiteral("2 records removed.")));
        QCOMPARE(lines[3], QStringLiteral("zr delete /data/train 3:5"));
        QVERIFY(lines[4].endsWith(QStringLiteral("Something else.")));
    }
    void theOldestLeave() {
        CurationLog log;
        for (std::size_t i = 0; i < CurationLog::kMostEntries + 3; ++i)
            log.add({}, QString::number(i));
        QCOMPARE(log.rowCount(), static_cast<int>(CurationLog::kMostEntries));
        QCOMPARE(log.index(0).data().toString(), QStringLiteral("3"));
    }
    void commandsAreWhatAShellReads() {
        QCOMPARE(command::quoted(QStringLiteral("a b")), QStringLiteral("'a b'"));
        QCOMPARE(command::quoted(QStringLiteral("it's")), QStringLiteral("'it'\\''s'"));
        QCOMPARE(command::quoted({}), QStringLiteral("''"));
        QCOMPARE(command::quoted(QStringLiteral("/data/train-1.zr")), QStringLiteral("/data/train-1.zr"));
        QCOMPARE(command::find(QStringLiteral("/d"), QStringLiteral("std < 3 and label == \"Bag\""), QStringLiteral("image"), {QStringLiteral("-std"), QStringLiteral("index")}),
                 QStringLiteral("zr find /d 'std < 3 and label == \"Bag\"' --stream image --sort=-std,index"));
        QCOMPARE(command::duplicates(QStringLiteral("/d"), {}), QStringLiteral("zr find /d --duplicates"));
        RecordRanges many;
        for (std::uint64_t i = 0; i <= command::kMostRanges; ++i)
            many.add(2 * i);
        QCOMPARE(command::remove(QStringLiteral("/d"), many), QStringLiteral("zr delete /d --indices FILE"));
    }
};

QTEST_GUILESS_MAIN(CurationLogTest)
#include "tst_curation_log.moc"
