#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <memory>
#include <optional>

#include "widgets/common/elided_label.h"
#include "widgets/laboratory/sampler/sampler_perspective.h"
#include "widgets/plots/plot_card.h"
#include "widgets/support/open_session.h"
#include "widgets/theme/fonts.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord;
using namespace zrecord::widgets;
namespace stores = zrecord::workbench::test;

class TestSamplerPerspective : public QObject {
    Q_OBJECT

private:
    test::StoreFolder m_folder;
    std::unique_ptr<test::OpenSession> m_open;
    std::unique_ptr<SamplerPerspective> m_panel;

    QLineEdit& field(const char* name) { return *m_panel->findChild<QLineEdit*>(QLatin1String(name)); }
    QString note() { return m_panel->findChild<ElidedLabel*>(QStringLiteral("samplerOrderNote"))->text(); }
    QString label(const char* name) { return m_panel->findChild<QLabel*>(QLatin1String(name))->text(); }
    PlotWidget& order() { return m_panel->findChild<PlotCard*>(QStringLiteral("samplerOrder"))->plot(); }
    void press(const char* name) { QTest::mouseClick(m_panel->findChild<QPushButton*>(QLatin1String(name)), Qt::LeftButton); }

private Q_SLOTS:
    void initTestCase() {
        loadEmbeddedFonts();
        stores::makeByteStore(m_folder.path("bytes"), std::vector<int>(1'000, 5));
        stores::makeByteStore(m_folder.path("others"), std::vector<int>(300, 5));
    }
    void init() {
        m_open = std::make_unique<test::OpenSession>(m_folder.path("bytes"));
        m_panel = std::make_unique<SamplerPerspective>(m_open->runtime());
        m_panel->resize(900, 640);
        m_panel->setDocument(&m_open->session());
    }
    void cleanup() {
        m_panel.reset();
        m_open.reset();
    }

    void runsByItselfWhenFirstShown() {
        m_open->settle();
        QVERIFY(!m_panel->study().outcome());  // nothing runs for a panel that nobody looks at
        m_panel->show();
        m_open->settle();
        QVERIFY(m_panel->study().outcome().has_value());
        const SamplerReport& report = m_panel->study().outcome()->report;
        QCOMPARE(report.view.sampler.length, std::uint64_t{1'000});
        QCOMPARE(report.view.steps, std::uint64_t{6});  // two cycles of three steps
        QCOMPARE(order().content().series[0].x.size(), report.dots.size());
        QVERIFY(note().contains(QStringLiteral("all are drawn")));
    }

    void theRunBeforeIsCompared() {
        m_panel->show();
        m_open->settle();
        field("samplerBatch").setText(QStringLiteral("10"));
        m_panel->findChild<QComboBox*>(QStringLiteral("samplerCompare"))->setCurrentIndex(5);
        for (int time = 0; time < 2; ++time) {  // run again, the same one is compared
            press("samplerRun");
            m_open->settle();
            const auto& outcome = *m_panel->study().outcome();
            QCOMPARE(outcome.report.view.sampler.batch, std::uint64_t{10});
            QVERIFY(outcome.other.has_value());
            QCOMPARE(outcome.other->view.sampler.batch, std::uint64_t{256});
            QCOMPARE(order().content().series[0].name, QStringLiteral("cyclic, seed 42, batch 256"));
        }
    }

    void fieldsDecide() {
        m_panel->show();
        m_open->settle();
        field("samplerBatch").setText(QStringLiteral("10"));
        field("samplerSteps").setText(QStringLiteral("7"));
        field("samplerSeed").setText(QStringLiteral("5"));
        field("samplerWorld").setText(QStringLiteral("2"));
        field("samplerRank").setText(QStringLiteral("1"));
        m_panel->findChild<QComboBox*>(QStringLiteral("samplerCompare"))->setCurrentIndex(1);
        press("samplerRun");
        QCOMPARE(m_panel->findChild<QPushButton*>(QStringLiteral("samplerRun"))->text(), QStringLiteral("Cancel"));
        m_open->settle();
        const auto& outcome = *m_panel->study().outcome();
        QCOMPARE(outcome.report.batchLength, std::uint64_t{5});
        QCOMPARE(outcome.report.view.steps, std::uint64_t{7});
        QCOMPARE(outcome.report.view.sampler.seed, std::uint64_t{5});
        QCOMPARE(outcome.other->view.sampler.mode, SamplerMode::Sequential);
        QCOMPARE(order().content().series.size(), std::size_t{2});
        QVERIFY(outcome.locality.has_value());
    }

    void aNumberThatIsNoneIsFramedAndNothingRuns() {
        m_panel->show();
        m_open->settle();
        field("samplerBatch").setText(QStringLiteral("many"));
        press("samplerRun");
        QVERIFY(field("samplerBatch").property("invalid").toBool());
        QVERIFY(!m_panel->study().isRunning());
        field("samplerBatch").setText(QStringLiteral("2^4"));
        press("samplerRun");
        m_open->settle();
        QVERIFY(!field("samplerBatch").property("invalid").toBool());
        QCOMPARE(m_panel->study().outcome()->report.batchLength, std::uint64_t{16});
    }

    void lengthOfOnesOwnSaysNothingAboutTheDisk() {
        m_panel->show();
        m_open->settle();
        field("samplerLength").setText(QStringLiteral("2^40"));
        field("samplerSteps").setText(QStringLiteral("3"));
        press("samplerRun");
        m_open->settle();
        QCOMPARE(m_panel->study().outcome()->report.view.sampler.length, UINT64_C(1) << 40);
        QVERIFY(!m_panel->study().outcome()->locality);
    }

    void cancelKeepsTheLastReport() {
        m_panel->show();
        m_open->settle();
        press("samplerRun");
        press("samplerRun");
        m_open->settle();
        QVERIFY(note().contains(QStringLiteral("Cancelled")));
        QVERIFY(m_panel->study().outcome().has_value());
        QCOMPARE(m_panel->findChild<QPushButton*>(QStringLiteral("samplerRun"))->text(), QStringLiteral("Run"));
    }

    void questionsAreAnswered() {
        m_panel->show();
        m_open->settle();
        const SamplerView view = m_panel->study().outcome()->report.view;
        m_panel->goToRecord(471);
        m_open->settle();
        const RecordVisit first = findVisits(view, 471, 1)->front();
        QVERIFY2(label("samplerRecordAnswer").startsWith(QStringLiteral("Step %1, place %2").arg(first.step).arg(first.place)), qPrintable(label("samplerRecordAnswer")));
        press("samplerUnseenAsk");
        m_open->settle();
        QVERIFY2(label("samplerUnseenAnswer").startsWith(QStringLiteral("232 records: ")), qPrintable(label("samplerUnseenAnswer")));
        field("samplerRecord").setText(QStringLiteral("1000"));
        press("samplerRecordAsk");
        QVERIFY(label("samplerRecordAnswer").contains(QStringLiteral("no such record")));
    }

    void aDotLeadsToItsRecord() {
        m_panel->show();
        m_open->settle();
        QTest::keyClick(&order(), Qt::Key_Right);
        QTest::keyClick(&order(), Qt::Key_Right);
        QTest::keyClick(&order(), Qt::Key_Return);
        QCOMPARE(m_open->selection().current(), std::optional(m_panel->study().outcome()->report.dots[1].index));
    }

    void anotherDocumentRunsAnew() {
        m_panel->show();
        m_open->settle();
        auto* other = m_open->open(m_folder.path("others"));
        m_panel->setDocument(other);
        m_open->settle();
        QCOMPARE(m_panel->study().outcome()->report.view.sampler.length, std::uint64_t{300});
        m_panel->setDocument(nullptr);
    }
};

QTEST_MAIN(TestSamplerPerspective)
#include "tst_sampler_perspective.moc"
