#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include "support/status_checks.h"
#include "support/store_builder.h"
#include "zrecord/store.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

QJsonObject readDescription(const QString& path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QJsonDocument::fromJson(file.readAll()).object();
}

QString sha256(std::span<const std::byte> bytes)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
    return QString::fromLatin1(hash.result().toHex());
}

Shape shapeOf(const QJsonArray& array)
{
    Shape shape;
    for (const QJsonValue& value : array)
        shape.push_back(static_cast<std::uint64_t>(value.toDouble()));
    return shape;
}

}  // namespace

/// Stores that loaderx 1.7.2 wrote; the .json beside each was made by loaderx reading it back.
class TestGoldenAccepted : public QObject {
    Q_OBJECT

private slots:
    void reads_data();
    void reads();
    void compactsToTheSameRecords_data() { reads_data(); }
    void compactsToTheSameRecords();

private:
    void compareRecords(const Store& store, const QJsonObject& expected);
};

void TestGoldenAccepted::reads_data()
{
    QTest::addColumn<QString>("folder");
    const QDir folder(QStringLiteral(ZR_TEST_DATA "/golden/accepted"));
    const QStringList names = folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
    QVERIFY(names.size() >= 60);
    for (const QString& name : names)
        QTest::newRow(qPrintable(name)) << folder.filePath(name);
}

void TestGoldenAccepted::compareRecords(const Store& store, const QJsonObject& expected)
{
    const QJsonArray records = expected[QStringLiteral("record")].toArray();
    QCOMPARE(store.size(), static_cast<std::uint64_t>(records.size()));
    // Structured ones are lists; the exchange of all element types with loaderx compares those.
    if (expected[QStringLiteral("dtype")].isString())
        QCOMPARE(store.summary().dtype.displayName(), DType::parse(expected[QStringLiteral("dtype")].toString().toStdString())->displayName());
    if (expected[QStringLiteral("kind")].toString() == QStringLiteral("dense")) {
        const auto bytes = readDense(store);
        ZR_VERIFY_OK(bytes);
        const std::uint64_t width = store.summary().recordBytes;
        for (int i = 0; i < records.size(); ++i) {
            QCOMPARE(sha256(std::span(*bytes).subspan(static_cast<std::size_t>(i) * width, width)), records[i][QStringLiteral("sha256")].toString());
            QCOMPARE(store.summary().itemShape, shapeOf(records[i][QStringLiteral("shape")].toArray()));
        }
        return;
    }
    const auto ragged = readRagged(store);
    ZR_VERIFY_OK(ragged);
    for (int i = 0; i < records.size(); ++i) {
        const OwnedRagged& record = (*ragged)[static_cast<std::size_t>(i)];
        QCOMPARE(sha256(record.bytes), records[i][QStringLiteral("sha256")].toString());
        QCOMPARE(record.shape, shapeOf(records[i][QStringLiteral("shape")].toArray()));
    }
}

void TestGoldenAccepted::reads()
{
    QFETCH(QString, folder);
    const QJsonObject expected = readDescription(folder + QStringLiteral(".json"));
    QVERIFY(!expected.isEmpty());
    const auto store = Store::open(folder.toStdString());
    ZR_VERIFY_OK(store);
    QCOMPARE(QString::fromStdString(std::string(storeKindName(store->summary().kind))), expected[QStringLiteral("kind")].toString());
    QCOMPARE(QString::fromStdString(std::string(codecName(store->summary().codec))), expected[QStringLiteral("codec")].toString());
    compareRecords(*store, expected);
    const QJsonObject wanted = expected[QStringLiteral("stats")].toObject();
    const auto stats = store->stats();
    ZR_VERIFY_OK(stats);
    QCOMPARE(stats->records, static_cast<std::uint64_t>(wanted[QStringLiteral("records")].toDouble()));
    QCOMPARE(stats->liveBytes, static_cast<std::uint64_t>(wanted[QStringLiteral("live_bytes")].toDouble()));
    QCOMPARE(stats->chunkBytes, static_cast<std::uint64_t>(wanted[QStringLiteral("chunk_bytes")].toDouble()));
    QCOMPARE(stats->reclaimable, static_cast<std::uint64_t>(wanted[QStringLiteral("reclaimable")].toDouble()));
    const auto report = store->verify();
    ZR_VERIFY_OK(report);
    for (const StoreIssue& issue : report->issues)
        QVERIFY2(issue.severity == IssueSeverity::Warning, issue.message.c_str());
}

void TestGoldenAccepted::compactsToTheSameRecords()
{
    QFETCH(QString, folder);
    const QJsonObject expected = readDescription(folder + QStringLiteral(".json"));
    TemporaryFolder temporary;
    copyFolder(folder.toStdString(), temporary / "store");
    OpenOptions options;
    options.access = Access::ReadWrite;
    auto store = Store::open(temporary / "store", options);
    ZR_VERIFY_OK(store);
    const auto compacted = store->compact();
    ZR_VERIFY_OK(compacted);
    QCOMPARE(compacted->after.reclaimable, std::uint64_t{0});
    QCOMPARE(compacted->after.liveBytes, compacted->before.liveBytes);
    QCOMPARE(std::filesystem::exists(temporary / "store/0.loc"), store->size() != 0);
    ZR_VERIFY_OK(store->close());
    const auto reopened = Store::open(temporary / "store");
    ZR_VERIFY_OK(reopened);
    compareRecords(*reopened, expected);
}

QTEST_APPLESS_MAIN(TestGoldenAccepted)
#include "tst_golden_accepted.moc"
