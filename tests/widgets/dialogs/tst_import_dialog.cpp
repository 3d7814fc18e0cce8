#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>

#include "support/tab_order.h"
#include "support/window_fixture.h"
#include "widgets/common/key_value_list.h"
#include "widgets/dialogs/import_dialog.h"
#include "widgets/dialogs/import_formats.h"

using namespace zrecord;
using namespace zrecord::widgets;

class TestImportDialog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        failOnAnyWarning();
        m = std::make_unique<WindowFixture>();
        m_file = m->folder.filePath(QStringLiteral("lines.txt"));
        QFile file(m_file);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("one\ntwo words\nthird\n");
    }
    void cleanup() { m.reset(); }

    void aTextFileBecomesAStoreThatOpens() {
        m->window->controller().importFile(m_file);
        auto* dialog = m->window->findChild<ImportDialog*>();
        QVERIFY(dialog != nullptr);
        QTRY_VERIFY(dialog->preview().has_value());
        QCOMPARE(dialog->preview()->kind, StoreKind::Ragged);
        QCOMPARE(dialog->findChild<QLineEdit*>(QStringLiteral("importTarget"))->text(), m->folder.filePath(QStringLiteral("lines")));
        dialog->findChild<QPushButton*>(QStringLiteral("importStart"))->click();
        QTRY_VERIFY(m->session() != nullptr && m->session()->document().isOpen());
        QCOMPARE(m->session()->document().recordCount(), std::uint64_t(3));
        QCOMPARE(m->session()->document().name(), QStringLiteral("lines"));
    }

    void whatCannotBeReadIsSaidBeforeAnythingIsWritten() {
        QFile file(m->folder.filePath(QStringLiteral("broken.npy")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("\x93NUMPY but not really");
        file.close();
        ImportDialog dialog(m->runtime.loader(), m->folder.path(), m->window.get());
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        QSignalSpy answered(&dialog, &ImportDialog::previewChanged);
        dialog.setSource(file.fileName());
        QTRY_COMPARE(answered.count(), 1);
        QVERIFY(!dialog.preview().has_value());
        QVERIFY(!dialog.findChild<QPushButton*>(QStringLiteral("importStart"))->isEnabled());
    }

    void anArchiveOfSeveralArraysOffersThem() {
        ImportDialog dialog(m->runtime.loader(), m->folder.path(), m->window.get());
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        dialog.show();
        QSignalSpy asked(&dialog, &ImportDialog::importRequested);
        auto* array = dialog.findChild<QComboBox*>(QStringLiteral("importArray"));
        QVERIFY(!array->isVisible());
        const QString archive = QStringLiteral(ZR_TEST_DATA "/npy/several.npz");
        dialog.setSource(archive);
        QTRY_VERIFY(dialog.preview().has_value());
        QVERIFY(array->isVisible());
        QCOMPARE(array->count(), dialog.preview()->arrays.size() + 1);
        QCOMPARE(dialog.preview()->array.name, array->itemText(0));
        QCOMPARE(tabJumps(dialog).join(u';'), QString());
        array->setCurrentIndex(1);
        Q_EMIT array->activated(1);
        QTRY_VERIFY(dialog.preview().has_value() && dialog.preview()->array.name == array->itemText(1));
        dialog.findChild<QPushButton*>(QStringLiteral("importStart"))->click();
        QCOMPARE(asked.count(), 1);
        const auto plan = asked[0][0].value<workbench::ImportPlan>();
        QCOMPARE(plan.array.name, array->itemText(1));
        QVERIFY(!plan.array.allAsRecords);
    }

    void whatIsNoArrayIsRefusedInWords() {
        const QString picture = m->folder.filePath(QStringLiteral("pic.png"));
        QFile file(picture);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write("\x89PNG\r\n\x1a\n and more");
        file.close();
        ImportDialog dialog(m->runtime.loader(), m->folder.path(), m->window.get());
        dialog.setAttribute(Qt::WA_DeleteOnClose, false);
        QSignalSpy answered(&dialog, &ImportDialog::previewChanged);
        dialog.setSource(picture);
        QTRY_COMPARE(answered.count(), 1);
        QCOMPARE(dialog.findChild<QLineEdit*>(QStringLiteral("importTarget"))->text(), m->folder.filePath(QStringLiteral("pic")));
        QStringList texts;
        for (const QLabel* label : dialog.findChildren<QLabel*>())
            texts << label->text();
        QVERIFY2(texts.join(u'|').contains(QStringLiteral("pic.png is not a file that can be imported")), qPrintable(texts.join(u'|')));
    }

    void formatsAreKnownByName() {
        for (const auto* name : {"a.npy", "A.NPZ", "x.idx", "train-labels-idx1-ubyte.gz", "t10k-images-idx3-ubyte", "verses.txt", "a.npy.gz"})
            QVERIFY2(isImportable(QLatin1String(name)), name);
        for (const auto* name : {"a.png", "npy", "meta.zr", "a.gz"})
            QVERIFY2(!isImportable(QLatin1String(name)), name);
    }

private:
    std::unique_ptr<WindowFixture> m;
    QString m_file;
};

QTEST_MAIN(TestImportDialog)
#include "tst_import_dialog.moc"
