#include <QTest>

#include "values/text_escape.h"
#include "zrecord/value_text.h"

using namespace zrecord;
using namespace std::string_view_literals;

namespace {

QString printable(std::string_view text)
{
    std::string out;
    appendPrintableText(out, text);
    return QString::fromStdString(out);
}

QString json(std::string_view text)
{
    std::string out;
    appendJsonString(out, text);
    return QString::fromStdString(out);
}

QString bytesLiteral(std::string_view text)
{
    std::string out;
    appendBytesLiteral(out, text);
    return QString::fromStdString(out);
}

QString unicodeLiteral(std::u32string_view text)
{
    std::string out;
    appendUnicodeLiteral(out, text);
    return QString::fromStdString(out);
}

}  // namespace

class TestTextEscape : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bytesAsPythonWritesThem()
    {
        QCOMPARE(bytesLiteral("abc"sv), QStringLiteral("b'abc'"));
        QCOMPARE(bytesLiteral("a\0\xff\n\\"sv), QStringLiteral("b'a\\x00\\xff\\n\\\\'"));
        QCOMPARE(bytesLiteral("it's"sv), QStringLiteral("b\"it's\""));
        QCOMPARE(bytesLiteral("'\""sv), QStringLiteral("b'\\'\"'"));
    }

    void unicodeAsPythonWritesIt()
    {
        QCOMPARE(unicodeLiteral(U"Zürich 😀"), QStringLiteral("'Zürich 😀'"));
        QCOMPARE(unicodeLiteral(U"it's"), QStringLiteral("\"it's\""));
        QCOMPARE(unicodeLiteral(std::u32string{0x1b, 0x202e, 0xd800, 0x110000}), QStringLiteral("'\\x1b\\u202e\\ud800\\U00110000'"));
    }

    void printableTextCannotUpsetATerminal()
    {
        QCOMPARE(printable("plain ümlaut"), QStringLiteral("plain ümlaut"));
        QCOMPARE(printable("\x1b[2J\t\xff"), QStringLiteral("\\x1b[2J\\t\\xff"));
        QCOMPARE(printable("a\xe2\x80\xae" "b"), QStringLiteral("a\\u202eb"));
    }

    void jsonStrings()
    {
        QCOMPARE(json("a\"\\\n\t\x01ü"), QStringLiteral("\"a\\\"\\\\\\n\\t\\u0001ü\""));
        QCOMPARE(json("a\xff" "b"), QStringLiteral("\"a\ufffdb\""));
    }

    void utf8IsCheckedStrictly()
    {
        QVERIFY(isValidUtf8(""));
        QVERIFY(isValidUtf8("a\xc3\xbc\xe2\x82\xac\xf0\x9f\x98\x80"));
        QVERIFY(!isValidUtf8("\xc0\xaf"));          // overlong
        QVERIFY(!isValidUtf8("\xe0\x80\xaf"));      // overlong
        QVERIFY(!isValidUtf8("\xed\xa0\x80"));      // surrogate
        QVERIFY(!isValidUtf8("\xf4\x90\x80\x80"));  // beyond U+10FFFF
        QVERIFY(!isValidUtf8("\xe2\x82"));          // cut off
        QVERIFY(!isValidUtf8("\x80"));
    }

    void hex()
    {
        const std::byte bytes[] = {std::byte{0}, std::byte{0xff}, std::byte{0x10}};
        std::string out;
        appendHex(out, bytes);
        QCOMPARE(QString::fromStdString(out), QStringLiteral("00ff10"));
    }
};

QTEST_APPLESS_MAIN(TestTextEscape)
#include "tst_text_escape.moc"
