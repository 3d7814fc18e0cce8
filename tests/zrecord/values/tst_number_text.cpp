#include <QTest>

#include <array>
#include <cstring>

#include "values/number_text.h"

using namespace zrecord;

namespace {

template <typename T>
std::vector<std::byte> bytesOf(T value, bool swapped = false)
{
    std::vector<std::byte> bytes(sizeof(T));
    std::memcpy(bytes.data(), &value, sizeof(T));
    if (swapped)
        std::reverse(bytes.begin(), bytes.end());
    return bytes;
}

QString integer(const std::vector<std::byte>& bytes, bool isSigned, bool swapped = false)
{
    std::string out;
    appendIntegerText(out, bytes, isSigned, swapped);
    return QString::fromStdString(out);
}

QString number(const std::vector<std::byte>& bytes, bool swapped = false)
{
    std::string out;
    if (!appendFloatItem(out, bytes, swapped))
        return QStringLiteral("unreadable");
    return QString::fromStdString(out);
}

}  // namespace

class TestNumberText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void integersAreExactAtTheirLimits()
    {
        QCOMPARE(integer(bytesOf<std::int8_t>(-128), true), QStringLiteral("-128"));
        QCOMPARE(integer(bytesOf<std::uint8_t>(255), false), QStringLiteral("255"));
        QCOMPARE(integer(bytesOf<std::int16_t>(INT16_MIN), true), QStringLiteral("-32768"));
        QCOMPARE(integer(bytesOf<std::uint32_t>(UINT32_MAX), false), QStringLiteral("4294967295"));
        QCOMPARE(integer(bytesOf<std::int64_t>(INT64_MIN), true), QStringLiteral("-9223372036854775808"));
        QCOMPARE(integer(bytesOf<std::uint64_t>(UINT64_MAX), false), QStringLiteral("18446744073709551615"));
    }

    void otherByteOrder()
    {
        QCOMPARE(integer(bytesOf<std::uint16_t>(258, true), false, true), QStringLiteral("258"));
        QCOMPARE(number(bytesOf(0.1F, true), true), QStringLiteral("0.1"));
        QCOMPARE(number(bytesOf(-1.5, true), true), QStringLiteral("-1.5"));
    }

    void floatsOfEveryWidth()
    {
        QCOMPARE(number(bytesOf<std::uint16_t>(0x3555)), QStringLiteral("0.3333"));
        QCOMPARE(number(bytesOf(0.1F)), QStringLiteral("0.1"));
        QCOMPARE(number(bytesOf(0.1)), QStringLiteral("0.1"));
        QCOMPARE(number(std::vector<std::byte>(3)), QStringLiteral("unreadable"));
    }

    void extendedPrecision()
    {
        if (std::numeric_limits<long double>::digits != 64)
            return;  // not the x87 format: nothing to read
        // One third as NumPy stores it: ten bytes of value, six of padding, which may hold anything.
        std::vector<std::byte> bytes(16, std::byte{0x77});
        std::fill_n(bytes.begin(), 8, std::byte{0xaa});
        bytes[0] = std::byte{0xab};
        bytes[8] = std::byte{0xfd};
        bytes[9] = std::byte{0x3f};
        QCOMPARE(number(bytes), QStringLiteral("0.33333333333333333334"));
        std::reverse(bytes.begin(), bytes.end());
        QCOMPARE(number(bytes, true), QStringLiteral("0.33333333333333333334"));
    }
};

QTEST_APPLESS_MAIN(TestNumberText)
#include "tst_number_text.moc"
