#include <QTest>

#include <QDir>
#include <QTemporaryDir>

#include "exchange/output_file.h"
#include "exchange_testing.h"

namespace zrecord {

using namespace testing;

class TestOutputFile : public QObject {
    Q_OBJECT
private slots:
    void appearsOnCommit();
    void leavesNothingWithoutCommit();
    void replacesOnlyOnRequest();
    void losesTheRacePolitely();
    void namesWhatIsWrong();
};

namespace {

QStringList everything(const QTemporaryDir& folder)
{
    return QDir(folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
}

}  // namespace

void TestOutputFile::appearsOnCommit()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QString(250, QLatin1Char('n')));  // no room for an ending
    auto file = OutputFile::create(path.toStdString(), false);
    QVERIFY2(file.ok(), file.status().message().c_str());
    QVERIFY(file->write(bytesOf("hello world")).ok());
    QVERIFY(file->rewrite(0, bytesOf("J")).ok());
    QCOMPARE(file->size(), UINT64_C(11));
    QVERIFY(!QFile::exists(path));
    QVERIFY(file->commit().ok());
    QCOMPARE(readFile(path), QByteArray("Jello world"));
    QCOMPARE(everything(folder).size(), 1);
}

void TestOutputFile::leavesNothingWithoutCommit()
{
    QTemporaryDir folder;
    {
        auto file = OutputFile::create(folder.filePath(QStringLiteral("x")).toStdString(), false);
        QVERIFY(file->write(bytesOf("hello")).ok());
        const OutputFile moved = std::move(*file);
        QCOMPARE(everything(folder).size(), 1);
    }
    QVERIFY(everything(folder).isEmpty());
}

void TestOutputFile::replacesOnlyOnRequest()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("x"));
    QVERIFY(writeFile(path, "old"));
    QVERIFY(OutputFile::create(path.toStdString(), false).code() == ErrorCode::AlreadyExists);
    {
        auto dropped = OutputFile::create(path.toStdString(), true);
        QVERIFY(dropped->write(bytesOf("dropped")).ok());
    }
    QCOMPARE(readFile(path), QByteArray("old"));
    auto file = OutputFile::create(path.toStdString(), true);
    QVERIFY(file->write(bytesOf("new")).ok());
    QVERIFY(file->commit().ok());
    QCOMPARE(readFile(path), QByteArray("new"));
    QVERIFY(OutputFile::create(folder.path().toStdString(), true).code() == ErrorCode::AlreadyExists);
}

void TestOutputFile::losesTheRacePolitely()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("x"));
    {
        auto file = OutputFile::create(path.toStdString(), false);
        QVERIFY(writeFile(path, "somebody was faster"));
        QVERIFY(file->commit().code() == ErrorCode::AlreadyExists);
    }
    QCOMPARE(readFile(path), QByteArray("somebody was faster"));
    QCOMPARE(everything(folder).size(), 1);
}

void TestOutputFile::namesWhatIsWrong()
{
    QTemporaryDir folder;
    const auto missing = OutputFile::create(folder.filePath(QStringLiteral("no/such/folder")).toStdString(), false);
    QVERIFY(missing.code() == ErrorCode::NotFound);
    QVERIFY(mentions(missing.status(), "no/such/folder"));
    QVERIFY(OutputFile::create(folder.path().toStdString() + "/", false).code() == ErrorCode::InvalidArgument);
}

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestOutputFile)
#include "tst_output_file.moc"
