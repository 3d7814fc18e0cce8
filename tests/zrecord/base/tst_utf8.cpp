#include <QTest>

#include "base/utf8.h"

namespace zrecord {

class TestUtf8 : public QObject {
    Q_OBJECT
private slots:
    void findsTheFirstBadByte();
    void agreesWithQtOnEveryCodePoint();
    void latin1BothWays();
    void quotesAsPython();
};

void TestUtf8::findsTheFirstBadByte()
{
    QVERIFY(!findInvalidUtf8(""));
    QVERIFY(!findInvalidUtf8("plain"));
    QVERIFY(!findInvalidUtf8("gr\xC3\xB6\xC3\x9F" "e \xE6\x95\xB0 \xF0\x9F\x98\x80"));
    QCOMPARE(*findInvalidUtf8("ab\x80"), std::size_t{2});
    QCOMPARE(*findInvalidUtf8("a\xC0\xAF"), std::size_t{1});          // overlong
    QCOMPARE(*findInvalidUtf8("\xE0\x80\x80"), std::size_t{0});       // overlong
    QCOMPARE(*findInvalidUtf8("\xED\xA0\x80"), std::size_t{0});       // surrogate
    QCOMPARE(*findInvalidUtf8("\xF4\x90\x80\x80"), std::size_t{0});   // above U+10FFFF
    QCOMPARE(*findInvalidUtf8("x\xE6\x95"), std::size_t{1});          // cut short
    QCOMPARE(*findInvalidUtf8("\xFF"), std::size_t{0});
}

void TestUtf8::agreesWithQtOnEveryCodePoint()
{
    for (std::uint32_t point = 0; point <= 0x110000; ++point) {
        if (point == 0xFEFF)  // Qt drops it as a byte order mark
            continue;
        std::string text;
        const bool surrogate = point >= 0xD800 && point <= 0xDFFF;
        QCOMPARE(appendUtf8(text, point), !surrogate && point <= 0x10FFFF);
        if (text.empty())
            continue;
        const char32_t one = point;
        QCOMPARE(QByteArray::fromStdString(text), QString::fromUcs4(&one, 1).toUtf8());
        QVERIFY(!findInvalidUtf8(text));
    }
}

void TestUtf8::latin1BothWays()
{
    std::string all;
    for (int i = 0; i < 256; ++i)
        all += static_cast<char>(static_cast<unsigned char>(i));
    const std::string utf8 = latin1ToUtf8(all);
    QVERIFY(!findInvalidUtf8(utf8));
    QCOMPARE(*utf8ToLatin1(utf8), all);
    QVERIFY(!utf8ToLatin1("\xC4\x80"));  // U+0100
    QVERIFY(!utf8ToLatin1("\xE6\x95\xB0"));
}

void TestUtf8::quotesAsPython()
{
    QCOMPARE(pythonQuoted("plain"), std::string("'plain'"));
    QCOMPARE(pythonQuoted("it's"), std::string("\"it's\""));
    QCOMPARE(pythonQuoted("'\""), std::string("'\\'\"'"));
    QCOMPARE(pythonQuoted("a\\b\n\t\r"), std::string("'a\\\\b\\n\\t\\r'"));
    QCOMPARE(pythonQuoted(std::string_view("\0\x7F", 2)), std::string("'\\x00\\x7f'"));
    QCOMPARE(pythonQuoted("\xC2\x85"), std::string("'\\x85'"));
    QCOMPARE(pythonQuoted("\xC3\xB6"), std::string("'\xC3\xB6'"));
}

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestUtf8)
#include "tst_utf8.moc"
