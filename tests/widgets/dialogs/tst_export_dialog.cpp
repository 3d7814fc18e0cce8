#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>

#include "support/tab_order.h"
#include "support/window_fixture.h"
#include "widgets/actions/action_registry.h"
#include "widgets/common/key_value_list.h"
#include "widgets/dialogs/export_dialog.h"
#include "workbench/selection/record_selection.h"

#include <QAction>

using namespace zrecord;
using namespace zrecord::widgets;

class TestExportDialog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        failOnAnyWarning();
        m = std::make_unique<WindowFixture>();
        QVERIFY(m->openSample());
    }
    void cleanup() { m.reset(); }

    void allStreamsOfTheSelectionBecomeAStore() {
        m->session()->selection().select(3);
        m->session()->selection().setRanges(workbench::RecordRanges(3, 4));
        ExportDialog* dialog = open();
        QCOMPARE(box(dialog, "exportRecords")->count(), 2);
        QVERIFY(box(dialog, "exportRecords")->currentText().contains(QStringLiteral("4 records")));
        choose(box(dialog, "exportStream"), -1);
        QCOMPARE(dialog->plan().chosen.size(), m->session()->document().streams().size());
        QVERIFY(dialog->plan().form == workbench::ExportForm::Store);
        const QString target = m->folder.filePath(QStringLiteral("some"));
        dialog->findChild<QLineEdit*>(QStringLiteral("exportTarget"))->setText(target);
        QCOMPARE(tabJumps(*dialog).join(u';'), QString());
        QVERIFY(button(dialog)->isEnabled());
    }

    void theStoreItselfIsNoTarget() {
        ExportDialog* dialog = open();
        dialog->findChild<QLineEdit*>(QStringLiteral("exportTarget"))->setText(m->samplePath() + QStringLiteral("/image/out.npy"));
        QVERIFY(!button(dialog)->isEnabled());
        QVERIFY(message(dialog).contains(QStringLiteral("lies in the store")));
        dialog->findChild<QLineEdit*>(QStringLiteral("exportTarget"))->setText(m->folder.filePath(QStringLiteral("out.npy")));
        QVERIFY(button(dialog)->isEnabled());
        QCOMPARE(message(dialog), QString());
    }

    void aLossIsNamedAndTheEndingFollows() {
        ExportDialog* dialog = open();
        QVERIFY(dialog->plan().target.endsWith(QStringLiteral(".npy")));
        choose(box(dialog, "exportForm"), static_cast<int>(workbench::ExportForm::Raw));
        QVERIFY(dialog->plan().target.endsWith(QStringLiteral(".bin")));
        QVERIFY(message(dialog).contains(QStringLiteral("neither dtype nor shape")));
        const auto rows = dialog->findChild<KeyValueList*>()->rows();
        QCOMPARE(rows.front().value, QStringLiteral("500"));
    }

private:
    ExportDialog* open() {
        m->window->actions().action(QStringLiteral("file.export"))->trigger();
        return m->window->findChild<ExportDialog*>();
    }
    static QComboBox* box(ExportDialog* dialog, const char* name) { return dialog->findChild<QComboBox*>(QLatin1String(name)); }
    static QPushButton* button(ExportDialog* dialog) { return dialog->findChild<QPushButton*>(QStringLiteral("exportStart")); }
    static QString message(ExportDialog* dialog) { return dialog->findChild<QLabel*>(QStringLiteral("exportMessage"))->text(); }
    static void choose(QComboBox* box, int data) {
        box->setCurrentIndex(box->findData(data));
        Q_EMIT box->activated(box->currentIndex());
    }
    std::unique_ptr<WindowFixture> m;
};

QTEST_MAIN(TestExportDialog)
#include "tst_export_dialog.moc"
