#include <QTest>

#include <QDir>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

#include "exchange_testing.h"
#include "zrecord/npy_file.h"

namespace zrecord {

using namespace testing;

namespace {

const QString kData = QStringLiteral(ZR_TEST_DATA "/npy/");

ImportOptions optionsFor(const QJsonObject& row)
{
    ImportOptions options;
    options.member = row[QStringLiteral("member")].toString().toStdString();
    return options;
}

/// The bytes of a whole import, or the first failure.
Result<Bytes> importAll(const QString& path, const ImportOptions& options)
{
    auto source = openImportSource(path.toStdString(), options);
    if (!source)
        return std::move(source).status();
    Collected all = collect(**source, 64);
    if (!all.status.ok())
        return all.status;
    return all.bytes;
}

}  // namespace

class TestImportSource : public QObject {
    Q_OBJECT
private slots:
    void readsWhatNumPyWrote_data();
    void readsWhatNumPyWrote();
    void everyTruncationIsRefused_data();
    void everyTruncationIsRefused();
    void everyFlippedByteIsNoticedOrHarmless_data();
    void everyFlippedByteIsNoticedOrHarmless();
    void formatNames();
    void formatIsDetected();
    void rawNeedsADType();
    void sizesMustAgree();
    void hugeClaimsAllocateNothing();
    void packedFortranIsBounded();
    void closedSources();

private:
    void addRows(bool archivesOnly);
    QTemporaryDir m_folder;
};

void TestImportSource::addRows(bool archivesOnly)
{
    QTest::addColumn<QJsonObject>("row");
    const QJsonArray rows = QJsonDocument::fromJson(readFile(kData + QStringLiteral("arrays.json"))).array();
    QVERIFY(rows.size() > 50);
    for (const QJsonValue& row : rows) {
        const QString file = row[QStringLiteral("file")].toString();
        if (archivesOnly && !file.endsWith(QStringLiteral(".npz")) && !file.endsWith(QStringLiteral(".gz")))
            continue;
        QTest::newRow((file + row[QStringLiteral("member")].toString()).toUtf8().constData()) << row.toObject();
    }
}

void TestImportSource::readsWhatNumPyWrote_data()
{
    addRows(false);
}

void TestImportSource::readsWhatNumPyWrote()
{
    QFETCH(QJsonObject, row);
    const QString path = kData + row[QStringLiteral("file")].toString();
    const QByteArray expected = QByteArray::fromHex(row[QStringLiteral("bytes")].toString().toLatin1());
    Shape itemShape;
    for (const QJsonValue& dimension : row[QStringLiteral("item_shape")].toArray())
        itemShape.push_back(static_cast<std::uint64_t>(dimension.toInt()));
    for (const std::uint64_t maxBytes : {1U, 7U, 24U, 1U << 20}) {
        auto source = openImportSource(path.toStdString(), optionsFor(row));
        QVERIFY2(source.ok(), source.status().message().c_str());
        const ImportDescription& description = (*source)->description();
        QCOMPARE(QByteArray::fromStdString(std::string(importFormatName(description.format))),
                 row[QStringLiteral("format")].toString().toLatin1());
        QVERIFY(description.kind == StoreKind::Dense);
        QCOMPARE(description.dtype.descr(), row[QStringLiteral("descr")].toString().toStdString());
        QVERIFY(description.itemShape == itemShape);
        QVERIFY(description.records == static_cast<std::uint64_t>(row[QStringLiteral("records")].toInt()));
        const Collected all = collect(**source, maxBytes);
        QVERIFY2(all.status.ok(), all.status.message().c_str());
        QCOMPARE(all.count, *description.records);
        QCOMPARE(arrayOf(all.bytes).toHex(), expected.toHex());
        const std::uint64_t recordBytes = all.count > 0 ? all.bytes.size() / all.count : 0;
        QVERIFY(all.largestBatch <= std::max(maxBytes, recordBytes));
    }
    if (row[QStringLiteral("canonical")].toBool()) {
        const Bytes file = bytesOf(readFile(path));
        const auto header = parseNpyHeader(file);
        QVERIFY(header.ok());
        const Bytes written = *makeNpyHeader(header->dtype, header->shape);
        QCOMPARE(arrayOf(written), arrayOf(std::span(file).first(header->headerBytes)));
    }
}

void TestImportSource::everyTruncationIsRefused_data()
{
    addRows(false);
}

void TestImportSource::everyTruncationIsRefused()
{
    QFETCH(QJsonObject, row);
    const QString name = row[QStringLiteral("file")].toString();
    const QByteArray whole = readFile(kData + name);
    ImportOptions options = optionsFor(row);
    QVERIFY(*parseImportFormat(row[QStringLiteral("format")].toString().toStdString()) != ImportFormat::Auto);
    options.format = *parseImportFormat(row[QStringLiteral("format")].toString().toStdString());
    const QString path = m_folder.filePath(name);
    QVERIFY(writeFile(path, whole));
    for (qsizetype size = whole.size() - 1; size >= 0; --size) {
        QVERIFY(QFile::resize(path, size));
        const auto result = importAll(path, options);
        QVERIFY2(result.code() == ErrorCode::BadFormat, qPrintable(QStringLiteral("%1 of %2 bytes").arg(size).arg(whole.size())));
        QVERIFY(!result.status().file().empty());
    }
    QVERIFY(writeFile(path, whole + 'x'));
    QVERIFY(importAll(path, options).code() == ErrorCode::BadFormat);
    QVERIFY(QFile::remove(path));
}

void TestImportSource::everyFlippedByteIsNoticedOrHarmless_data()
{
    addRows(true);
}

/// Archives carry checksums: damage is an error, or it lies where nothing depends on it.
void TestImportSource::everyFlippedByteIsNoticedOrHarmless()
{
    QFETCH(QJsonObject, row);
    const QString name = row[QStringLiteral("file")].toString();
    const QByteArray whole = readFile(kData + name);
    const QByteArray expected = QByteArray::fromHex(row[QStringLiteral("bytes")].toString().toLatin1());
    ImportOptions options = optionsFor(row);
    options.format = *parseImportFormat(row[QStringLiteral("format")].toString().toStdString());
    const QString path = m_folder.filePath(name);
    QVERIFY(writeFile(path, whole));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadWrite | QIODevice::Unbuffered));
    const auto put = [&](qsizetype at, char value) { return file.seek(at) && file.putChar(value); };
    for (qsizetype at = 0; at < whole.size(); ++at) {
        for (const int mask : {0x01, 0x80, 0xFF}) {
            QVERIFY(put(at, static_cast<char>(whole[at] ^ static_cast<char>(mask))));
            const auto result = importAll(path, options);
            QVERIFY2(!result.ok() || arrayOf(*result) == expected, qPrintable(QStringLiteral("byte %1").arg(at)));
        }
        QVERIFY(put(at, whole[at]));
    }
}

