#include <QTest>

#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include "dtype/descr_reader.h"
#include "format/identity_codec.h"

namespace zrecord {
namespace {

using Kind = PythonLiteral::Kind;

std::vector<std::byte> bytesOf(const QByteArray& data)
{
    const auto span = std::as_bytes(std::span(data.constData(), static_cast<std::size_t>(data.size())));
    return {span.begin(), span.end()};
}

QByteArray hexOf(std::span<const std::byte> bytes)
{
    return QByteArray(reinterpret_cast<const char*>(bytes.data()), static_cast<qsizetype>(bytes.size())).toHex();
}

Result<PythonLiteral> decodeHex(const char* hex)
{
    return decodeMsgpack(bytesOf(QByteArray::fromHex(hex)));
}

}  // namespace

class TestIdentityCodec : public QObject {
    Q_OBJECT
private slots:
    void writesWhatLoaderxWrites_data();
    void writesWhatLoaderxWrites();
    void readsEveryWidth();
    void repeatedKeysKeepTheLast();
    void refuses_data();
    void refuses();
    void countsAreNotBelieved();
    void everyTruncationIsRefused();
};

void TestIdentityCodec::writesWhatLoaderxWrites_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("identity");
    QFile file(QStringLiteral(ZR_TEST_DATA "/npy/dtypes.json"));
    QVERIFY(file.open(QIODevice::ReadOnly));
    for (const QJsonValue& row : QJsonDocument::fromJson(file.readAll()).array()) {
        const QByteArray text = row[QStringLiteral("text")].toString().toUtf8();
        QTest::newRow(text.left(60).constData()) << text << row[QStringLiteral("identity")].toString().toLatin1();
    }
}

void TestIdentityCodec::writesWhatLoaderxWrites()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, identity);
    StoreDescription description;
    description.kind = StoreKind::Ragged;
    description.dtype = *DType::parse(text.toStdString());
    QCOMPARE(hexOf(encodeIdentity(description)), identity);
    const auto decoded = decodeMsgpack(bytesOf(QByteArray::fromHex(identity)));
    QVERIFY2(decoded.ok(), decoded.status().message().c_str());
    const auto type = dtypeFromLiteral(*decoded->find("dtype"));
    QVERIFY2(type.ok(), type.status().message().c_str());
    QVERIFY(*type == description.dtype);
}

void TestIdentityCodec::readsEveryWidth()
{
    // {"k": [1, 2]} with fixed, 16- and 32-bit maps, arrays, strings and numbers.
    for (const char* hex : {"81a16b920102", "de0001d9016bdc0002cc01cd0002", "df00000001da00016bdd00000002ce00000001cf0000000000000002",
                            "81db000000016b92d001d10002"}) {
        const auto decoded = decodeHex(hex);
        QVERIFY2(decoded.ok(), decoded.status().message().c_str());
        const PythonLiteral* list = decoded->find("k");
        QVERIFY(list && list->kind == Kind::List);
        QCOMPARE(list->items.size(), std::size_t{2});
        QCOMPARE(list->items[0].integer, UINT64_C(1));
        QCOMPARE(list->items[1].integer, UINT64_C(2));
    }
    QVERIFY(decodeHex("c0")->kind == Kind::None);
    QVERIFY(decodeHex("c3")->boolean);
    QCOMPARE(decodeHex("cfffffffffffffffff")->integer, UINT64_MAX);
}

void TestIdentityCodec::repeatedKeysKeepTheLast()
{
    const auto decoded = decodeHex("83a16101a16202a16103");
    QVERIFY(decoded.ok());
    QCOMPARE(decoded->items.size(), std::size_t{4});
    QCOMPARE(decoded->find("a")->integer, UINT64_C(3));
    QCOMPARE(decoded->find("b")->integer, UINT64_C(2));
}

void TestIdentityCodec::refuses_data()
{
    QTest::addColumn<QByteArray>("hex");
    QTest::addColumn<QByteArray>("sentence");
    const auto row = [](const char* hex, const char* sentence) { QTest::newRow(hex) << QByteArray(hex) << QByteArray(sentence); };
    row("", "it is empty");
    row("c1", "not valid msgpack");
    row("c0c0", "bytes follow its end");
    row("92c0", "ends too early");
    row("ff", "negative number");
    row("ca40800000", "a fraction where a whole number belongs");
    row("cb4010000000000000", "a fraction where a whole number belongs");
    row("c40161", "binary data");
    row("d40100", "extension type");
    row("a1ff", "not UTF-8");
    row("810101", "a key of the map is not text");
}

void TestIdentityCodec::refuses()
{
    QFETCH(QByteArray, hex);
    QFETCH(QByteArray, sentence);
    const auto decoded = decodeHex(hex.constData());
    QVERIFY(decoded.code() == ErrorCode::BadFormat);
    QVERIFY2(decoded.status().message().find(sentence.toStdString()) != std::string::npos, decoded.status().message().c_str());
    QCOMPARE(decoded.status().file(), std::string_view("store.zr"));
}

void TestIdentityCodec::countsAreNotBelieved()
{
    QVERIFY(decodeHex("ddffffffff").code() == ErrorCode::BadFormat);    // 2^32 - 1 items, none there
    QVERIFY(decodeHex("dfffffffff").code() == ErrorCode::BadFormat);
    QVERIFY(decodeHex("dbffffffff61").code() == ErrorCode::BadFormat);
    QByteArray deep(100'000, '\x91');
    QVERIFY(decodeMsgpack(bytesOf(deep)).code() == ErrorCode::BadFormat);
    QByteArray wide = QByteArray::fromHex("dd00200000") + QByteArray(2'097'152, '\x01');
    QVERIFY(decodeMsgpack(bytesOf(wide)).status().message().find("more than 1048576 values") != std::string::npos);
}

void TestIdentityCodec::everyTruncationIsRefused()
{
    StoreDescription description;
    description.dtype = *DType::parse("[(('t', 'a'), '>M8[25s]', (2, 300)), ('', '|V4'), ('p', [('x', '<i2')])]");
    description.itemShape = {3, 70000};
    const std::vector<std::byte> whole = encodeIdentity(description);
    QVERIFY(decodeMsgpack(whole).ok());
    for (std::size_t size = 0; size < whole.size(); ++size)
        QVERIFY(decodeMsgpack(std::span(whole).first(size)).code() == ErrorCode::BadFormat);
}

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestIdentityCodec)
#include "tst_identity_codec.moc"
