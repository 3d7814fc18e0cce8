#include <QCryptographicHash>
#include <QTest>

#include <charconv>
#include <cmath>
#include <limits>
#include <random>

#include "values/float_text.h"

using namespace zrecord;

namespace {

template <typename T>
QString text(T value)
{
    std::string out;
    appendFloatText(out, value);
    return QString::fromStdString(out);
}

QString half(int bits)
{
    std::string out;
    appendHalfText(out, static_cast<std::uint16_t>(bits));
    return QString::fromStdString(out);
}

}  // namespace

class TestFloatText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void doubleAsPythonWritesIt_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("expected");
        const auto row = [](double value, const char* expected) { QTest::newRow(expected) << value << QString::fromLatin1(expected); };
        row(0.0, "0.0");
        row(-0.0, "-0.0");
        row(1.0, "1.0");
        row(0.1, "0.1");
        row(-2.5, "-2.5");
        row(0.0001, "0.0001");
        row(0.00012345, "0.00012345");
        row(0.00001, "1e-05");
        row(1e15, "1000000000000000.0");
        row(1e16, "1e+16");
        row(1.5e16, "1.5e+16");
        row(123456789.125, "123456789.125");
        row(1.0 / 3, "0.3333333333333333");
        row(5e-324, "5e-324");
        row(std::numeric_limits<double>::max(), "1.7976931348623157e+308");
        row(HUGE_VAL, "inf");
        row(-HUGE_VAL, "-inf");
        row(std::nan(""), "nan");
        row(std::copysign(std::nan(""), -1.0), "nan");
    }

    void doubleAsPythonWritesIt()
    {
        QFETCH(double, value);
        QFETCH(QString, expected);
        QCOMPARE(text(value), expected);
    }

    void floatIsShortestForItsOwnWidth()
    {
        QCOMPARE(text(0.1F), QStringLiteral("0.1"));
        QCOMPARE(text(16777216.0F), QStringLiteral("16777216.0"));
        QCOMPARE(text(3.4028235e38F), QStringLiteral("3.4028235e+38"));
        QCOMPARE(text(1e-45F), QStringLiteral("1e-45"));
        QCOMPARE(text(1e15F), QStringLiteral("1000000000000000.0"));
    }

    void randomDoublesReadBack()
    {
        std::mt19937_64 random(7);
        for (int i = 0; i < 20'000; ++i) {
            const double value = std::bit_cast<double>(random());
            if (!std::isfinite(value))
                continue;
            std::string out;
            appendFloatText(out, value);
            double back = 0;
            std::from_chars(out.data(), out.data() + out.size(), back);
            QCOMPARE(std::bit_cast<std::uint64_t>(back), std::bit_cast<std::uint64_t>(value));
        }
    }

    void extendedHasMoreDigits()
    {
        if (std::numeric_limits<long double>::digits != 64)
            return;  // not the x87 format: nothing to read
        QCOMPARE(text(1.0L / 3), QStringLiteral("0.33333333333333333334"));
    }

    void halfExamples()
    {
        QCOMPARE(half(0x0000), QStringLiteral("0.0"));
        QCOMPARE(half(0x8000), QStringLiteral("-0.0"));
        QCOMPARE(half(0x3c00), QStringLiteral("1.0"));
        QCOMPARE(half(0x2e66), QStringLiteral("0.1"));
        QCOMPARE(half(0x3555), QStringLiteral("0.3333"));
        QCOMPARE(half(0x0001), QStringLiteral("6e-08"));
        QCOMPARE(half(0x03ff), QStringLiteral("6.1e-05"));
        QCOMPARE(half(0x0400), QStringLiteral("6.104e-05"));
        QCOMPARE(half(0x7bff), QStringLiteral("65500.0"));
        QCOMPARE(half(0x8001), QStringLiteral("-6e-08"));
        QCOMPARE(half(0x7c00), QStringLiteral("inf"));
        QCOMPARE(half(0xfc00), QStringLiteral("-inf"));
        QCOMPARE(half(0x7e00), QStringLiteral("nan"));
    }

    /// The digest is of NumPy's shortest digits for every finite half that is not negative, one on each line.
    void everyHalfEqualsNumPy()
    {
        QByteArray all;
        for (int bits = 0; bits < 0x7c00; ++bits)
            all += (bits == 0 ? "" : "\n") + half(bits).toLatin1();
        QCOMPARE(QCryptographicHash::hash(all, QCryptographicHash::Md5).toHex(), QByteArray("5e2dd894cf5dbd8f3c6aced5277ed6e2"));
    }
};

QTEST_APPLESS_MAIN(TestFloatText)
#include "tst_float_text.moc"
