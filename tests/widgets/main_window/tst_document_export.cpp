#include <filesystem>

#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

#include "support/window_fixture.h"
#include "widgets/dialogs/export_dialog.h"
#include "widgets/main_window/document_controller.h"
#include "workbench/curate/curation_log.h"

using namespace zrecord;
using namespace zrecord::widgets;

class TestDocumentExport : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        failOnAnyWarning();
        m = std::make_unique<WindowFixture>();
        QVERIFY(m->openSample());
        m->session()->selection().select(3);
        m->session()->selection().setRanges(workbench::RecordRanges(3, 4));
    }
    void cleanup() { m.reset(); }

    void theSelectionIsWrittenAndTheLogHasTheCommand() {
        const QString target = m->folder.filePath(QStringLiteral("some.npy"));
        start(target);
        QTRY_VERIFY(m->documents.log().rowCount() > 0);
        const QModelIndex last = m->documents.log().index(m->documents.log().rowCount() - 1, 0);
        const QString command = last.data(workbench::CurationLog::CommandRole).toString();
        QVERIFY2(command.startsWith(QStringLiteral("zr export ")) && command.endsWith(QStringLiteral(" 3:7")), qPrintable(command));
        QVERIFY(std::filesystem::exists(target.toStdString()));
    }

    void aFailureIsSaid() {
        const QString target = m->folder.filePath(QStringLiteral("gone/some.npy"));
        QVERIFY(QDir(m->folder.path()).mkdir(QStringLiteral("gone")));
        QSignalSpy failed(&m->window->controller(), &DocumentController::failed);
        m->window->controller().exportRecords(0);
        auto* dialog = m->window->findChild<ExportDialog*>();
        dialog->findChild<QLineEdit*>(QStringLiteral("exportTarget"))->setText(target);
        QVERIFY(QDir(m->folder.path()).rmdir(QStringLiteral("gone")));
        dialog->findChild<QPushButton*>(QStringLiteral("exportStart"))->click();
        QTRY_COMPARE(failed.count(), 1);
        QCOMPARE(failed[0][0].value<ErrorBanner::Content>().title, QStringLiteral("The records could not be exported."));
    }

private:
    void start(const QString& target) {
        m->window->controller().exportRecords(0);
        auto* dialog = m->window->findChild<ExportDialog*>();
        dialog->findChild<QLineEdit*>(QStringLiteral("exportTarget"))->setText(target);
        dialog->findChild<QPushButton*>(QStringLiteral("exportStart"))->click();
    }
    std::unique_ptr<WindowFixture> m;
};

QTEST_MAIN(TestDocumentExport)
#include "tst_document_export.moc"
