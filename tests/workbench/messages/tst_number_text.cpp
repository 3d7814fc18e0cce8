#include "workbench/messages/number_text.h"

#include <QTest>

using namespace zrecord::workbench;

namespace {

/// Hard and thin spaces as plain ones.
QString plain(QString text) {
    return text.replace(QChar(u'\u2009'), QChar(u' ')).replace(QChar(u'\u00A0'), QChar(u' '));
}

}  // namespace

class NumberTextTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void counts() {
        QCOMPARE(countText(0), QStringLiteral("0"));
        QCOMPARE(countText(999), QStringLiteral("999"));
        QCOMPARE(plain(countText(340'205'976)), QStringLiteral("340 205 976"));
        QCOMPARE(plain(countText(UINT64_MAX)), QStringLiteral("18 446 744 073 709 551 615"));
        QCOMPARE(recordsText(1), QStringLiteral("1 record"));
        QCOMPARE(recordsText(0), QStringLiteral("0 records"));
        QCOMPARE(plain(recordsText((std::uint64_t{1} << 32) + 1)), QStringLiteral("4 294 967 297 records"));
    }

    void bytes() {
        QCOMPARE(bytesText(0), QStringLiteral("0 bytes"));
        QCOMPARE(bytesText(1), QStringLiteral("1 byte"));
        QCOMPARE(bytesText(784), QStringLiteral("784 bytes"));
        QCOMPARE(plain(bytesText(1023)), QStringLiteral("1023 bytes"));
        QCOMPARE(plain(bytesText(1024)), QStringLiteral("1 KiB"));
        QCOMPARE(plain(bytesText(4'096)), QStringLiteral("4 KiB"));
        QCOMPARE(plain(bytesText(1023 * 1024 + 511)), QStringLiteral("1023 KiB"));
        QCOMPARE(plain(bytesText(1023 * 1024 + 512)), QStringLiteral("1 MiB"));
        QCOMPARE(plain(bytesText(47'040'000)), QStringLiteral("44.9 MiB"));
        QCOMPARE(plain(bytesText(UINT64_MAX)), QStringLiteral("16 EiB"));
    }

    void percents() {
        QCOMPARE(plain(percentText(0, 100)), QStringLiteral("0 %"));
        QCOMPARE(plain(percentText(5, 0)), QStringLiteral("0 %"));
        QCOMPARE(plain(percentText(1, 1'000'000)), QStringLiteral("< 0.1 %"));
        QCOMPARE(plain(percentText(23, 1000)), QStringLiteral("2.3 %"));
        QCOMPARE(plain(percentText(38, 100)), QStringLiteral("38 %"));
        QCOMPARE(plain(percentText(999'999, 1'000'000)), QStringLiteral("> 99.9 %"));
        QCOMPARE(plain(percentText(7, 7)), QStringLiteral("100 %"));
    }

    void durations() {
        QCOMPARE(durationText(0), QStringLiteral("0:00"));
        QCOMPARE(durationText(31'400), QStringLiteral("0:31"));
        QCOMPARE(durationText(59'700), QStringLiteral("1:00"));
        QCOMPARE(durationText(3'725'000), QStringLiteral("1:02:05"));
    }
};

QTEST_APPLESS_MAIN(NumberTextTest)
#include "tst_number_text.moc"
