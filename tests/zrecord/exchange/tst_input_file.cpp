#include <QTest>

#include <QTemporaryDir>

#include <sys/stat.h>

#include "exchange/input_file.h"
#include "exchange_testing.h"

namespace zrecord {

using namespace testing;

class TestInputFile : public QObject {
    Q_OBJECT
private slots:
    void readsAnywhere();
    void refusesOtherThings();
};

void TestInputFile::readsAnywhere()
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("ü тест 1"));
    QVERIFY(writeFile(path, "0123456789"));
    const auto file = InputFile::open(path.toStdString());
    QVERIFY(file.ok());
    QCOMPARE((*file)->size(), UINT64_C(10));
    Bytes bytes(4);
    QCOMPARE(*(*file)->readAt(8, bytes), std::size_t{2});
    QVERIFY((*file)->readExactlyAt(3, bytes).ok());
    QCOMPARE(arrayOf(bytes), QByteArray("3456"));
    const Status status = (*file)->readExactlyAt(8, bytes);
    QVERIFY(status.code() == ErrorCode::BadFormat);
    QVERIFY(mentions(status, "ü тест 1"));
    QVERIFY(QFile::remove(path));  // the open file stays readable
    FileStream part(*file, 2, 5);
    QCOMPARE(*part.read(bytes), std::size_t{3});
    QCOMPARE(arrayOf(std::span(bytes).first(3)), QByteArray("234"));
    QCOMPARE(*part.read(bytes), std::size_t{0});
}

void TestInputFile::refusesOtherThings()
{
    QTemporaryDir folder;
    QVERIFY(InputFile::open(folder.filePath(QStringLiteral("missing")).toStdString()).code() == ErrorCode::NotFound);
    QVERIFY(InputFile::open(folder.path().toStdString()).code() == ErrorCode::InvalidArgument);
    const QByteArray pipe = folder.filePath(QStringLiteral("pipe")).toUtf8();
    QCOMPARE(::mkfifo(pipe.constData(), 0600), 0);
    QVERIFY(InputFile::open(pipe.toStdString()).code() == ErrorCode::InvalidArgument);  // and does not wait for a writer
}

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestInputFile)
#include "tst_input_file.moc"
