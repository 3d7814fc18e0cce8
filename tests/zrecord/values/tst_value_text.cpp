#include <QTest>

#include "value_bytes.h"
#include "zrecord/value_text.h"

using namespace zrecord;
using namespace std::string_view_literals;

namespace {

QString text(const char* dtype, const std::vector<std::byte>& bytes)
{
    return QString::fromStdString(valueText(dtypeOf(dtype), bytes));
}

}  // namespace

class TestValueText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void scalars()
    {
        QCOMPARE(text("|b1", bytesOf<std::uint8_t>({1})), QStringLiteral("True"));
        QCOMPARE(text("|b1", bytesOf<std::uint8_t>({0})), QStringLiteral("False"));
        QCOMPARE(text("|i1", bytesOf<std::int8_t>({-7})), QStringLiteral("-7"));
        QCOMPARE(text("<u8", bytesOf<std::uint64_t>({UINT64_MAX})), QStringLiteral("18446744073709551615"));
        QCOMPARE(text(">u2", bytesOf<std::uint8_t>({1, 2})), QStringLiteral("258"));
        QCOMPARE(text("<f2", bytesOf<std::uint16_t>({0x2e66})), QStringLiteral("0.1"));
        QCOMPARE(text("<f4", bytesOf({0.1F})), QStringLiteral("0.1"));
        QCOMPARE(text("<f8", bytesOf({1e16})), QStringLiteral("1e+16"));
    }

    void complexKeepsBothSigns()
    {
        QCOMPARE(text("<c8", bytesOf({1.0F, 2.5F})), QStringLiteral("1.0+2.5j"));
        QCOMPARE(text("<c16", bytesOf({-0.5, -3.0})), QStringLiteral("-0.5-3.0j"));
        QCOMPARE(text("<c16", bytesOf({0.0, -0.0})), QStringLiteral("0.0-0.0j"));
    }

    void strings()
    {
        QCOMPARE(text("|S5", characters("ab\0c\0"sv)), QStringLiteral("b'ab\\x00c'"));
        QCOMPARE(text("|S2", characters("\0\0"sv)), QStringLiteral("b''"));
        QCOMPARE(text("<U3", bytesOf<char32_t>({U'Z', U'ü', 0})), QStringLiteral("'Zü'"));
        QCOMPARE(text(">U1", bytesOf<std::uint8_t>({0, 0, 0, 'x'})), QStringLiteral("'x'"));
    }

    void times()
    {
        QCOMPARE(text("<M8[ms]", bytesOf<std::int64_t>({1709209800125})), QStringLiteral("2024-02-29T12:30:00.125"));
        QCOMPARE(text("<M8[D]", bytesOf<std::int64_t>({INT64_MIN})), QStringLiteral("NaT"));
        QCOMPARE(text("<m8[25s]", bytesOf<std::int64_t>({3})), QStringLiteral("75 s"));
    }

    void voidIsHexadecimal()
    {
        QCOMPARE(text("|V3", bytesOf<std::uint8_t>({0, 255, 16})), QStringLiteral("0x00ff10"));
    }

    void structuredLeavesPaddingOut()
    {
        const auto bytes = bytesOf<std::uint8_t>({1, 99, 99, 99, 5, 0, 0, 0, 2, 3});
        QCOMPARE(text("[('a', '|u1'), ('', '|V3'), ('b', '<i4'), ('c', '|u1', (2,))]", bytes), QStringLiteral("(1, 5, [2, 3])"));
        QCOMPARE(text("[('a', '|u1')]", bytesOf<std::uint8_t>({1})), QStringLiteral("(1,)"));
        QCOMPARE(text("[('p', [('x', '<i2'), ('y', '<i2')]), ('n', '|S2')]", bytesOf<std::uint8_t>({1, 0, 2, 0, 'h', 'i'})),
                 QStringLiteral("((1, 2), b'hi')"));
    }

    void lineTextStopsAtItsLimit()
    {
        const DType u1 = dtypeOf("|u1");
        const auto bytes = bytesOf<std::uint8_t>({1, 2, 3, 4});
        QCOMPARE(QString::fromStdString(lineText(u1, Shape{2, 2}, bytes)), QStringLiteral("[[1 2] [3 4]]"));
        QCOMPARE(QString::fromStdString(lineText(u1, Shape{}, bytes)), QStringLiteral("1"));
        const std::vector<std::byte> many(100'000);
        const std::string line = lineText(u1, Shape{100'000}, many, 40);
        QVERIFY(line.size() < 60);
        QVERIFY(QString::fromStdString(line).endsWith(QStringLiteral(" …]")));
    }
};

QTEST_APPLESS_MAIN(TestValueText)
#include "tst_value_text.moc"
