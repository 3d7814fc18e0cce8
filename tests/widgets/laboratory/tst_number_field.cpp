#include <QLineEdit>
#include <QTest>

#include <memory>

#include "widgets/laboratory/number_field.h"
#include "widgets/theme/fonts.h"

using namespace zrecord::widgets;

/// What counts as a number, and that a field says so when there is none.
class TestNumberField : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { loadEmbeddedFonts(); }

    void numbers_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<qint64>("value");  // −1: none
        QTest::newRow("digits") << QStringLiteral("4711") << qint64{4711};
        QTest::newRow("groups") << QStringLiteral("1 234_567,890") << qint64{1'234'567'890};
        QTest::newRow("thin spaces") << QString(QStringLiteral("60") + QChar(0x2009) + QStringLiteral("000")) << qint64{60'000};
        QTest::newRow("power") << QStringLiteral("2^40") << (qint64{1} << 40);
        QTest::newRow("too large a power") << QStringLiteral("2^41") << qint64{-1};
        QTest::newRow("too small") << QStringLiteral("0") << qint64{-1};
        QTest::newRow("negative") << QStringLiteral("-5") << qint64{-1};
        QTest::newRow("words") << QStringLiteral("many") << qint64{-1};
        QTest::newRow("nothing") << QString() << qint64{-1};
    }
    void numbers() {
        QFETCH(QString, text);
        QFETCH(qint64, value);
        const std::unique_ptr<QLineEdit> field(makeNumberField(QStringLiteral("n"), QStringLiteral("number"), text, 60, QStringLiteral("a number")));
        const auto number = numberIn(*field, 1, UINT64_C(1) << 40);
        QCOMPARE(number ? static_cast<qint64>(*number) : -1, value);
        QCOMPARE(field->property("invalid").toBool(), value < 0);
        field->setText(QStringLiteral("7"));
        QVERIFY(numberIn(*field, 1, 10).has_value());
        QVERIFY(!field->property("invalid").toBool());
        QCOMPARE(field->accessibleName(), QStringLiteral("number"));
    }
};

QTEST_MAIN(TestNumberField)
#include "tst_number_field.moc"
