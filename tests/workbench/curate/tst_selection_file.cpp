#include "workbench/curate/selection_file.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace zrecord;
using namespace zrecord::workbench;

class SelectionFileTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void comesBackAsItWas() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("some.txt"));
        RecordRanges records(3, 1);
        records.add(10, 5);
        records.add(UINT64_C(1) << 33, 2);
        QVERIFY(selection_file::write(path, records).ok());
        QFile file(path);
        QVERIFY(file.open(QIODevice::ReadOnly));
        QCOMPARE(file.readAll(), QByteArray("3\n10:15\n8589934592:8589934594\n"));
        QCOMPARE(*selection_file::read(path, UINT64_C(1) << 34), records);
    }
    void readsWhatZrReads() {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("some.txt"));
        const auto write = [&path](const char* text) {
            QFile file(path);
            return file.open(QIODevice::WriteOnly) && file.write(text) >= 0;
        };
        QVERIFY(write("-1\n\n0:10:5\r\n 20 \n"));
        RecordRanges expected(0, 1);
        expected.add(5);
        expected.add(20);
        expected.add(99);
        QCOMPARE(*selection_file::read(path, 100), expected);
        QVERIFY(write("3\nfour\n"));
        const Result<RecordRanges> wrong = selection_file::read(path, 100);
        QVERIFY(!wrong.ok());
        QVERIFY2(wrong.status().message().find("line 2") != std::string::npos, wrong.status().message().c_str());
        QVERIFY(write("100\n"));
        QCOMPARE(selection_file::read(path, 100).code(), ErrorCode::OutOfRange);
        QCOMPARE(selection_file::read(folder.filePath(QStringLiteral("none.txt")), 100).code(), ErrorCode::IoError);
    }
};

QTEST_APPLESS_MAIN(SelectionFileTest)
#include "tst_selection_file.moc"
