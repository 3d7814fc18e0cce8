#include <QTest>

#include "exchange/byte_order.h"
#include "exchange_testing.h"

namespace zrecord {

using namespace testing;

class TestByteOrder : public QObject {
    Q_OBJECT
private slots:
    void comparesAllButTheOrder();
    void converts_data();
    void converts();
};

void TestByteOrder::comparesAllButTheOrder()
{
    const auto same = [](const char* a, const char* b) { return sameButByteOrder(*DType::parse(a), *DType::parse(b)); };
    QVERIFY(same("<i2", ">i2"));
    QVERIFY(same("u1", "u1"));
    QVERIFY(same("[('a', '<u2', (3,)), ('b', '>f4')]", "[('a', '>u2', (3,)), ('b', '<f4')]"));
    QVERIFY(!same("<i2", "<u2"));
    QVERIFY(!same("<i2", ">i4"));
    QVERIFY(!same("<M8[s]", ">M8[ms]"));
    QVERIFY(!same("S3", "S4"));
    QVERIFY(!same("V2", "[('a', '<u2')]"));
    QVERIFY(!same("[('a', '<u2')]", "[('b', '<u2')]"));
    QVERIFY(!same("[('a', '<u2')]", "[('a', '<u2'), ('', 'V1')]"));
    QVERIFY(!same("[('a', '<u2', (2,))]", "[('a', '<u2', (1, 2))]"));
}

void TestByteOrder::converts_data()
{
    QTest::addColumn<QByteArray>("from");
    QTest::addColumn<QByteArray>("to");
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    const auto row = [](const char* from, const char* to, const char* before, const char* after) {
        QTest::newRow(from) << QByteArray(from) << QByteArray(to) << QByteArray(before) << QByteArray(after);
    };
    row("<i2", ">i2", "0102 0304", "0201 0403");
    row(">f8", "<f8", "0102030405060708", "0807060504030201");
    row("<f16", ">f16", "000102030405060708090a0b0c0d0e0f", "0f0e0d0c0b0a09080706050403020100");
    row("<c8", ">c8", "01020304 05060708", "04030201 08070605");
    row("<U2", ">U2", "01020304 05060708", "04030201 08070605");
    row("<M8[ns]", ">M8[ns]", "0102030405060708", "0807060504030201");
    row("<i4", "<i4", "01020304", "01020304");
    row("S2", "S2", "0102", "0102");
    row("[('a', 'u1'), ('b', '>u2', (2,)), ('', 'V1'), ('c', '<u2'), ('d', [('x', '>u2')])]",
        "[('a', 'u1'), ('b', '<u2', (2,)), ('', 'V1'), ('c', '<u2'), ('d', [('x', '<u2')])]",
        "01 0203 0405 06 0708 090a 11 1213 1415 16 1718 191a", "01 0302 0504 06 0708 0a09 11 1312 1514 16 1718 1a19");
}

void TestByteOrder::converts()
{
    QFETCH(QByteArray, from);
    QFETCH(QByteArray, to);
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    Bytes items = bytesOf(QByteArray::fromHex(before));
    convertByteOrder(*DType::parse(from.toStdString()), *DType::parse(to.toStdString()), items);
    QCOMPARE(arrayOf(items).toHex(), QByteArray::fromHex(after).toHex());
    convertByteOrder(*DType::parse(to.toStdString()), *DType::parse(from.toStdString()), items);
    QCOMPARE(arrayOf(items).toHex(), QByteArray::fromHex(before).toHex());
}

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestByteOrder)
#include "tst_byte_order.moc"
