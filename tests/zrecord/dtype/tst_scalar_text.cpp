#include <QTest>

#include "dtype/scalar_text.h"

namespace zrecord {

class TestScalarText : public QObject {
    Q_OBJECT
private slots:
    void zeroWidthsAreFieldsOnly();
    void timeUnits();
    void refusesWithASentence_data();
    void refusesWithASentence();
};

void TestScalarText::zeroWidthsAreFieldsOnly()
{
    for (const char* text : {"S", "|S0", "U", "<U0", "V", "|V0", "bytes", "str", "void"}) {
        QCOMPARE(parseScalarText(text)->itemSize(), UINT64_C(0));
        QVERIFY(DType::parse(text).code() == ErrorCode::InvalidArgument);
    }
}

void TestScalarText::timeUnits()
{
    QCOMPARE(*parseTimeUnit("ns"), std::string("ns"));
    QCOMPARE(*parseTimeUnit("1s"), std::string("s"));
    QCOMPARE(*parseTimeUnit("2147483647D"), std::string("2147483647D"));
    QCOMPARE(*parseTimeUnit("generic"), std::string());
    QCOMPARE(*parseTimeUnit("\xCE\xBCs"), std::string("us"));
    for (const char* text : {"x", "S", "0s", "2147483648s", "99999999999999999999s", "s/5", "s ", "-1s", "5"})
        QVERIFY2(parseTimeUnit(text).code() == ErrorCode::InvalidArgument, text);
    QCOMPARE(parseScalarText("datetime64[10us]")->str(), std::string("<M8[10us]"));
    QCOMPARE(parseScalarText("M")->str(), std::string("<M8"));
}

void TestScalarText::refusesWithASentence_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("sentence");
    const QByteArray no("is not a dtype");
    const QByteArray object("holds Python objects");
    const QByteArray subArray("Put its dimensions into item_shape");
    for (const char* text : {"O", "|O", "|O8", "O8", "object", "object_"})
        QTest::newRow(text) << QByteArray(text) << object;
    for (const char* text : {"3u1", "(2,3)f4", "<3u1"})
        QTest::newRow(text) << QByteArray(text) << subArray;
    QTest::newRow("T") << QByteArray("T") << QByteArray("variable-width string");
    QTest::newRow("empty") << QByteArray("") << QByteArray("the dtype is empty");
    for (const char* text : {"<", "x", "<x4", "u3", "f1", "f12", "c4", "i16", "b2", "u", "<>u1", "u1 ", "Uint8", "f4x", "U-1", "S1.5",
                             "U1073741824", "S4294967296", "V99999999999999999999", "M4[s]", "M8[s", "M8s]", "M8[]", "M8[q]x", "a5x"})
        QTest::newRow(text) << QByteArray(text) << no;
}

void TestScalarText::refusesWithASentence()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, sentence);
    const auto type = parseScalarText(text.toStdString());
    QVERIFY(type.code() == ErrorCode::InvalidArgument);
    QVERIFY2(type.status().message().find(sentence.toStdString()) != std::string::npos, type.status().message().c_str());
}

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestScalarText)
#include "tst_scalar_text.moc"
