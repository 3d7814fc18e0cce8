#include <memory>

#include <QAction>
#include <QLineEdit>
#include <QListWidget>
#include <QTest>
#include <QWidget>

#include "widgets/actions/action_registry.h"
#include "widgets/actions/command_palette.h"

using namespace zrecord::widgets;

class TestCommandPalette : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_window = std::make_unique<QWidget>();
        m_window->resize(900, 600);
        m_registry = std::make_unique<ActionRegistry>();
        m_ran.clear();
        add("file.open", "&Open…", "File", true);
        add("store.compact", "&Compact…", "Store", true);
        add("store.apply", "&Apply changes", "Store", false);
    }
    void cleanup() {
        m_window.reset();
        m_registry.reset();
    }

    void impossibleActionsComeLast() {
        CommandPalette palette(*m_registry, m_window.get());
        QCOMPARE(palette.visibleIds(), QStringList({QStringLiteral("file.open"), QStringLiteral("store.compact"), QStringLiteral("store.apply")}));
    }

    void typingFiltersAndEnterRuns() {
        CommandPalette palette(*m_registry, m_window.get());
        palette.show();
        auto* input = palette.findChild<QLineEdit*>(QStringLiteral("paletteInput"));
        QTest::keyClicks(input, QStringLiteral("comp"));
        QCOMPARE(palette.visibleIds().constFirst(), QStringLiteral("store.compact"));
        QTest::keyClick(input, Qt::Key_Return);
        QTRY_COMPARE(m_ran, QStringList{QStringLiteral("store.compact")});
        QVERIFY(!palette.isVisible());
    }

    void keysTypedBeforeItIsActive() {
        m_window->show();
        QVERIFY(QTest::qWaitForWindowActive(m_window.get()));
        auto* shortcut = new QAction(m_window.get());
        shortcut->setShortcut(Qt::Key_T);
        m_window->addAction(shortcut);
        int stolen = 0;
        connect(shortcut, &QAction::triggered, this, [&stolen] { ++stolen; });
        QTest::keyClick(m_window->windowHandle(), Qt::Key_T);
        QCOMPARE(stolen, 1);
        CommandPalette palette(*m_registry, m_window.get());
        palette.setAttribute(Qt::WA_ShowWithoutActivating);
        palette.show();
        m_window->activateWindow();
        QTRY_VERIFY(m_window->isActiveWindow());
        QTest::keyClick(m_window->windowHandle(), Qt::Key_T);
        QTest::keyClick(m_window->windowHandle(), Qt::Key_E);
        QCOMPARE(palette.findChild<QLineEdit*>(QStringLiteral("paletteInput"))->text(), QStringLiteral("te"));
        QCOMPARE(stolen, 1);
        QTest::mouseClick(m_window->windowHandle(), Qt::LeftButton, {}, QPoint(5, 5));
        QVERIFY(!palette.isVisible());
        m_window->activateWindow();
        QTRY_VERIFY(m_window->isActiveWindow());
        QTest::keyClick(m_window->windowHandle(), Qt::Key_T);
        QCOMPARE(stolen, 2);
    }

    void isAsTallAsItsListIsLong() {
        for (int i = 0; i < 40; ++i)
            add(qPrintable(QStringLiteral("many.%1").arg(i)), "Do this", "Many", true);
        CommandPalette palette(*m_registry, m_window.get());
        palette.show();
        auto* list = palette.findChild<QListWidget*>(QStringLiteral("paletteList"));
        QCOMPARE(palette.height(), 420);
        auto* input = palette.findChild<QLineEdit*>(QStringLiteral("paletteInput"));
        QTest::keyClicks(input, QStringLiteral("compact"));
        QCOMPARE(palette.visibleIds().size(), 1);
        QVERIFY(palette.height() < 120);
        QVERIFY(list->viewport()->height() >= list->sizeHintForRow(0));
        input->clear();
        QCOMPARE(palette.height(), 420);
    }

    void arrowsMoveWithoutLeavingTheField() {
        CommandPalette palette(*m_registry, m_window.get());
        palette.show();
        auto* input = palette.findChild<QLineEdit*>(QStringLiteral("paletteInput"));
        QTest::keyClick(input, Qt::Key_Down);
        QTest::keyClick(input, Qt::Key_Return);
        QTRY_COMPARE(m_ran, QStringList{QStringLiteral("store.compact")});
    }

    void anImpossibleActionDoesNotRun() {
        CommandPalette palette(*m_registry, m_window.get());
        palette.show();
        auto* input = palette.findChild<QLineEdit*>(QStringLiteral("paletteInput"));
        QTest::keyClicks(input, QStringLiteral("apply"));
        QTest::keyClick(input, Qt::Key_Return);
        QVERIFY(palette.isVisible());
        QVERIFY(m_ran.isEmpty());
    }

    void categoryIsSearchedToo() {
        CommandPalette palette(*m_registry, m_window.get());
        palette.show();
        QTest::keyClicks(palette.findChild<QLineEdit*>(QStringLiteral("paletteInput")), QStringLiteral("store"));
        QCOMPARE(palette.visibleIds(), QStringList({QStringLiteral("store.compact"), QStringLiteral("store.apply")}));
    }

private:
    void add(const char* id, const char* text, const char* category, bool enabled) {
        ActionInfo info;
        info.id = QLatin1String(id);
        info.text = QString::fromUtf8(text);
        info.category = QLatin1String(category);
        info.enabled = [enabled](const WorkbenchState&) { return enabled; };
        m_registry->add(info, m_window.get(), [this, name = info.id](bool) { m_ran << name; });
    }

    std::unique_ptr<QWidget> m_window;
    std::unique_ptr<ActionRegistry> m_registry;
    QStringList m_ran;
};

QTEST_MAIN(TestCommandPalette)
#include "tst_command_palette.moc"
