#include "widgets/docks/facets_dock.h"

#include <QFile>
#include <QLabel>
#include <QListWidget>
#include <QMainWindow>
#include <QPushButton>
#include <QStandardPaths>
#include <QTest>

#include "widgets/find/class_list.h"
#include "widgets/find/histogram_bars.h"
#include "widgets/support/open_session.h"
#include "widgets/theme/fonts.h"
#include "workbench/find/record_search.h"
#include "workbench/selection/record_order.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord::widgets;
using zrecord::workbench::FactHistogram;
namespace stores = zrecord::workbench::test;

class TestFacetsDock : public QObject {
    Q_OBJECT

private:
    test::StoreFolder m_folder;
    std::unique_ptr<test::OpenSession> m_open;
    std::unique_ptr<QMainWindow> m_window;
    FacetsDock* m_dock = nullptr;

    void show(const char* name) {
        m_open = std::make_unique<test::OpenSession>(m_folder.path(name));
        m_window = std::make_unique<QMainWindow>();
        m_dock = new FacetsDock(m_open->loader(), m_window.get());
        m_window->addDockWidget(Qt::LeftDockWidgetArea, m_dock);
        m_window->resize(700, 700);
        m_window->show();
        QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
        m_dock->setDocument(&m_open->session());
    }
    template <typename Widget>
    Widget* facet(const char* name) { return m_dock->findChild<Widget*>(QStringLiteral("facet.") + QLatin1String(name)); }
    /// Runs what waits until the dock shows it.
    template <typename Widget>
    bool waitFor(const char* name) {
        return QTest::qWaitFor([this, name] {
            m_open->settle();
            return facet<Widget>(name) != nullptr;
        }, 5000);
    }

private Q_SLOTS:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        loadEmbeddedFonts();
        // Means 0 … 99, labels 0, 1, 2 in turn.
        stores::makeImageStore(m_folder.path("set/image"), {4, 4}, 100);
        std::vector<int> labels;
        for (int i = 0; i < 100; ++i)
            labels.push_back(i % 3);
        stores::makeByteStore(m_folder.path("set/label"), labels);
        QFile names(QString::fromStdString(m_folder.path("set/label.names.txt").string()));
        QVERIFY(names.open(QIODevice::WriteOnly));
        names.write("Coat\nBag\n");
    }
    void cleanup() {
        m_window.reset();
        m_open.reset();
    }

    void smallStoresAreMeasuredUnasked() {
        show("set");
        QVERIFY(waitFor<HistogramBars>("mean"));
        QCOMPARE(m_open->session().search().covered(), std::uint64_t{100});
        QVERIFY(m_dock->findChild<QLabel*>(QStringLiteral("facetsState"))->text().contains(QStringLiteral("all")));
        QVERIFY(!m_dock->findChild<QPushButton*>(QStringLiteral("measureRecords"))->isVisible());
        auto* classes = facet<ClassList>("label");
        QVERIFY(classes != nullptr);
        QCOMPARE(classes->count(), 3);
        QCOMPARE(classes->item(0)->text(), QStringLiteral("Coat"));
        QCOMPARE(classes->item(2)->text(), QStringLiteral("2"));  // has no name
        QVERIFY(classes->item(0)->toolTip().contains(QStringLiteral("34")));
    }

    void aBarShowsExactlyItsRecords() {
        show("set");
        QVERIFY(waitFor<HistogramBars>("mean"));
        auto* bars = facet<HistogramBars>("mean");
        const FactHistogram histogram = bars->histogram();
        const std::size_t bar = histogram.counts.size() / 2;
        QVERIFY(histogram.counts[bar] > 0);
        QTest::mouseClick(bars, Qt::LeftButton, {}, bars->barRect(bar).center());
        m_open->settle();
        QCOMPARE(m_open->session().order().count(), histogram.counts[bar]);
        QVERIFY2(m_open->session().search().filter().contains(QStringLiteral("<= mean <")), qPrintable(m_open->session().search().filter()));
        // A second click gives it up.
        QTest::mouseClick(bars, Qt::LeftButton, {}, bars->barRect(bar).center());
        m_open->settle();
        QCOMPARE(m_open->session().order().count(), std::uint64_t{100});
    }

    void aDragChoosesSeveralAndKeysDoTheSame() {
        show("set");
        QVERIFY(waitFor<HistogramBars>("mean"));
        auto* bars = facet<HistogramBars>("mean");
        const FactHistogram histogram = bars->histogram();
        const std::uint64_t three = histogram.counts[2] + histogram.counts[3] + histogram.counts[4];
        QTest::mousePress(bars, Qt::LeftButton, {}, bars->barRect(4).center());
        QTest::mouseMove(bars, bars->barRect(2).center());
        QTest::mouseRelease(bars, Qt::LeftButton, {}, bars->barRect(2).center());
        m_open->settle();
        QCOMPARE(m_open->session().order().count(), three);
        bars->setFocus();
        QTest::keyClick(bars, Qt::Key_Escape);
        m_open->settle();
        QCOMPARE(m_open->session().order().count(), std::uint64_t{100});
        QTest::keyClick(bars, Qt::Key_Right, Qt::ShiftModifier);
        QTest::keyClick(bars, Qt::Key_Return);
        m_open->settle();
        QCOMPARE(m_open->session().order().count(), histogram.counts[2] + histogram.counts[3]);
        QVERIFY(bars->accessibleDescription().contains(QStringLiteral("mean")));
    }

    void classesAndBarsTogether() {
        show("set");
        QVERIFY(waitFor<HistogramBars>("mean"));
        auto* classes = facet<ClassList>("label");
        Q_EMIT classes->itemClicked(classes->item(1));
        m_open->settle();
        QCOMPARE(m_open->session().search().filter(), QStringLiteral("label == 1"));
        QCOMPARE(m_open->session().order().count(), std::uint64_t{33});
        Q_EMIT classes->itemClicked(classes->item(2));
        m_open->settle();
        QCOMPARE(m_open->session().search().filter(), QStringLiteral("label in [1, 2]"));
        QCOMPARE(m_open->session().order().count(), std::uint64_t{66});
        // A filter that somebody writes shows in the panel.
        QVERIFY(m_open->session().search().apply(QStringLiteral("label == 0")));
        m_open->settle();
        QCOMPARE(classes->chosen(), QStringList{QStringLiteral("0")});
        Q_EMIT classes->itemClicked(classes->item(0));
        m_open->settle();
        QCOMPARE(m_open->session().order().count(), std::uint64_t{100});
    }

    void hiddenItMeasuresNothing() {
        show("set");
        m_dock->hide();
        m_dock->setDocument(nullptr);
        m_dock->setDocument(&m_open->session());
        QTest::qWait(400);
        m_open->settle();
        QVERIFY(facet<HistogramBars>("mean") == nullptr);
    }
};

QTEST_MAIN(TestFacetsDock)
#include "tst_facets_dock.moc"
