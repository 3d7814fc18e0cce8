#include <QAction>
#include <QDir>
#include <QDockWidget>
#include <QSignalSpy>

#include "support/window_fixture.h"
#include "widgets/actions/action_registry.h"
#include "widgets/browse/record_table_view.h"
#include "widgets/common/error_banner.h"
#include "widgets/main_window/center_area.h"
#include "widgets/main_window/perspective.h"
#include "widgets/main_window/session_keeper.h"
#include "workbench/find/record_search.h"

using namespace zrecord;
using namespace zrecord::widgets;

/// The window of yesterday comes back, and the named layouts.
class TestSessionKeeper : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        failOnAnyWarning();
        m = std::make_unique<WindowFixture>();
    }
    void cleanup() { m.reset(); }

    void everythingComesBack() {
        QVERIFY(m->openSample());
        QVERIFY(workbench::makeSampleStore(second(), 100).ok());
        m->window->keeper().begin();
        m->window->controller().open(second());
        QTRY_COMPARE(m->session()->document().path(), second());
        m->documents.setCurrent(m->documents.find(m->samplePath()));
        m->window->setStream(1);
        m->session()->selection().select(42);
        m->session()->selection().setRanges(workbench::RecordRanges(40, 5));
        browse()->setMode(BrowsePerspective::Mode::Table);
        browse()->table().scrollToTop(30);
        m->window->close();  // keeps what is open
        m->documents.closeAll();

        newWindow();
        m->window->keeper().restore();
        QTRY_COMPARE(m->documents.sessions().size(), std::size_t(2));
        QTRY_VERIFY(m->session() != nullptr && m->session()->document().path() == m->samplePath() && m->window->streamOf(m->session()) == 1);
        QTRY_VERIFY(m->documents.find(second()) != nullptr && m->documents.find(second())->document().isOpen());
        QCOMPARE(*m->session()->selection().current(), std::uint64_t(42));
        QVERIFY(m->session()->selection().ranges() == workbench::RecordRanges(40, 5));
        QCOMPARE(browse()->mode(), BrowsePerspective::Mode::Table);
        QVERIFY(!m->session()->document().isEditable());
    }

    void whatIsGoneIsLeftOut() {
        QVERIFY(m->openSample());
        m->window->keeper().begin();
        m->window->close();
        m->documents.closeAll();
        QVERIFY(QDir().rename(m->samplePath(), m->samplePath() + QStringLiteral(".aside")));
        newWindow();
        QSignalSpy said(&m->window->keeper(), &SessionKeeper::message);
        m->window->keeper().restore();
        QCOMPARE(said.count(), 1);
        QVERIFY(said[0][0].toString().contains(m->samplePath()));
        QVERIFY(m->documents.sessions().empty());
        QVERIFY(!m->window->center().banner().isVisible());
    }

    void nothingIsKeptBeforeItBegins() {
        m->settings.setSession("kept");
        QVERIFY(m->openSample());
        m->window->close();
        QCOMPARE(m->settings.session(), QByteArray("kept"));
    }

    void layoutsHaveNames() {
        QVERIFY(m->openSample());
        const auto shown = [this] {
            QStringList names;
            for (const auto* dock : m->window->findChildren<QDockWidget*>())
                if (!dock->isHidden())
                    names << dock->objectName();
            names.sort();
            return names.join(u' ');
        };
        const QString first = shown();
        QCOMPARE(first, QStringLiteral("facetsDock inspectorDock storesDock"));
        m->window->actions().action(QStringLiteral("view.layoutInspect"))->trigger();
        QCOMPARE(shown(), QStringLiteral("inspectorDock"));
        m->window->actions().action(QStringLiteral("view.layoutMeasure"))->trigger();
        QCOMPARE(shown(), QStringLiteral("storesDock"));
        m->window->actions().action(QStringLiteral("view.layoutCurate"))->trigger();
        QCOMPARE(shown(), first);
    }

private:
    [[nodiscard]] QString second() const { return m->folder.filePath(QStringLiteral("second")); }
    BrowsePerspective* browse() { return m->window->findChild<BrowsePerspective*>(); }
    void newWindow() {
        m->window = std::make_unique<MainWindow>(WorkbenchContext{m->documents, m->settings, m->theme});
        m->window->addPerspective(std::make_unique<BrowsePerspective>(m->runtime.loader()));
        m->window->finish();
        m->window->show();
    }

    std::unique_ptr<WindowFixture> m;
};

QTEST_MAIN(TestSessionKeeper)
#include "tst_session_keeper.moc"
