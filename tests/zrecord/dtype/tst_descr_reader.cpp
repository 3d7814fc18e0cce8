#include <QTest>

#include "dtype/descr_reader.h"

namespace zrecord {

class TestDescrReader : public QObject {
    Q_OBJECT
private slots:
    void acceptsEverySpelling();
    void dictFormFillsGaps();
    void refuses_data();
    void refuses();
    void everyTruncationIsRefused();
};

void TestDescrReader::acceptsEverySpelling()
{
    const DType expected = *DType::parse("[('a', '<u2'), ('b', '|u1', (2, 3))]");
    for (const char* text : {"[('a', 'u2'), ('b', 'u1', (2, 3))]", "[['a', '<u2'], ['b', '|u1', [2, 3]]]",
                             "[(\"a\", \"uint16\"), (\"b\", \"uint8\", (2, 3))]", "[('a', '=u2'), ('b', '(2,3)u1')]",
                             "[('a', '<u2'), ('b', ('u1', (2, 3)))]", "[('a', '<u2'), ('b', ('u1', 3), (2,))]",
                             "{'names': ['a', 'b'], 'formats': ['<u2', ('u1', (2, 3))]}",
                             "{'names': ('a', 'b'), 'formats': ('<u2', '(2,3)u1'), 'offsets': (0, 2), 'itemsize': 8}"})
        QVERIFY2(*DType::parse(text) == expected, text);
    QCOMPARE(DType::parse("[('x', 'u1', 1)]")->descr(), std::string("[('x', '|u1', (1,))]"));
    QCOMPARE(DType::parse("[('x', 'u1', ())]")->descr(), std::string("[('x', '|u1')]"));
    QCOMPARE(DType::parse("[('', 'u1'), ('', '<u2')]")->descr(), std::string("[('f0', '|u1'), ('f1', '<u2')]"));
    QCOMPARE(DType::parse("'<f4'")->str(), std::string("<f4"));
    QCOMPARE(DType::parse("[('b', '<V2')]")->descr(), std::string("[('b', '|V2')]"));  // how NumPy writes bfloat16
    QCOMPARE(DType::parse("[('a', []), ('b', 'u1')]")->itemSize(), UINT64_C(1));
}

void TestDescrReader::dictFormFillsGaps()
{
    const auto type = DType::parse("{'names': ['a', 'b'], 'formats': ['u1', '<f8'], 'offsets': [4, 16], 'itemsize': 40}");
    QVERIFY(type.ok());
    QCOMPARE(type->descr(), std::string("[('', '|V4'), ('a', '|u1'), ('', '|V11'), ('b', '<f8'), ('', '|V16')]"));
}

void TestDescrReader::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("sentence");
    const auto row = [](const char* text, const char* sentence) { QTest::newRow(text) << QByteArray(text) << QByteArray(sentence); };
    row("[('a', 'O')]", "holds Python objects");
    row("[('a', [('b', '|O8')])]", "holds Python objects");
    row("('u1', (3,))", "Put its dimensions into item_shape");
    row("(3,)u1", "Put its dimensions into item_shape");
    row("3u1", "Put its dimensions into item_shape");
    row("{'names': ['a', 'b'], 'formats': ['u4', 'u1'], 'offsets': [0, 2]}", "field 'b' overlaps another or stands before it");
    row("{'names': ['a', 'b'], 'formats': ['u1', 'u1'], 'offsets': [1, 0]}", "field 'b' overlaps another or stands before it");
    row("{'names': ['a'], 'formats': ['u4'], 'itemsize': 2}", "'itemsize' must be a number that is not smaller");
    row("{'names': ['a'], 'formats': []}", "must be lists of one length");
    row("{'names': ['a']}", "needs 'names' and 'formats'");
    row("{'names': ['a'], 'formats': ['u1'], 'x': 1}", "'x' does not belong");
    row("{'names': ['a', 'b'], 'formats': ['u1', 'f8'], 'aligned': True}", "'aligned' is only understood together with 'offsets'");
    row("{'names': ['a'], 'formats': ['u1'], 'offsets': [18446744073709551615]}", "larger than 2147483648 bytes");
    row("[]", "zero bytes");
    row("[('a', 'S0')]", "zero bytes");
    row("[('a', 'u1'), ('a', 'u2')]", "'a' is there twice");
    row("[('a',)]", "must be (name, format)");
    row("[('a', 'u1', 1, 2)]", "must be (name, format)");
    row("[(1, 'u1')]", "the name of a field must be a string");
    row("['u1']", "must be (name, format)");
    row("[('a', 'u1', 'x')]", "the shape of a field must be");
    row("[('a', 'u1', ('x',))]", "whole numbers only");
    row("[('a', None)]", "a format must be a string or a list");
    row("[('a', ('u1', 2, 3))]", "(format, shape)");
    row("[('a', 'u1', (4294967296, 4294967296, 4294967296))]", "more elements than 63 bits");
    row("(1, 2)", "a format must be");
    row("u1,", "the dtype is empty");
    row("[('a', 'u1')", "a comma is missing");
}

void TestDescrReader::refuses()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, sentence);
    const auto type = DType::parse(text.toStdString());
    QVERIFY(type.code() == ErrorCode::InvalidArgument);
    QVERIFY2(type.status().message().find(sentence.toStdString()) != std::string::npos, type.status().message().c_str());
}

void TestDescrReader::everyTruncationIsRefused()
{
    const std::string text = "[(('t', 'a'), '>M8[25s]', (2, 3)), ('', '|V4'), ('p', [('x', '<i2')])]";
    QVERIFY(DType::parse(text).ok());
    for (std::size_t size = 0; size < text.size(); ++size)
        QVERIFY(DType::parse(text.substr(0, size)).code() == ErrorCode::InvalidArgument);
}

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestDescrReader)
#include "tst_descr_reader.moc"