void TestImportSource::formatNames()
{
    for (const char* name : {"auto", "npy", "npz", "idx", "text", "raw"})
        QCOMPARE(importFormatName(*parseImportFormat(name)), std::string_view(name));
    QVERIFY(parseImportFormat("csv").code() == ErrorCode::InvalidArgument);
}

void TestImportSource::formatIsDetected()
{
    const auto formatOf = [&](const char* name, const QByteArray& data) {
        const QString path = m_folder.filePath(QLatin1String(name));
        if (!writeFile(path, data))
            return std::string("not written");
        const auto source = openImportSource(path.toStdString());
        return source ? std::string(importFormatName((*source)->description().format)) : source.status().message();
    };
    QCOMPARE(formatOf("a.dat", readFile(kData + QStringLiteral("rank1.npy"))), std::string("npy"));
    QCOMPARE(formatOf("b.dat", readFile(kData + QStringLiteral("one.npz"))), std::string("npz"));
    QCOMPARE(formatOf("c.dat", readFile(kData + QStringLiteral("images.idx"))), std::string("idx"));
    QCOMPARE(formatOf("d.dat", readFile(kData + QStringLiteral("images.idx.gz"))), std::string("idx"));
    QCOMPARE(formatOf("e.TXT", "a line"), std::string("text"));
    QVERIFY(formatOf("f.dat", "a line").find("Name the format") != std::string::npos);
    QVERIFY(formatOf("g.npy", "a line").find("does not begin with") != std::string::npos);
    QVERIFY(openImportSource(m_folder.filePath(QStringLiteral("missing")).toStdString()).code() == ErrorCode::NotFound);
    QVERIFY(openImportSource(m_folder.path().toStdString()).code() == ErrorCode::InvalidArgument);
}

