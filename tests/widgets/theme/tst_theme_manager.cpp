#include <QApplication>
#include <QFontInfo>
#include <QFontMetrics>
#include <QIcon>
#include <QSignalSpy>
#include <QTest>

#include "widgets/theme/fonts.h"
#include "widgets/theme/icon_provider.h"
#include "widgets/theme/style_sheet.h"
#include "widgets/theme/theme_manager.h"

using namespace zrecord::widgets;

class TestThemeManager : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { m_manager = new ThemeManager(*qApp, this); }

    void appliesPaletteFontAndSheet() {
        QSignalSpy changed(m_manager, &ThemeManager::changed);
        m_manager->apply(ThemeChoice::Dark, 15);
        QCOMPARE(changed.count(), 1);
        QCOMPARE(QApplication::palette().color(QPalette::Window), Theme::darkTheme().window);
        QCOMPARE(QApplication::font().pixelSize(), 15);
        QCOMPARE(QFontInfo(QApplication::font()).family(), QStringLiteral("Inter Tabular"));
        QVERIFY(qApp->styleSheet().contains(QLatin1String("#16191e")));
        m_manager->apply(ThemeChoice::Light, 13);
        QCOMPARE(m_manager->theme().name, QStringLiteral("light"));
    }

    void clampsTheFontSize() {
        m_manager->apply(ThemeChoice::Light, 500);
        QCOMPARE(m_manager->fontSize(), ThemeManager::kLargestFontSize);
        m_manager->apply(ThemeChoice::Light, 1);
        QCOMPARE(m_manager->fontSize(), ThemeManager::kSmallestFontSize);
    }

    void figuresOfTheTextFontAreEquallyWide() {
        const QFontMetrics metrics(textFont(13));
        for (char digit = '0'; digit <= '9'; ++digit)
            QCOMPARE(metrics.horizontalAdvance(QLatin1Char(digit)), metrics.horizontalAdvance(u'0'));
        QCOMPARE(QFontInfo(valueFont(12)).family(), QStringLiteral("JetBrains Mono"));
    }

    void styleSheetHasNoTokenLeft() {
        for (const Theme* theme : {&Theme::lightTheme(), &Theme::darkTheme()})
            QVERIFY(!makeStyleSheet(*theme, 13).contains(u'@'));
    }

    void iconsFollowTheTheme() {
        m_manager->apply(ThemeChoice::Light, 13);
        const QIcon drawn = icon(QStringLiteral("close"));
        const QImage light = drawn.pixmap(16, 16).toImage();
        m_manager->apply(ThemeChoice::Dark, 13);
        const QImage dark = drawn.pixmap(16, 16).toImage();
        const QColor inLight = light.pixelColor(8, 8);
        const QColor inDark = dark.pixelColor(8, 8);
        QVERIFY2(inLight.alpha() > 200 && inLight.lightness() < 80, qPrintable(inLight.name(QColor::HexArgb)));
        QVERIFY2(inDark.alpha() > 200 && inDark.lightness() > 180, qPrintable(inDark.name(QColor::HexArgb)));
    }

private:
    ThemeManager* m_manager = nullptr;
};

QTEST_MAIN(TestThemeManager)
#include "tst_theme_manager.moc"
