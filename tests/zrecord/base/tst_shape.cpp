#include <QTest>

#include "zrecord/shape.h"

namespace zrecord {

class TestShape : public QObject {
    Q_OBJECT
private slots:
    void textIsPythons();
    void parses_data();
    void parses();
    void refuses_data();
    void refuses();
    void countsElements();
};

void TestShape::textIsPythons()
{
    QCOMPARE(shapeText(Shape{}), std::string("()"));
    QCOMPARE(shapeText(Shape{4}), std::string("(4,)"));
    QCOMPARE(shapeText(Shape{28, 28}), std::string("(28, 28)"));
}

void TestShape::parses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("expected");
    QTest::newRow("commas") << QByteArray("28,28") << QByteArray("(28, 28)");
    QTest::newRow("tuple") << QByteArray("(28, 28)") << QByteArray("(28, 28)");
    QTest::newRow("crosses") << QByteArray("28x28x3") << QByteArray("(28, 28, 3)");
    QTest::newRow("scalar") << QByteArray("()") << QByteArray("()");
    QTest::newRow("spaced scalar") << QByteArray(" ( ) ") << QByteArray("()");
    QTest::newRow("one") << QByteArray("7") << QByteArray("(7,)");
    QTest::newRow("one with comma") << QByteArray("(7,)") << QByteArray("(7,)");
    QTest::newRow("zero") << QByteArray("0") << QByteArray("(0,)");
    QTest::newRow("largest") << QByteArray("9223372036854775807") << QByteArray("(9223372036854775807,)");
}

void TestShape::parses()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, expected);
    const auto shape = parseShape(text.toStdString());
    QVERIFY2(shape.ok(), shape.status().message().c_str());
    QCOMPARE(shapeText(*shape), expected.toStdString());
    const auto again = parseShape(shapeText(*shape));
    QVERIFY(again.ok());
    QVERIFY(*again == *shape);
}

void TestShape::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("why");
    QTest::newRow("empty") << QByteArray("") << QByteArray("a dimension is missing at its end");
    QTest::newRow("negative") << QByteArray("-1") << QByteArray("at '-', character 1");
    QTest::newRow("fraction") << QByteArray("2.5") << QByteArray("at '.', character 2");
    QTest::newRow("letter") << QByteArray("28,b") << QByteArray("at 'b', character 4");
    QTest::newRow("space only") << QByteArray("28 28") << QByteArray("a comma is missing at '2', character 4");
    QTest::newRow("open") << QByteArray("(28, 28") << QByteArray("the closing bracket is missing at its end");
    QTest::newRow("closed twice") << QByteArray("(28))") << QByteArray("nothing may follow the shape");
    QTest::newRow("not opened") << QByteArray("28)") << QByteArray("nothing may follow");
    QTest::newRow("two commas") << QByteArray("1,,2") << QByteArray("at ',', character 3");
    QTest::newRow("x at the end") << QByteArray("1x") << QByteArray("a dimension is missing at its end");
    QTest::newRow("x before the bracket") << QByteArray("(28x)") << QByteArray("a dimension is missing at ')', character 5");
    QTest::newRow("x and comma") << QByteArray("1x,2") << QByteArray("at ',', character 3");
    QTest::newRow("too large") << QByteArray("9223372036854775808") << QByteArray("does not fit 63 bits");
    QTest::newRow("far too large") << QByteArray("99999999999999999999999") << QByteArray("does not fit 63 bits");
}

void TestShape::refuses()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, why);
    const auto shape = parseShape(text.toStdString());
    QVERIFY(shape.code() == ErrorCode::InvalidArgument);
    QVERIFY2(std::string(shape.status().what()).find(why.toStdString()) != std::string::npos, shape.status().message().c_str());
}

void TestShape::countsElements()
{
    QCOMPARE(*elementCount(Shape{}), std::uint64_t{1});
    QCOMPARE(*elementCount(Shape{3, 4, 5}), std::uint64_t{60});
    QCOMPARE(*elementCount(Shape{UINT64_C(1) << 62, 0, UINT64_C(1) << 62}), std::uint64_t{0});
    QCOMPARE(*elementCount(Shape{UINT64_C(1) << 31, UINT64_C(1) << 31}), UINT64_C(1) << 62);
    QVERIFY(elementCount(Shape{UINT64_C(1) << 32, UINT64_C(1) << 31}).code() == ErrorCode::InvalidArgument);
    QVERIFY(elementCount(Shape{UINT64_C(1) << 32, UINT64_C(1) << 32}).code() == ErrorCode::InvalidArgument);
    QVERIFY(elementCount(Shape{UINT64_C(1) << 63}).code() == ErrorCode::InvalidArgument);
}

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestShape)
#include "tst_shape.moc"
