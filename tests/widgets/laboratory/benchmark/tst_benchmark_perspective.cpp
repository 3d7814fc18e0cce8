#include <QComboBox>
#include <QFile>
#include <QJsonArray>
#include <QJsonDocument>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QTest>

#include <memory>

#include "widgets/laboratory/benchmark/benchmark_perspective.h"
#include "widgets/laboratory/benchmark/benchmark_results.h"
#include "widgets/plots/plot_card.h"
#include "widgets/support/open_session.h"
#include "widgets/theme/fonts.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord;
using namespace zrecord::widgets;
namespace stores = zrecord::workbench::test;

/// The benchmark panel: one button measures, runs are kept and laid over each other, and what cannot be compared says so.
class TestBenchmarkPerspective : public QObject {
    Q_OBJECT

private:
    test::StoreFolder m_folder;
    std::unique_ptr<test::OpenSession> m_open;
    std::unique_ptr<BenchmarkPerspective> m_panel;

    QPushButton& button(const char* name) { return *m_panel->findChild<QPushButton*>(QLatin1String(name)); }
    QString label(const char* name) { return m_panel->findChild<QLabel*>(QLatin1String(name))->text(); }
    bool shown(const char* name) { return !m_panel->findChild<QWidget*>(QLatin1String(name))->isHidden(); }
    QListWidget& runs() { return *m_panel->findChild<QListWidget*>(QStringLiteral("benchmarkRuns")); }
    const PlotContent& plot() { return m_panel->findChild<PlotCard*>(QStringLiteral("benchmarkSpeed"))->plot().content(); }
    QString runsFile() { return QString::fromStdString(m_folder.path("runs.json").string()); }
    void measure() {
        QTest::mouseClick(&button("benchmarkRun"), Qt::LeftButton);
        m_open->settle();
    }

private Q_SLOTS:
    void initTestCase() {
        loadEmbeddedFonts();
        stores::makeImageStore(m_folder.path("images"), {6, 5}, 300);
    }
    void init() {
        QFile::remove(runsFile());
        m_open = std::make_unique<test::OpenSession>(m_folder.path("images"));
        m_panel = std::make_unique<BenchmarkPerspective>(m_open->runtime(), runsFile());
        m_panel->resize(1000, 640);
        m_panel->setDocument(&m_open->session());
        m_panel->findChild<QLineEdit*>(QStringLiteral("benchmarkRounds"))->setText(QStringLiteral("2"));
        m_panel->findChild<QLineEdit*>(QStringLiteral("benchmarkBatch"))->setText(QStringLiteral("100"));
        m_panel->show();
    }
    void cleanup() {
        m_panel.reset();
        m_open.reset();
    }

    void oneButtonMeasuresAndJudges() {
        QVERIFY(!button("benchmarkKeep").isEnabled());
        measure();
        const auto& report = m_panel->study().report();
        QVERIFY(report.has_value());
        QCOMPARE(report->options.batch, std::uint64_t{100});
        QCOMPARE(m_panel->findChild<BenchmarkResults*>()->model()->rowCount(), static_cast<int>(report->lines.size()));
        QVERIFY(!label("benchmarkVerdictTitle").isEmpty());
        QVERIFY(label("benchmarkCaption").contains(QStringLiteral("2 rounds by turns")));
        QVERIFY(label("benchmarkCommand").contains(QStringLiteral("--work gather --batch 100 --rounds 2")));
        QCOMPARE(plot().series.size(), std::size_t{2});
    }

