#include <QAction>
#include <QTest>
#include <QWidget>

#include "widgets/actions/action_registry.h"

using namespace zrecord::widgets;

class TestActionRegistry : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void enablingFollowsTheState() {
        QWidget window;
        ActionRegistry registry;
        ActionInfo info;
        info.id = QStringLiteral("store.apply");
        info.text = QStringLiteral("&Apply");
        info.enabled = [](const WorkbenchState& state) { return state.marked > 0; };
        const QAction* action = registry.add(info, &window, [](bool) {});
        QVERIFY(!action->isEnabled());
        WorkbenchState state;
        state.marked = 3;
        registry.setState(state);
        QVERIFY(action->isEnabled());
    }

    void handlerRunsOncePerTrigger() {
        QWidget window;
        ActionRegistry registry;
        int runs = 0;
        ActionInfo info;
        info.id = QStringLiteral("a");
        registry.add(info, &window, [&runs](bool) { ++runs; })->trigger();
        QCOMPARE(runs, 1);
    }

    void toolTipNamesTheKey() {
        QWidget window;
        ActionRegistry registry;
        ActionInfo info;
        info.id = QStringLiteral("go");
        info.text = QStringLiteral("&Go");
        info.shortcuts = {QKeySequence(Qt::CTRL | Qt::Key_G)};
        info.description = QStringLiteral("Somewhere.");
        QCOMPARE(registry.add(info, &window, [](bool) {})->toolTip(), QStringLiteral("Go (Ctrl+G)\nSomewhere."));
    }

    void sameKeyInTheSamePlaceIsAConflict() {
        QWidget window;
        QWidget left(&window);
        QWidget right(&window);
        ActionRegistry registry;
        const auto add = [&registry](const char* id, QWidget* scope) {
            ActionInfo info;
            info.id = QLatin1String(id);
            info.shortcuts = {QKeySequence(Qt::Key_F)};
            registry.add(info, scope, [](bool) {});
        };
        add("left", &left);
        add("right", &right);
        QVERIFY(registry.conflicts().isEmpty());  // beside each other, never both in focus
        add("window", &window);
        QCOMPARE(registry.conflicts().size(), 2);
    }

    void idsForAWidgetHoldThoseOfItsParents() {
        QWidget window;
        QWidget panel(&window);
        ActionRegistry registry;
        ActionInfo info;
        info.id = QStringLiteral("window");
        registry.add(info, &window, [](bool) {});
        info.id = QStringLiteral("panel");
        registry.add(info, &panel, [](bool) {});
        QCOMPARE(registry.idsFor(&panel).size(), std::size_t(2));
        QCOMPARE(registry.idsFor(&window).size(), std::size_t(1));
    }
};

QTEST_MAIN(TestActionRegistry)
#include "tst_action_registry.moc"
