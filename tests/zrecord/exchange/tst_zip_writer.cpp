#include <QTest>

#include <QTemporaryDir>

#include "exchange/zip_reader.h"
#include "exchange/zip_writer.h"
#include "exchange_testing.h"

namespace zrecord {

using namespace testing;

class TestZipWriter : public QObject {
    Q_OBJECT
private slots:
    void readsBack_data();
    void readsBack();
    void sameInputSameBytes();
};

namespace {

Status writeArchive(const QString& path, const QByteArrayList& members, bool compress)
{
    ZR_ASSIGN_OR_RETURN(OutputFile file, OutputFile::create(path.toStdString(), true));
    ZipWriter zip(file, compress);
    for (qsizetype i = 0; i < members.size(); ++i) {
        ZR_RETURN_IF_ERROR(zip.begin("member" + std::to_string(i) + ".npy"));
        for (qsizetype at = 0; at < members[i].size(); at += 1000)
            ZR_RETURN_IF_ERROR(zip.write(bytesOf(members[i].mid(at, 1000))));
        ZR_RETURN_IF_ERROR(zip.end());
    }
    ZR_RETURN_IF_ERROR(zip.finish());
    return file.commit();
}

QByteArrayList samples()
{
    QByteArray mixed;
    for (int i = 0; i < 200'000; ++i)
        mixed += static_cast<char>((i * 7919 / 13) & 0xFF);
    return {"", "a", QByteArray(100'000, 'z'), mixed};
}

}  // namespace

void TestZipWriter::readsBack_data()
{
    QTest::addColumn<bool>("compress");
    QTest::newRow("stored") << false;
    QTest::newRow("deflated") << true;
}

void TestZipWriter::readsBack()
{
    QFETCH(bool, compress);
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("a.zip"));
    const QByteArrayList members = samples();
    const Status written = writeArchive(path, members, compress);
    QVERIFY2(written.ok(), written.message().c_str());
    const auto zip = ZipReader::open(*InputFile::open(path.toStdString()), {});
    QVERIFY2(zip.ok(), zip.status().message().c_str());
    QCOMPARE(zip->entries().size(), static_cast<std::size_t>(members.size()));
    for (std::size_t i = 0; i < zip->entries().size(); ++i) {
        const ZipEntry& entry = zip->entries()[i];
        const QByteArray& expected = members[static_cast<qsizetype>(i)];
        QCOMPARE(entry.name, "member" + std::to_string(i) + ".npy");
        QCOMPARE(entry.stored(), !compress);
        QCOMPARE(entry.plainBytes, static_cast<std::uint64_t>(expected.size()));
        Bytes bytes(static_cast<std::size_t>(expected.size()) + 1);
        const auto got = zip->openEntry(entry)->read(bytes);
        QVERIFY2(got.ok(), got.status().message().c_str());
        QCOMPARE(arrayOf(std::span(bytes).first(*got)), expected);
    }
    if (compress)
        QVERIFY(zip->entries()[2].packedBytes < 1000);
}

void TestZipWriter::sameInputSameBytes()
{
    QTemporaryDir folder;
    QVERIFY(writeArchive(folder.filePath(QStringLiteral("a.zip")), samples(), false).ok());
    QVERIFY(writeArchive(folder.filePath(QStringLiteral("b.zip")), samples(), false).ok());
    QCOMPARE(readFile(folder.filePath(QStringLiteral("a.zip"))), readFile(folder.filePath(QStringLiteral("b.zip"))));
    QVERIFY(!readFile(folder.filePath(QStringLiteral("a.zip"))).isEmpty());
}

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestZipWriter)
#include "tst_zip_writer.moc"