    void syntheticDataInPlaceOfTheStream() {
        auto& data = *m_panel->findChild<QComboBox*>(QStringLiteral("benchmarkData"));
        auto& type = *m_panel->findChild<QLineEdit*>(QStringLiteral("benchmarkType"));
        QVERIFY(!type.isVisible());
        data.setCurrentIndex(1);
        QVERIFY(type.isVisible());
        type.setText(QStringLiteral("nonsense"));
        m_panel->run();
        QVERIFY(!m_panel->study().isRunning());
        QVERIFY(type.property("invalid").toBool());
        type.setText(QStringLiteral("int16"));
        m_panel->findChild<QLineEdit*>(QStringLiteral("benchmarkShape"))->setText(QStringLiteral("64,128"));
        m_panel->findChild<QLineEdit*>(QStringLiteral("benchmarkCompressibility"))->setText(QStringLiteral("0.25"));
        m_panel->findChild<QComboBox*>(QStringLiteral("benchmarkCodec"))->setCurrentIndex(0);
        measure();
        const auto& report = m_panel->study().report();
        QVERIFY(report.has_value());
        QCOMPARE(report->store.path.string(), std::string("synthetic <i2 (64, 128), compressibility 0.25, raw"));
        QCOMPARE(report->store.records, std::uint64_t{4'096});
        QCOMPARE(report->bytesPerBatch, std::uint64_t{100 * 16'384});
        QVERIFY2(label("benchmarkCommand").startsWith(QStringLiteral("zr bench --synthetic '<i2' --shape '(64, 128)' --compressibility 0.25 --codec raw --work gather")),
                 qPrintable(label("benchmarkCommand")));
    }

    void keptRunsAreLaidOver() {
        measure();
        QTest::mouseClick(&button("benchmarkKeep"), Qt::LeftButton);
        QCOMPARE(runs().count(), 2);
        runs().setCurrentRow(1);
        QVERIFY(!shown("benchmarkWarning"));
        QCOMPARE(plot().series.size(), std::size_t{3});
        runs().setCurrentRow(0);
        QCOMPARE(plot().series.size(), std::size_t{2});
    }

    void anotherMachineIsNamedAndNeedsAClick() {
        measure();
        QTest::mouseClick(&button("benchmarkKeep"), Qt::LeftButton);
        QFile file(runsFile());
        QVERIFY(file.open(QIODevice::ReadOnly));
        QByteArray text = file.readAll();
        file.close();
        text.replace(benchmarkEnvironment().processor.c_str(), "a faster one");
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.close();
        m_panel = std::make_unique<BenchmarkPerspective>(m_open->runtime(), runsFile());
        m_panel->setDocument(&m_open->session());
        m_panel->findChild<QLineEdit*>(QStringLiteral("benchmarkRounds"))->setText(QStringLiteral("2"));
        m_panel->findChild<QLineEdit*>(QStringLiteral("benchmarkBatch"))->setText(QStringLiteral("100"));
        m_panel->show();
        measure();
        QCOMPARE(runs().count(), 2);
        runs().setCurrentRow(1);
        QVERIFY2(label("benchmarkWarning").contains(QStringLiteral("differ in processor")), qPrintable(label("benchmarkWarning")));
        QCOMPARE(plot().series.size(), std::size_t{2});
        QTest::mouseClick(&button("benchmarkAnyway"), Qt::LeftButton);
        QCOMPARE(plot().series.size(), std::size_t{3});
        QVERIFY(shown("benchmarkWarning"));
    }

    void otherJobsFirst() {
        m_open->runtime().jobs().start(QStringLiteral("another"), {}, [](const OperationContext&) { return Status(); });
        QTest::mouseClick(&button("benchmarkRun"), Qt::LeftButton);
        QVERIFY(m_panel->study().isWaiting());
        QVERIFY(label("benchmarkCaption").contains(QStringLiteral("Waiting for the other jobs")));
        m_open->settle();
        QVERIFY(m_panel->study().report().has_value());
    }

    void cancelAndFailureAreSentences() {
        QTest::mouseClick(&button("benchmarkRun"), Qt::LeftButton);
        QCOMPARE(button("benchmarkRun").text(), QStringLiteral("Cancel"));
        QTest::mouseClick(&button("benchmarkRun"), Qt::LeftButton);
        m_open->settle();
        QVERIFY(label("benchmarkCaption").contains(QStringLiteral("Cancelled")));
        m_panel->findChild<QLineEdit*>(QStringLiteral("benchmarkBatch"))->setText(QStringLiteral("none"));
        m_panel->run();
        QVERIFY(!m_panel->study().isRunning());
        QVERIFY(label("benchmarkCaption").contains(QStringLiteral("framed in red")));
        m_panel->setDocument(nullptr);
        QVERIFY(!m_panel->study().report());
    }
};

QTEST_MAIN(TestBenchmarkPerspective)
#include "tst_benchmark_perspective.moc"
