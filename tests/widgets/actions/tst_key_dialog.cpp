#include "widgets/actions/key_dialog.h"

#include <QAction>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSettings>
#include <QTemporaryDir>
#include <QTest>
#include <QTreeWidget>

#include "widgets/actions/action_registry.h"
#include "workbench/settings/workbench_settings.h"

using namespace zrecord::widgets;

class TestKeyDialog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        m_settings = std::make_unique<zrecord::workbench::WorkbenchSettings>(std::make_unique<QSettings>(m_folder.filePath(QStringLiteral("s.ini")), QSettings::IniFormat));
        m_window = std::make_unique<QWidget>();
        m_registry = std::make_unique<ActionRegistry>();
        add("go", "&Go to record…", Qt::Key_G);
        add("mark", "&Mark", Qt::Key_M);
        m_dialog = std::make_unique<KeyDialog>(*m_registry, *m_settings, m_window.get());
        m_dialog->show();
    }
    void cleanup() {
        m_dialog.reset();
        m_registry.reset();
        m_window.reset();
        m_settings->setShortcuts({});
    }

    void keysArePressedAndAssigned() {
        m_dialog->choose(QStringLiteral("mark"));
        button("keyAssign")->click();
        QCOMPARE(message(), QStringLiteral("Press the new keys in the field first."));
        QTest::keyClick(edit(), Qt::Key_D, Qt::ControlModifier);
        QCOMPARE(edit()->keySequence(), QKeySequence(Qt::CTRL | Qt::Key_D));
        button("keyAssign")->click();
        QCOMPARE(m_registry->action(QStringLiteral("mark"))->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_D));
        QCOMPARE(message(), QStringLiteral("Mark is Ctrl+D now."));
        QCOMPARE(m_settings->shortcuts().value(QStringLiteral("mark")), QStringList{QStringLiteral("Ctrl+D")});
        button("keyUsual")->click();
        QCOMPARE(m_registry->action(QStringLiteral("mark"))->shortcut(), QKeySequence(Qt::Key_M));
        QVERIFY(m_settings->shortcuts().isEmpty());
    }

    void takenKeysAreRefusedWithTheirOwner() {
        m_dialog->choose(QStringLiteral("mark"));
        edit()->setKeySequence(QKeySequence(Qt::Key_G));
        button("keyAssign")->click();
        QCOMPARE(m_registry->action(QStringLiteral("mark"))->shortcut(), QKeySequence(Qt::Key_M));
        QVERIFY2(message().startsWith(QStringLiteral("G is taken: Go to record.")), qPrintable(message()));
    }

    void oneStrokeOnly() {
        edit()->setKeySequence(QKeySequence(Qt::Key_A, Qt::Key_B));
        QCOMPARE(edit()->keySequence(), QKeySequence(Qt::Key_A));
    }

    void allBackToUsual() {
        m_dialog->choose(QStringLiteral("mark"));
        button("keyNone")->click();
        m_dialog->choose(QStringLiteral("go"));
        edit()->setKeySequence(QKeySequence(Qt::Key_M));
        button("keyAssign")->click();
        QCOMPARE(m_registry->action(QStringLiteral("go"))->shortcut(), QKeySequence(Qt::Key_M));
        button("keyAllUsual")->click();
        QCOMPARE(m_registry->action(QStringLiteral("go"))->shortcut(), QKeySequence(Qt::Key_G));
        QCOMPARE(m_registry->action(QStringLiteral("mark"))->shortcut(), QKeySequence(Qt::Key_M));
    }

    void theListIsNarrowed() {
        m_dialog->findChild<QLineEdit*>(QStringLiteral("keyFilter"))->setText(QStringLiteral("record"));
        auto* list = m_dialog->findChild<QTreeWidget*>(QStringLiteral("keyList"));
        QVERIFY(!list->topLevelItem(0)->isHidden() && list->topLevelItem(1)->isHidden());
        QCOMPARE(m_dialog->chosen(), QStringLiteral("go"));
    }

private:
    void add(const char* id, const char* text, Qt::Key key) {
        ActionInfo info;
        info.id = QLatin1String(id);
        info.text = QString::fromUtf8(text);
        info.shortcuts = {QKeySequence(key)};
        m_registry->add(info, m_window.get(), [](bool) {});
    }
    QPushButton* button(const char* name) { return m_dialog->findChild<QPushButton*>(QLatin1String(name)); }
    QKeySequenceEdit* edit() { return m_dialog->findChild<QKeySequenceEdit*>(QStringLiteral("newKeys")); }
    QString message() { return m_dialog->findChild<QLabel*>(QStringLiteral("keyMessage"))->text(); }

    QTemporaryDir m_folder;
    std::unique_ptr<zrecord::workbench::WorkbenchSettings> m_settings;
    std::unique_ptr<QWidget> m_window;
    std::unique_ptr<ActionRegistry> m_registry;
    std::unique_ptr<KeyDialog> m_dialog;
};

QTEST_MAIN(TestKeyDialog)
#include "tst_key_dialog.moc"
