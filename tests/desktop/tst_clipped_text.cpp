#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QTabBar>
#include <QTest>

#include "desktop/clipped_text.h"

using namespace zrecord::desktop;

class TestClippedText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatFitsIsNotNamed() {
        QWidget window;
        addAll(window, 400);
        window.show();
        QCOMPARE(clippedTexts(window), QStringList());
    }

    void eachKindIsNamed() {
        QWidget window;
        addAll(window, 12);
        window.show();
        const QStringList lines = clippedTexts(window);
        QCOMPARE(lines.size(), 5);
        for (const char* name : {"line", "paragraph", "button", "choice", "tabs"})
            QVERIFY2(!lines.filter(QStringLiteral("(%1)").arg(QLatin1String(name))).isEmpty(), name);
    }

    void whatIsHiddenIsNotNamed() {
        QWidget window;
        addAll(window, 12);
        window.show();
        for (QWidget* child : window.findChildren<QWidget*>(QString(), Qt::FindDirectChildrenOnly))
            child->hide();
        QCOMPARE(clippedTexts(window), QStringList());
    }

private:
    static void addAll(QWidget& window, int width) {
        window.resize(500, 600);
        auto* line = new QLabel(QStringLiteral("records of this store"), &window);
        line->setObjectName(QStringLiteral("line"));
        auto* paragraph = new QLabel(QStringLiteral("records of this store and of the other one"), &window);
        paragraph->setObjectName(QStringLiteral("paragraph"));
        paragraph->setWordWrap(true);
        auto* button = new QPushButton(QStringLiteral("&Review and apply"), &window);
        button->setObjectName(QStringLiteral("button"));
        auto* choice = new QComboBox(&window);
        choice->setObjectName(QStringLiteral("choice"));
        choice->addItem(QStringLiteral("percentiles"));
        auto* tabs = new QTabBar(&window);
        tabs->setObjectName(QStringLiteral("tabs"));
        tabs->setElideMode(Qt::ElideNone);
        tabs->setExpanding(true);
        tabs->setStyleSheet(QStringLiteral("QTabBar::tab { width: %1px; }").arg(width));
        tabs->addTab(QStringLiteral("Dictionaries"));
        int y = 0;
        for (QWidget* widget : std::initializer_list<QWidget*>{line, paragraph, button, choice, tabs}) {
            widget->setGeometry(0, y, width, 60);
            y += 100;
        }
    }
};

QTEST_MAIN(TestClippedText)
#include "tst_clipped_text.moc"
