#include "widgets/actions/key_bindings.h"

#include <QAction>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QWidget>

#include "widgets/actions/action_registry.h"
#include "workbench/settings/workbench_settings.h"

using namespace zrecord::widgets;
using zrecord::workbench::WorkbenchSettings;

class TestKeyBindings : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takenKeysAreRefused() {
        Window window;
        ActionRegistry& registry = window.registry;
        QCOMPARE(registry.takenBy(QStringLiteral("copy"), QKeySequence(Qt::Key_M)), QStringList{QStringLiteral("Mark")});
        QVERIFY(!registry.setShortcuts(QStringLiteral("copy"), {QKeySequence(Qt::Key_M)}));
        QCOMPARE(registry.action(QStringLiteral("copy"))->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_C));
        // Beside each other, never both in focus.
        QVERIFY(registry.setShortcuts(QStringLiteral("left"), {QKeySequence(Qt::Key_F)}));
        QVERIFY(registry.setShortcuts(QStringLiteral("right"), {QKeySequence(Qt::Key_F)}));
        QVERIFY(!registry.setShortcuts(QStringLiteral("copy"), {QKeySequence(Qt::Key_F)}));
        // Keys of a panel.
        QVERIFY(!registry.setShortcuts(QStringLiteral("copy"), {QKeySequence(Qt::Key_Space)}));
        QVERIFY(registry.conflicts().isEmpty());
    }

    void otherKeysHoldAtOnce() {
        Window window;
        QVERIFY(window.registry.setShortcuts(QStringLiteral("mark"), {QKeySequence(Qt::Key_D)}));
        QCOMPARE(window.registry.action(QStringLiteral("mark"))->shortcuts(), QList{QKeySequence(Qt::Key_D)});
        QVERIFY(window.registry.action(QStringLiteral("mark"))->toolTip().contains(QStringLiteral("(D)")));
        QVERIFY(window.registry.setShortcuts(QStringLiteral("copy"), {QKeySequence(Qt::Key_M)}));  // free by now
    }

    void comeBackTomorrowAlsoSwapped() {
        {
            Window window;
            WorkbenchSettings settings(store());
            QVERIFY(window.registry.setShortcuts(QStringLiteral("copy"), {}));
            QVERIFY(window.registry.setShortcuts(QStringLiteral("mark"), {QKeySequence(Qt::CTRL | Qt::Key_C)}));
            QVERIFY(window.registry.setShortcuts(QStringLiteral("copy"), {QKeySequence(Qt::Key_M), QKeySequence(Qt::SHIFT | Qt::Key_F3)}));
            keepKeys(window.registry, settings);
        }
        Window window;
        WorkbenchSettings settings(store());
        QCOMPARE(restoreKeys(window.registry, settings), QStringList());
        QCOMPARE(window.registry.action(QStringLiteral("mark"))->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_C));
        QCOMPARE(window.registry.action(QStringLiteral("copy"))->shortcuts(), (QList{QKeySequence(Qt::Key_M), QKeySequence(Qt::SHIFT | Qt::Key_F3)}));
    }

    void whatIsUsualIsNotKept() {
        Window window;
        WorkbenchSettings settings(store());
        keepKeys(window.registry, settings);
        QVERIFY(settings.shortcuts().isEmpty());
        window.registry.setShortcuts(QStringLiteral("mark"), {});
        keepKeys(window.registry, settings);
        QCOMPARE(settings.shortcuts().size(), 1);
        QVERIFY(settings.shortcuts().value(QStringLiteral("mark")).isEmpty());
        window.registry.setShortcuts(QStringLiteral("mark"), window.registry.defaultShortcuts(QStringLiteral("mark")));
        keepKeys(window.registry, settings);
        QVERIFY(settings.shortcuts().isEmpty());
    }

    void takenMeanwhile() {
        WorkbenchSettings settings(store());
        settings.setShortcuts({{QStringLiteral("copy"), {QStringLiteral("M")}}, {QStringLiteral("gone"), {QStringLiteral("G")}}});
        Window window;
        QCOMPARE(restoreKeys(window.registry, settings), QStringList{QStringLiteral("Copy")});
        QCOMPARE(window.registry.action(QStringLiteral("copy"))->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_C));
        keepKeys(window.registry, settings);
        QVERIFY(settings.shortcuts().contains(QStringLiteral("gone")));  // another version may have it again
    }

    void cleanup() { QFile::remove(m_folder.filePath(QStringLiteral("s.ini"))); }

private:
    struct Window {
        Window() {
            add("copy", "&Copy", &widget, QKeySequence(Qt::CTRL | Qt::Key_C));
            add("mark", "&Mark", &widget, QKeySequence(Qt::Key_M));
            add("left", "Left", &left, {});
            add("right", "Right", &right, {});
            registry.document({QStringLiteral("Browse"), QStringLiteral("Peek"), QStringLiteral("Space"), keySequences("Space")});
        }
        void add(const char* id, const char* text, QWidget* scope, const QKeySequence& keys) {
            ActionInfo info;
            info.id = QLatin1String(id);
            info.text = QLatin1String(text);
            if (!keys.isEmpty())
                info.shortcuts = {keys};
            registry.add(info, scope, [](bool) {});
        }
        QWidget widget;
        QWidget left{&widget};
        QWidget right{&widget};
        ActionRegistry registry;
    };
    std::unique_ptr<QSettings> store() { return std::make_unique<QSettings>(m_folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat); }
    QTemporaryDir m_folder;
};

QTEST_MAIN(TestKeyBindings)
#include "tst_key_bindings.moc"