void TestImportSource::rawNeedsADType()
{
    const QString path = m_folder.filePath(QStringLiteral("x.raw"));
    QVERIFY(writeFile(path, QByteArray::fromHex("000102030405060708090a0b")));
    ImportOptions options;
    options.format = ImportFormat::Raw;
    QVERIFY(openImportSource(path.toStdString(), options).code() == ErrorCode::InvalidArgument);
    options.dtype = *DType::parse("<u2");
    options.itemShape = {3};
    auto source = openImportSource(path.toStdString(), options);
    QVERIFY(source.ok());
    QVERIFY((*source)->description().records == UINT64_C(2));
    QCOMPARE(arrayOf(collect(**source, 1).bytes).toHex(), QByteArray("000102030405060708090a0b"));
    options.itemShape = {5};
    const auto uneven = openImportSource(path.toStdString(), options);
    QVERIFY(mentions(uneven.status(), "not whole records of 10 bytes"));
    options.itemShape = {0};
    QVERIFY(openImportSource(path.toStdString(), options).code() == ErrorCode::RecordTooLarge);
}

void TestImportSource::sizesMustAgree()
{
    const QString path = m_folder.filePath(QStringLiteral("s.npy"));
    const auto write = [&](const char* dtype, const Shape& shape, qsizetype dataBytes) {
        return writeFile(path, arrayOf(*makeNpyHeader(*DType::parse(dtype), shape)) + QByteArray(dataBytes, 'x'));
    };
    QVERIFY(write("<i4", {3, 2}, 23));
    QVERIFY(mentions(openImportSource(path.toStdString()).status(), "has 24 bytes, but 23 follow the header"));
    QVERIFY(write("u1", {4, 0}, 0));
    QVERIFY(openImportSource(path.toStdString()).code() == ErrorCode::RecordTooLarge);
    QVERIFY(write("u1", {0, (UINT64_C(1) << 31) + 1}, 0));
    QVERIFY(openImportSource(path.toStdString()).code() == ErrorCode::RecordTooLarge);
    QVERIFY(write("u1", {UINT64_C(1) << 40, UINT64_C(1) << 20}, 5));
    QVERIFY(openImportSource(path.toStdString()).code() == ErrorCode::BadFormat);
}

void TestImportSource::hugeClaimsAllocateNothing()
{
    // A gzip file of an idx header that announces 2^31 - 1 records: only what is there is read, and the end is noticed.
    const QString path = m_folder.filePath(QStringLiteral("h.idx"));
    QVERIFY(writeFile(path, QByteArray::fromHex("000008037fffffff0000001c0000001c") + QByteArray(100, 'x')));
    QVERIFY(mentions(openImportSource(path.toStdString()).status(), "but 100 bytes follow it"));
}

void TestImportSource::packedFortranIsBounded()
{
    ImportOptions options;
    options.limits.memoryBytes = 100;
    const auto source = openImportSource((kData + QStringLiteral("fortran.npy.gz")).toStdString(), options);
    QVERIFY(source.code() == ErrorCode::Unsupported);
    QVERIFY(mentions(source.status(), "Save it in C order"));
    options.member = "fortran";
    QVERIFY(openImportSource((kData + QStringLiteral("several.npz")).toStdString(), options).ok());
    options.limits.memoryBytes = 10;
    QVERIFY(openImportSource((kData + QStringLiteral("several-packed.npz")).toStdString(), options).code() == ErrorCode::Unsupported);
}

void TestImportSource::closedSources()
{
    for (const char* name : {"rank1.npy", "fortran2.npy", "one.npz", "images.idx.gz"}) {
        auto source = openImportSource((kData + QLatin1String(name)).toStdString());
        QVERIFY(source.ok());
        (*source)->close();
        ImportBatch batch;
        QVERIFY((*source)->next(batch, 100).code() == ErrorCode::Closed);
        QCOMPARE(batch.records, UINT64_C(0));
    }
}

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestImportSource)
#include "tst_import_source.moc"
