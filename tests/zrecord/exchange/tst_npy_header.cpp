#include <QTest>

#include "exchange_testing.h"
#include "zrecord/npy_file.h"

namespace zrecord {

using namespace testing;

namespace {

QByteArray header(const QByteArray& text, char version = 1)
{
    QByteArray data("\x93NUMPY", 6);
    data += version;
    data += '\0';
    for (int i = 0; i < (version == 1 ? 2 : 4); ++i)
        data += static_cast<char>((text.size() >> (8 * i)) & 0xFF);
    return data + text;
}

Result<NpyHeader> parse(const QByteArray& data)
{
    return parseNpyHeader(bytesOf(data));
}

}  // namespace

class TestNpyHeader : public QObject {
    Q_OBJECT
private slots:
    void readsAllVersions();
    void refuses_data();
    void refuses();
    void lengthIsCheckedFirst();
    void objectsAreRefusedByName();
    void everyTruncationIsRefused();
    void writesAndReadsBack();
};

void TestNpyHeader::readsAllVersions()
{
    for (const char version : {'\1', '\2', '\3'}) {
        const auto parsed = parse(header("{'descr': '>f4', 'fortran_order': True, 'shape': (3, 4), }\n", version) + "data");
        QVERIFY2(parsed.ok(), parsed.status().message().c_str());
        QCOMPARE(parsed->dtype.str(), std::string(">f4"));
        QVERIFY((parsed->shape == Shape{3, 4}));
        QVERIFY(parsed->fortranOrder);
        QCOMPARE(parsed->headerBytes, std::size_t(version == 1 ? 10 : 12) + 59);
        QCOMPARE(*parsed->dataBytes(), UINT64_C(48));
    }
    // Latin-1 up to version 2.0, UTF-8 in 3.0
    QCOMPARE(parse(header("{'descr': [('\xE4', 'u1')], 'fortran_order': False, 'shape': ()}", 2))->dtype.fields()[0].name, std::string("\xC3\xA4"));
    QCOMPARE(parse(header("{'descr': [('\xC3\xA4', 'u1')], 'fortran_order': False, 'shape': ()}", 3))->dtype.fields()[0].name,
             std::string("\xC3\xA4"));
    QVERIFY(parse(header("{'descr': [('\xE4', 'u1')], 'fortran_order': False, 'shape': ()}", 3)).code() == ErrorCode::BadFormat);
}

void TestNpyHeader::refuses_data()
{
    QTest::addColumn<QByteArray>("data");
    QTest::addColumn<QByteArray>("sentence");
    const auto row = [](const char* name, const QByteArray& data, const char* sentence) { QTest::newRow(name) << data << QByteArray(sentence); };
    row("empty", "", "does not begin with");
    row("magic", "\x93NUMPX\x01\x00 more text", "does not begin with");
    row("version 4", header("{}", 4), "format version 4.0 is unknown");
    row("version 0", header("{}", 0), "format version 0.0 is unknown");
    row("minor", QByteArray("\x93NUMPY\x01\x01\x02\x00{}", 12), "format version 1.1 is unknown");
    row("no dict", header("[]"), "exactly the keys");
    row("key missing", header("{'descr': 'u1', 'shape': (1,)}"), "exactly the keys");
    row("key too many", header("{'descr': 'u1', 'fortran_order': False, 'shape': (1,), 'x': 1}"), "exactly the keys");
    row("order", header("{'descr': 'u1', 'fortran_order': 0, 'shape': (1,)}"), "neither True nor False");
    row("shape is a number", header("{'descr': 'u1', 'fortran_order': False, 'shape': 1}"), "'shape' is not a tuple");
    row("shape in brackets", header("{'descr': 'u1', 'fortran_order': False, 'shape': (1)}"), "'shape' is not a tuple");
    row("shape is a list", header("{'descr': 'u1', 'fortran_order': False, 'shape': [1]}"), "'shape' is not a tuple");
    row("negative", header("{'descr': 'u1', 'fortran_order': False, 'shape': (-1,)}"), "not a Python literal");
    row("2^63", header("{'descr': 'u1', 'fortran_order': False, 'shape': (9223372036854775808,)}"), "not a dimension");
    row("product", header("{'descr': 'u8', 'fortran_order': False, 'shape': (4611686018427387904, 2)}"), "63 bits");
    row("bytes", header("{'descr': 'u8', 'fortran_order': False, 'shape': (4611686018427387904,)}"), "63 bits");
    row("code", header("__import__('os').system('true')"), "not a Python literal");
    row("sub-array", header("{'descr': ('u1', (3,)), 'fortran_order': False, 'shape': (1,)}"), "item_shape");
    row("dtype", header("{'descr': 'x9', 'fortran_order': False, 'shape': (1,)}"), "is not a dtype");
    row("zero width", header("{'descr': '<U0', 'fortran_order': False, 'shape': (1,)}"), "zero bytes");
}

void TestNpyHeader::refuses()
{
    QFETCH(QByteArray, data);
    QFETCH(QByteArray, sentence);
    const auto parsed = parse(data);
    QVERIFY(parsed.code() == ErrorCode::BadFormat);
    QVERIFY2(mentions(parsed.status(), sentence.toStdString()), parsed.status().message().c_str());
}

void TestNpyHeader::lengthIsCheckedFirst()
{
    const auto parsed = parse(QByteArray::fromHex("934e554d50590200ffffffff"));
    QVERIFY(mentions(parsed.status(), "its text has 4294967295 bytes, the limit is 10000"));
    const QByteArray text = "{'descr': 'u1', 'fortran_order': False, 'shape': (1,)}";
    QVERIFY(parse(header(text + QByteArray(10'000 - text.size(), ' '))).ok());
    QVERIFY(parse(header(text + QByteArray(10'001 - text.size(), ' '))).code() == ErrorCode::BadFormat);
}

void TestNpyHeader::objectsAreRefusedByName()
{
    for (const char* descr : {"'|O'", "'O'", "[('a', '|O')]"}) {
        const auto parsed = parse(header(QByteArray("{'descr': ") + descr + ", 'fortran_order': False, 'shape': (1,)}"));
        QVERIFY(parsed.code() == ErrorCode::BadFormat);
        QVERIFY(mentions(parsed.status(), "holds Python objects"));
    }
}

void TestNpyHeader::everyTruncationIsRefused()
{
    const Bytes whole = *makeNpyHeader(*DType::parse("[('a', '<f4', (2,)), ('b', 'S3')]"), Shape{3, 2});
    for (std::size_t size = 0; size < whole.size(); ++size)
        QVERIFY(parseNpyHeader(std::span(whole).first(size)).code() == ErrorCode::BadFormat);
}

void TestNpyHeader::writesAndReadsBack()
{
    for (const char* descr : {"<f4", "[('a', '>u2', (3,)), ('', '|V6'), (('t', 'b'), '<M8[ns]')]", "[('\xC3\xA4', 'u1')]", "[('\xE6\x95\xB0', 'u1')]"}) {
        for (const Shape& shape : {Shape{}, Shape{7}, Shape{UINT64_C(1) << 40, 3}}) {
            const DType dtype = *DType::parse(descr);
            const Bytes bytes = *makeNpyHeader(dtype, shape);
            QCOMPARE(bytes.size() % 64, std::size_t{0});
            const auto parsed = parseNpyHeader(bytes);
            QVERIFY2(parsed.ok(), parsed.status().message().c_str());
            QVERIFY(parsed->dtype == dtype);
            QVERIFY(parsed->shape == shape);
            QVERIFY(!parsed->fortranOrder);
            QCOMPARE(parsed->headerBytes, bytes.size());
        }
    }
    std::vector<DTypeField> fields;
    for (int i = 0; i < 1000; ++i)
        fields.push_back({"field" + std::to_string(i), {}, DType(), {}, 0});
    QVERIFY(makeNpyHeader(*DType::makeStruct(fields), Shape{1}).code() == ErrorCode::Unsupported);
}

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestNpyHeader)
#include "tst_npy_header.moc"
