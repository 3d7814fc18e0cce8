#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableView>

#include "support/tab_order.h"
#include "support/window_fixture.h"
#include "widgets/dialogs/review_dialog.h"

using namespace zrecord;
using namespace zrecord::widgets;

class TestReviewDialog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        failOnAnyWarning();
        m = std::make_unique<WindowFixture>();
        QVERIFY(m->openSample());
        QVERIFY(m->enableEditing());
        const std::uint64_t marks[] = {3, 40, 499};
        m->session()->pending().mark(workbench::RecordRanges::fromIndices(marks));
        m_dialog = std::make_unique<ReviewDialog>(*m->session(), m->window.get());
        m_dialog->setAttribute(Qt::WA_DeleteOnClose, false);
        m_dialog->show();
    }
    void cleanup() {
        m_dialog.reset();
        m.reset();
    }

    void listsTheMarksAndCountsThemOnTheButton() {
        QCOMPARE(m_dialog->findChild<QTableView*>(QStringLiteral("reviewTable"))->model()->rowCount(), 3);
        QVERIFY(button("reviewApply")->text().contains(u'3'));
    }

    void unmarksTheChosenRow() {
        auto* table = m_dialog->findChild<QTableView*>(QStringLiteral("reviewTable"));
        table->selectRow(1);
        button("reviewUnmark")->click();
        QVERIFY(!m->session()->pending().isMarked(40));
        QCOMPARE(m->session()->pending().count(), std::uint64_t(2));
        QCOMPARE(table->model()->rowCount(), 2);
    }

    void enterIsTheBlueButton() {
        QSignalSpy requested(m_dialog.get(), &ReviewDialog::applyRequested);
        QTest::keyClick(m_dialog->findChild<QTableView*>(QStringLiteral("reviewTable")), Qt::Key_Return);
        QCOMPARE(requested.count(), 1);
        QCOMPARE(m->session()->pending().count(), std::uint64_t(3));
    }

    void tabGoesAsTheEyeDoes() { QCOMPARE(tabJumps(*m_dialog).join(u';'), QString()); }

    void saysWhetherOthersMove() {
        m->session()->pending().unmarkAll();  // closes the first
        const auto sentences = [this](const workbench::RecordRanges& marks) {
            m->session()->pending().unmarkAll();
            m->session()->pending().mark(marks);
            const ReviewDialog dialog(*m->session(), m->window.get());
            QStringList texts;
            for (const QLabel* label : dialog.findChildren<QLabel*>())
                texts << label->text();
            return texts.join(u' ');
        };
        QVERIFY(sentences(workbench::RecordRanges(0, WindowFixture::kRecords)).contains(QStringLiteral("No other record moves.")));
        QVERIFY(sentences(workbench::RecordRanges(498, 2)).contains(QStringLiteral("No other record moves.")));
        QVERIFY(sentences(workbench::RecordRanges(7, 1)).contains(QStringLiteral("The last record takes the free place")));
    }

    void closesWhenNothingIsLeft() {
        m->session()->pending().unmarkAll();
        QVERIFY(!m_dialog->isVisible());
    }

    void applyOnlyAsksItsCaller() {
        QSignalSpy requested(m_dialog.get(), &ReviewDialog::applyRequested);
        button("reviewApply")->click();
        QCOMPARE(requested.count(), 1);
        QVERIFY(!m_dialog->isVisible());
        QCOMPARE(m->session()->document().recordCount(), WindowFixture::kRecords);
    }

private:
    QPushButton* button(const char* name) { return m_dialog->findChild<QPushButton*>(QLatin1String(name)); }
    std::unique_ptr<WindowFixture> m;
    std::unique_ptr<ReviewDialog> m_dialog;
};

QTEST_MAIN(TestReviewDialog)
#include "tst_review_dialog.moc"
