#include "workbench/selection/go_to.h"

#include <QTest>

using namespace zrecord::workbench;

class GoToTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsTargets_data();
    void readsTargets();
    void refuses_data();
    void refuses();
};

void GoToTest::readsTargets_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<qulonglong>("count");
    QTest::addColumn<qulonglong>("index");
    const qulonglong big = (1ULL << 31) + 5;
    QTest::newRow("plain") << "4711" << 60'000ULL << 4711ULL;
    QTest::newRow("zero") << "0" << 1ULL << 0ULL;
    QTest::newRow("spaces") << " 4 711 " << 60'000ULL << 4711ULL;
    QTest::newRow("thin space") << QStringLiteral("4\u2009711") << 60'000ULL << 4711ULL;
    QTest::newRow("underscore") << "4_711" << 60'000ULL << 4711ULL;
    QTest::newRow("apostrophe") << "4'711" << 60'000ULL << 4711ULL;
    QTest::newRow("comma groups") << "1,234,567" << 2'000'000ULL << 1'234'567ULL;
    QTest::newRow("hash") << "#12" << 60ULL << 12ULL;
    QTest::newRow("exponent") << "1e6" << 2'000'000ULL << 1'000'000ULL;
    QTest::newRow("fraction and exponent") << "1.5E3" << 2'000ULL << 1'500ULL;
    QTest::newRow("negative exponent") << "12000e-3" << 60ULL << 12ULL;
    QTest::newRow("last") << "-1" << big << big - 1;
    QTest::newRow("typographic minus") << QStringLiteral("\u22122") << 10ULL << 8ULL;
    QTest::newRow("first from the end") << "-10" << 10ULL << 0ULL;
    QTest::newRow("above 32 bits") << "2147483652" << big << 2'147'483'652ULL;
    QTest::newRow("half") << "50%" << 60'000ULL << 30'000ULL;
    QTest::newRow("half of odd") << "50 %" << 5ULL << 2ULL;
    QTest::newRow("whole") << "100%" << 60'000ULL << 59'999ULL;
    QTest::newRow("none") << "0%" << 60'000ULL << 0ULL;
    QTest::newRow("fraction of a per cent") << "0.001%" << 100'000ULL << 1ULL;
    QTest::newRow("percent exact in 64 bits") << "50%" << (1ULL << 63) << (1ULL << 62);
    QTest::newRow("largest") << "18446744073709551613" << 18446744073709551614ULL << 18446744073709551613ULL;
}

void GoToTest::readsTargets() {
    QFETCH(QString, text);
    QFETCH(qulonglong, count);
    QFETCH(qulonglong, index);
    const GoToTarget target = parseGoTo(text, count);
    QCOMPARE(target.error, GoToError::None);
    QVERIFY(target.index.has_value());
    QCOMPARE(qulonglong{*target.index}, index);
}

void GoToTest::refuses_data() {
    QTest::addColumn<QString>("text");
    QTest::addColumn<qulonglong>("count");
    QTest::addColumn<int>("error");
    const auto row = [](const char* name, const QString& text, qulonglong count, GoToError error) {
        QTest::newRow(name) << text << count << static_cast<int>(error);
    };
    row("empty", QStringLiteral("  "), 10, GoToError::Empty);
    row("words", QStringLiteral("last"), 10, GoToError::NotANumber);
    row("only a sign", QStringLiteral("-"), 10, GoToError::NotANumber);
    row("two points", QStringLiteral("1.2.3"), 10, GoToError::NotANumber);
    row("decimal comma", QStringLiteral("0,5"), 10, GoToError::NotANumber);
    row("tail", QStringLiteral("12x"), 100, GoToError::NotANumber);
    row("bare exponent", QStringLiteral("1e"), 100, GoToError::NotANumber);
    row("half a record", QStringLiteral("1.5"), 10, GoToError::NotWhole);
    row("one past the end", QStringLiteral("10"), 10, GoToError::OutOfRange);
    row("before the start", QStringLiteral("-11"), 10, GoToError::OutOfRange);
    row("above 64 bits", QStringLiteral("18446744073709551616"), 10, GoToError::OutOfRange);
    row("huge exponent", QStringLiteral("1e30"), 10, GoToError::OutOfRange);
    row("more than all", QStringLiteral("100.5%"), 10, GoToError::OutOfRange);
    row("negative percent", QStringLiteral("-5%"), 10, GoToError::OutOfRange);
    row("empty store", QStringLiteral("0"), 0, GoToError::EmptyStore);
}

void GoToTest::refuses() {
    QFETCH(QString, text);
    QFETCH(qulonglong, count);
    QFETCH(int, error);
    const GoToTarget target = parseGoTo(text, count);
    QCOMPARE(static_cast<int>(target.error), error);
    QVERIFY(!target.index.has_value());
}

QTEST_APPLESS_MAIN(GoToTest)
#include "tst_go_to.moc"
