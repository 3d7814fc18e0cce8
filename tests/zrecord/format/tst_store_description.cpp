#include <QTest>

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>

#include <functional>

#include "format/store_description.h"

namespace zrecord {
namespace {

using Bytes = std::vector<std::byte>;

Bytes bytesOf(const QByteArray& data)
{
    const auto span = std::as_bytes(std::span(data.constData(), static_cast<std::size_t>(data.size())));
    return {span.begin(), span.end()};
}

QByteArray readFile(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// A store.zr around any identity.
Bytes wrapped(StoreKind kind, std::uint64_t recordBytes, const QByteArray& identity)
{
    QByteArray header = QByteArray::fromHex("4c585354010000") + QByteArray(25, '\0');
    header[5] = static_cast<char>(kind);
    for (int i = 0; i < 8; ++i) {
        header[8 + i] = static_cast<char>((recordBytes >> (8 * i)) & 0xFF);
        header[16 + i] = static_cast<char>((static_cast<std::uint64_t>(identity.size()) >> (8 * i)) & 0xFF);
    }
    return bytesOf(header + identity);
}

}  // namespace

class TestStoreDescription : public QObject {
    Q_OBJECT
private slots:
    void goldenFilesRoundTrip_data();
    void goldenFilesRoundTrip();
    void rejectedGoldenFiles();
    void recordBytes();
    void readsWhatLoaderxReads();
    void refuses_data();
    void refuses();
    void headerFaultsNameTheOffset();
    void encodeRefusesImpossibleStores();
    void everyTruncationAndExtensionIsRefused();
};

void TestStoreDescription::goldenFilesRoundTrip_data()
{
    QTest::addColumn<QString>("name");
    const QDir folder(QStringLiteral(ZR_TEST_DATA "/golden/accepted"));
    const QStringList names = folder.entryList(QDir::Dirs | QDir::NoDotAndDotDot, QDir::Name);
    QVERIFY(names.size() >= 60);
    for (const QString& name : names)
        QTest::newRow(name.toUtf8().constData()) << name;
}

void TestStoreDescription::goldenFilesRoundTrip()
{
    QFETCH(QString, name);
    const QString base = QStringLiteral(ZR_TEST_DATA "/golden/accepted/") + name;
    const Bytes bytes = bytesOf(readFile(base + QStringLiteral("/store.zr")));
    const QJsonObject expected = QJsonDocument::fromJson(readFile(base + QStringLiteral(".json"))).object();
    const auto description = decodeStoreDescription(bytes);
    QVERIFY2(description.ok(), description.status().message().c_str());
    QCOMPARE(storeKindName(description->kind), std::string_view(expected[QStringLiteral("kind")].toString().toStdString()));
    if (expected[QStringLiteral("dtype")].isString())
        QCOMPARE(description->dtype.str(), expected[QStringLiteral("dtype")].toString().toStdString());
    QVERIFY(*encodeStoreDescription(*description) == bytes);
}

void TestStoreDescription::rejectedGoldenFiles()
{
    const auto faultOf = [](const char* name) {
        const auto result = decodeStoreDescription(
            bytesOf(readFile(QStringLiteral(ZR_TEST_DATA "/golden/rejected/%1/store.zr").arg(QLatin1String(name)))));
        return result.code() == ErrorCode::BadFormat ? result.status().message() : std::string("accepted");
    };
    const auto has = [&](const char* name, const char* part) { return faultOf(name).find(part) != std::string::npos; };
    QVERIFY(has("store-magic", "does not begin with LXST (file store.zr, offset 0)"));
    QVERIFY(has("store-version", "the version is "));
    QVERIFY(has("store-kind-3", "the kind is 3"));
    QVERIFY(has("store-width-0", "the record width is 0, but shape and dtype make 4 (file store.zr, offset 8)"));
    QVERIFY(has("store-width-5", "the record width is 5, but shape and dtype make 4"));
    QVERIFY(has("store-width-huge", "the record width is "));
    QVERIFY(has("store-identity-len", "the type identity should have "));
    QVERIFY(has("store-identity-garbage", "not valid msgpack"));
}

void TestStoreDescription::recordBytes()
{
    const auto bytes = [](std::string_view dtype, Shape shape, StoreKind kind = StoreKind::Dense) {
        return StoreDescription{kind, *DType::parse(dtype), std::move(shape), Codec::Raw, {}}.recordBytes();
    };
    QCOMPARE(*bytes("<f4", {28, 28}), UINT64_C(3136));
    QCOMPARE(*bytes("u1", {}), UINT64_C(1));
    QCOMPARE(*bytes("u1", {UINT64_C(1) << 31}), UINT64_C(1) << 31);
    QCOMPARE(*bytes("u1", {}, StoreKind::Ragged), UINT64_C(0));
    QVERIFY(bytes("u1", {(UINT64_C(1) << 31) + 1}).code() == ErrorCode::RecordTooLarge);
    QVERIFY(bytes("u8", {UINT64_C(1) << 62}).code() == ErrorCode::RecordTooLarge);
    QVERIFY(bytes("u1", {0}).code() == ErrorCode::RecordTooLarge);
    QVERIFY(bytes("u1", {4, 0}).status().message().find("has 0 bytes") != std::string::npos);
    QVERIFY(bytes("u1", {UINT64_MAX}).code() == ErrorCode::InvalidArgument);
}

void TestStoreDescription::readsWhatLoaderxReads()
{
    const auto dense = [](std::uint64_t width, const char* hex) {
        return decodeStoreDescription(wrapped(StoreKind::Dense, width, QByteArray::fromHex(hex)));
    };
    // item_shape first, "uint8" as dtype, long string and array forms
    const auto swapped = dense(4, "82aa6974656d5f73686170659104a56474797065a575696e7438");
    QVERIFY2(swapped.ok(), swapped.status().message().c_str());
    QVERIFY(swapped->dtype == DType());
    QVERIFY(swapped->itemShape == Shape{4});
    const auto wide = dense(4, "de0002d9056474797065d9037c7531d90a6974656d5f7368617065dc0001cd0004");
    QVERIFY2(wide.ok(), wide.status().message().c_str());
    // {'dtype': [['a', 'u1', 2]], 'item_shape': [4]}: a number as sub-array shape
    QCOMPARE(dense(8, "82a564747970659193a161a2753102aa6974656d5f73686170659104")->dtype.descr(), std::string("[('a', '|u1', (2,))]"));
    // reserved bytes that are not zero
    Bytes bytes = wrapped(StoreKind::Ragged, 0, QByteArray::fromHex("81a56474797065a37c7531"));
    for (const std::size_t at : {6U, 7U, 24U, 31U})
        bytes[at] = std::byte{0xAB};
    QVERIFY(decodeStoreDescription(bytes).ok());
}

void TestStoreDescription::refuses_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("width");
    QTest::addColumn<QByteArray>("identity");
    QTest::addColumn<QByteArray>("sentence");
    const auto row = [](const char* name, int kind, int width, const char* hex, const char* sentence) {
        QTest::newRow(name) << kind << width << QByteArray::fromHex(hex) << QByteArray(sentence);
    };
    row("extra key", 1, 4, "83a56474797065a37c7531aa6974656d5f73686170659104a17801", "fields of a dense store must be exactly dtype and item_shape");
    row("shape missing", 1, 1, "81a56474797065a37c7531", "fields of a dense store must be exactly dtype and item_shape");
    row("ragged with shape", 2, 0, "82a56474797065a37c7531aa6974656d5f73686170659104", "fields of a ragged store must be exactly dtype");
    row("not a map", 2, 0, "91a56474797065", "fields of a ragged store must be exactly dtype");
    row("fraction", 1, 4, "82a56474797065a37c7531aa6974656d5f736861706591ca40800000", "a fraction where a whole number belongs");
    row("negative", 1, 4, "82a56474797065a37c7531aa6974656d5f736861706591fc", "negative");
    row("shape is a number", 1, 4, "82a56474797065a37c7531aa6974656d5f736861706504", "item_shape is not an array");
    row("shape holds text", 1, 4, "82a56474797065a37c7531aa6974656d5f736861706591a134", "not a whole number");
    row("object", 2, 0, "81a56474797065a27c4f", "holds Python objects");
    row("object field", 2, 0, "81a564747970659192a161a27c4f", "holds Python objects");
    row("dtype is nil", 2, 0, "81a56474797065c0", "the dtype of the store cannot be used");
    row("dtype is bytes", 2, 0, "81a56474797065c4027531", "binary data");
    row("unknown dtype", 2, 0, "81a56474797065a27839", "is not a dtype");
    row("zero bytes", 2, 0, "81a56474797065a37c5330", "zero bytes");
    row("empty record", 1, 0, "82a56474797065a37c7531aa6974656d5f73686170659100", "has 0 bytes");
    row("ragged with width", 2, 5, "81a56474797065a37c7531", "the record width is 5, but shape and dtype make 0");
    row("trailing msgpack", 2, 0, "81a56474797065a37c7531c0", "bytes follow its end");
    row("sub-array", 2, 0, "81a56474797065a3337531", "Put its dimensions into item_shape");
}

void TestStoreDescription::refuses()
{
    QFETCH(int, kind);
    QFETCH(int, width);
    QFETCH(QByteArray, identity);
    QFETCH(QByteArray, sentence);
    const auto result = decodeStoreDescription(wrapped(static_cast<StoreKind>(kind), static_cast<std::uint64_t>(width), identity));
    QVERIFY(result.code() == ErrorCode::BadFormat);
    QCOMPARE(result.status().file(), std::string_view("store.zr"));
    QVERIFY2(result.status().message().find(sentence.toStdString()) != std::string::npos, result.status().message().c_str());
}

void TestStoreDescription::headerFaultsNameTheOffset()
{
    const Bytes good = wrapped(StoreKind::Dense, 4, QByteArray::fromHex("82a56474797065a37c7531aa6974656d5f73686170659104"));
    QVERIFY(decodeStoreDescription(good).ok());
    for (const std::size_t at : {0U, 3U, 4U, 5U, 8U, 15U, 16U, 23U}) {
        Bytes bad = good;
        bad[at] ^= std::byte{0x40};
        const auto result = decodeStoreDescription(bad);
        QVERIFY(result.code() == ErrorCode::BadFormat);
        QVERIFY(result.status().offset().has_value());
        QVERIFY(*result.status().offset() <= at);
    }
}

void TestStoreDescription::encodeRefusesImpossibleStores()
{
    StoreDescription description;
    description.itemShape = {0};
    QVERIFY(encodeStoreDescription(description).code() == ErrorCode::RecordTooLarge);
    description.kind = StoreKind::Ragged;
    QVERIFY(encodeStoreDescription(description).code() == ErrorCode::InvalidArgument);
    description.itemShape.clear();
    QVERIFY(encodeStoreDescription(description).ok());
    description.dtype = *DType::makeScalar(ScalarKind::Bytes, 0);
    QVERIFY(encodeStoreDescription(description).code() == ErrorCode::InvalidArgument);
}

void TestStoreDescription::everyTruncationAndExtensionIsRefused()
{
    StoreDescription description;
    description.dtype = *DType::parse("[(('t', 'a'), '>M8[25s]', (2,)), ('', '|V4'), ('p', [('x', '<i2')])]");
    description.itemShape = {3, 7};
    const Bytes whole = *encodeStoreDescription(description);
    const auto back = decodeStoreDescription(whole);
    QVERIFY(back.ok());
    QVERIFY(back->dtype == description.dtype && back->itemShape == description.itemShape && back->kind == description.kind);
    for (std::size_t size = 0; size < whole.size(); ++size)
        QVERIFY(decodeStoreDescription(std::span(whole).first(size)).code() == ErrorCode::BadFormat);
    Bytes longer = whole;
    longer.push_back(std::byte{0});
    QVERIFY(decodeStoreDescription(longer).code() == ErrorCode::BadFormat);
    QVERIFY(decodeStoreDescription(Bytes(kMaxStoreDescriptionBytes + 1)).code() == ErrorCode::BadFormat);
}

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestStoreDescription)
#include "tst_store_description.moc"
