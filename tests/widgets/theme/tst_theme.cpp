#include <algorithm>
#include <cmath>

#include <QPalette>
#include <QTest>

#include "widgets/theme/theme.h"

using zrecord::widgets::Theme;

namespace {

double luminance(const QColor& color) {
    const auto linear = [](double channel) { return channel <= 0.03928 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor& a, const QColor& b) {
    const double first = luminance(a);
    const double second = luminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

}  // namespace

class TestTheme : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void textIsReadableOnEveryGround_data() {
        QTest::addColumn<bool>("dark");
        QTest::addColumn<QColor>("text");
        QTest::addColumn<QColor>("ground");
        for (const Theme* theme : {&Theme::lightTheme(), &Theme::darkTheme()}) {
            const struct { const char* name; QColor text, ground; } kPairs[] = {
                {"text on window", theme->text, theme->window},
                {"text on panel", theme->text, theme->panel},
                {"text on chosen row", theme->text, theme->accentBackground},
                {"dim on window", theme->dimText, theme->window},
                {"dim on panel", theme->dimText, theme->panel},
                {"dim on chosen row", theme->dimText, theme->accentBackground},
                {"accent on panel", theme->accent, theme->panel},
                {"accent on chosen row", theme->accent, theme->accentBackground},
                {"primary button", theme->onAccent, theme->accent},
                {"warning strip", theme->warning, theme->warningBackground},
                {"failure banner", theme->marked, theme->markedBackground},
                {"good on panel", theme->good, theme->panel},
            };
            for (const auto& pair : kPairs)
                QTest::addRow("%s, %s", qPrintable(theme->name), pair.name) << theme->dark << pair.text << pair.ground;
        }
    }
    void textIsReadableOnEveryGround() {
        QFETCH(QColor, text);
        QFETCH(QColor, ground);
        const double measured = contrast(text, ground);
        QVERIFY2(measured >= 4.5, qPrintable(QStringLiteral("contrast %1").arg(measured)));
    }

    void paletteLeadsBackToItsTheme() {
        QCOMPARE(Theme::of(Theme::lightTheme().makePalette()).name, QStringLiteral("light"));
        QCOMPARE(Theme::of(Theme::darkTheme().makePalette()).name, QStringLiteral("dark"));
    }

    void tokensOfTheDesignAreKept() {
        QCOMPARE(Theme::lightTheme().accent, QColor(QStringLiteral("#2563c9")));
        QCOMPARE(Theme::darkTheme().window, QColor(QStringLiteral("#16191e")));
        QCOMPARE(Theme::lightTheme().series1, QColor(QStringLiteral("#0072b2")));
    }
};

QTEST_MAIN(TestTheme)
#include "tst_theme.moc"
