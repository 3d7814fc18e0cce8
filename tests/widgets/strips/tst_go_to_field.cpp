#include <QAction>

#include "support/window_fixture.h"
#include "widgets/actions/action_registry.h"
#include "widgets/strips/go_to_field.h"

using namespace zrecord;
using namespace zrecord::widgets;

class TestGoToField : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        failOnAnyWarning();
        m = std::make_unique<WindowFixture>();
        QVERIFY(m->openSample());
        QApplication::setActiveWindow(m->window.get());
        QVERIFY(QTest::qWaitForWindowActive(m->window.get()));
        m->window->goToRecord(42);
        m_field = m->find<GoToField>("goToField");
        m->window->actions().action(QStringLiteral("go.to"))->trigger();
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(m_field));
    }
    void cleanup() { m.reset(); }

    void escapeGivesTheKeysBack() {
        QTest::keyClicks(m_field, QStringLiteral("9999"));
        QTest::keyClick(m_field, Qt::Key_Return);
        QVERIFY(m_field->property("invalid").toBool());
        QVERIFY(!m_field->accessibleDescription().isEmpty());
        QTest::keyClick(m_field, Qt::Key_Escape);
        QVERIFY(!m_field->hasFocus());
        QVERIFY(m->find<QWidget>("browsePerspective")->isAncestorOf(QApplication::focusWidget()));
        QCOMPARE(m_field->text(), QStringLiteral("42"));
        QVERIFY(!m_field->property("invalid").toBool());
        QVERIFY(m_field->accessibleDescription().isEmpty());
    }

    void leavingForgetsWhatWasTyped() {
        QTest::keyClicks(m_field, QStringLiteral("abc"));
        m->window->cyclePane(1);
        QVERIFY(!m_field->hasFocus());
        QCOMPARE(m_field->text(), QStringLiteral("42"));
    }

    /// Line editors take Ctrl+E as "to the end of the line", but the window enables editing with it.
    void keysOfTheWindowPassThrough() {
        for (const auto& [key, taken] : {std::pair{Qt::Key_E, false}, std::pair{Qt::Key_K, false}, std::pair{Qt::Key_A, true}, std::pair{Qt::Key_V, true}}) {
            QKeyEvent event(QEvent::ShortcutOverride, key, Qt::ControlModifier);
            event.ignore();
            QApplication::sendEvent(m_field, &event);
            QCOMPARE(event.isAccepted(), taken);
        }
        QTest::keyClick(m_field, Qt::Key_E, Qt::ControlModifier);
        QTRY_VERIFY(m->session()->document().isEditable());
    }

private:
    std::unique_ptr<WindowFixture> m;
    GoToField* m_field = nullptr;
};

QTEST_MAIN(TestGoToField)
#include "tst_go_to_field.moc"
