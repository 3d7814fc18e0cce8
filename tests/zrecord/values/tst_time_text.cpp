#include <QTest>

#include <cstdint>

#include "values/time_text.h"

using namespace zrecord;

class TestTimeText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void datesAreIsoInTheirUnit_data()
    {
        QTest::addColumn<qint64>("count");
        QTest::addColumn<QString>("unit");
        QTest::addColumn<QString>("expected");
        const auto row = [](qint64 count, const char* unit, const char* expected) {
            QTest::addRow("%lld %s", static_cast<long long>(count), unit) << count << QString::fromLatin1(unit) << QString::fromLatin1(expected);
        };
        row(54, "Y", "2024");
        row(-1971, "Y", "-0001");
        row(12345, "Y", "14315");
        row(-1, "M", "1969-12");
        row(1, "W", "1970-01-08");
        row(0, "D", "1970-01-01");
        row(19782, "D", "2024-02-29");
        row(19783, "D", "2024-03-01");
        row(-719528, "D", "0000-01-01");
        row(-719529, "D", "-0001-12-31");
        row(-1, "h", "1969-12-31T23");
        row(-1, "m", "1969-12-31T23:59");
        row(1709209800, "s", "2024-02-29T12:30:00");
        row(4, "25s", "1970-01-01T00:01:40");
        row(1709209800125, "ms", "2024-02-29T12:30:00.125");
        row(-62135596800000000, "us", "0001-01-01T00:00:00.000000");
        row(-1, "ns", "1969-12-31T23:59:59.999999999");
        row(5, "ps", "1970-01-01T00:00:00.000000000005");
        row(-1, "fs", "1969-12-31T23:59:59.999999999999999");
        row(1, "as", "1970-01-01T00:00:00.000000000000000001");
        row(INT64_MAX, "ns", "2262-04-11T23:47:16.854775807");
        row(INT64_MAX, "s", "292277026596-12-04T15:30:07");
        row(42, "", "42");
        row(INT64_MIN, "ns", "NaT");
        row(INT64_MIN, "", "NaT");
    }

    void datesAreIsoInTheirUnit()
    {
        QFETCH(qint64, count);
        QFETCH(QString, unit);
        QFETCH(QString, expected);
        std::string out;
        appendDateTimeText(out, count, unit.toStdString());
        QCOMPARE(QString::fromStdString(out), expected);
    }

    void deltasCountTheirUnit()
    {
        const auto text = [](std::int64_t count, const char* unit) {
            std::string out;
            appendTimeDeltaText(out, count, unit);
            return QString::fromStdString(out);
        };
        QCOMPARE(text(5, "s"), QStringLiteral("5 s"));
        QCOMPARE(text(-3, "25s"), QStringLiteral("-75 s"));
        QCOMPARE(text(INT64_MAX, "7D"), QStringLiteral("64563604257983430649 D"));
        QCOMPARE(text(7, ""), QStringLiteral("7"));
        QCOMPARE(text(INT64_MIN, "us"), QStringLiteral("NaT"));
    }
};

QTEST_APPLESS_MAIN(TestTimeText)
#include "tst_time_text.moc"
