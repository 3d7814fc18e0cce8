#include <QAction>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "widgets/actions/action_registry.h"
#include "widgets/browse/browse_perspective.h"
#include "widgets/browse/record_table.h"
#include "widgets/browse/record_table_view.h"
#include "widgets/browse/peek_overlay.h"
#include "widgets/support/open_session.h"
#include "widgets/theme/fonts.h"
#include "widgets/viewers/image_viewer.h"
#include "widgets/viewers/record_viewer.h"
#include "workbench/find/record_search.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord::widgets;
using zrecord::workbench::RecordRanges;
namespace stores = zrecord::workbench::test;

class TestBrowsePerspective : public QObject {
    Q_OBJECT

private:
    test::StoreFolder m_folder;
    std::unique_ptr<test::OpenSession> m_open;
    std::unique_ptr<BrowsePerspective> m_browse;
    std::unique_ptr<ActionRegistry> m_actions;

    void show(const std::filesystem::path& path) {
        m_open = std::make_unique<test::OpenSession>(path);
        m_browse = std::make_unique<BrowsePerspective>(m_open->loader());
        m_actions = std::make_unique<ActionRegistry>();
        m_browse->contributeActions(*m_actions);
        m_browse->resize(1000, 640);
        m_browse->setDocument(&m_open->session());
        m_browse->show();
        QVERIFY(QTest::qWaitForWindowActive(m_browse.get()));
        WorkbenchState state;
        state.hasDocument = true;
        state.records = m_open->session().document().recordCount();
        state.selected = 1;
        m_actions->setState(state);
        m_open->settle();
    }

private Q_SLOTS:
    void initTestCase() {
        loadEmbeddedFonts();
        stores::makeImageStore(m_folder.path("images"), {12, 10}, 4000);
        stores::makeByteStore(m_folder.path("labels"), std::vector<int>(3000, 5));
        stores::makeImageStore(m_folder.path("set/image"), {8, 8}, 50);
        stores::makeByteStore(m_folder.path("set/label"), std::vector<int>(50, 3));
    }
    void cleanup() {
        m_browse.reset();
        m_actions.reset();
        m_open.reset();
    }

    void picturesAsGridAndNumbersAsTable() {
        show(m_folder.path("images"));
        QCOMPARE(m_browse->mode(), BrowsePerspective::Mode::Grid);
        QVERIFY(m_browse->grid().isVisible());
        cleanup();
        show(m_folder.path("labels"));
        QCOMPARE(m_browse->mode(), BrowsePerspective::Mode::Table);
        QVERIFY(m_browse->table().isVisible());
    }

    void gridAndTableShareOneSelection() {
        show(m_folder.path("images"));
        m_browse->grid().setFocus();
        m_open->selection().select(30);
        QTest::keyClick(&m_browse->grid(), Qt::Key_Right, Qt::ShiftModifier);
        m_actions->action(QStringLiteral("view.table"))->trigger();
        QCOMPARE(m_browse->mode(), BrowsePerspective::Mode::Table);
        QCOMPARE(m_open->selection().ranges(), RecordRanges(30, 2));
        m_browse->table().setFocus();
        QTest::keyClick(&m_browse->table().table(), Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(m_open->selection().ranges(), RecordRanges(30, 3));
        m_actions->action(QStringLiteral("view.grid"))->trigger();
        QVERIFY(m_browse->grid().tile(32).selected);
        QVERIFY(m_browse->grid().tile(32).current);
    }

    void goToShowsTheRecord() {
        show(m_folder.path("images"));
        m_browse->goToRecord(3999);
        QCOMPARE(m_open->selection().current(), std::optional<std::uint64_t>(3999));
        QVERIFY(m_browse->grid().viewport()->rect().contains(m_browse->grid().tileRect(3999)));
        m_open->settle();
        QCOMPARE(m_browse->viewer().page(), RecordViewer::Page::Record);
        QSignalSpy messages(m_browse.get(), &Perspective::message);
        m_browse->goToRandomRecord();
        QCOMPARE(messages.count(), 1);
    }

    void everyDocumentFindsItsPlaceAgain() {
        show(m_folder.path("images"));
        m_browse->grid().scrollToTop(2000);
        const std::uint64_t top = m_browse->grid().topRecord();
        auto* other = m_open->open(m_folder.path("labels"));
        m_browse->setDocument(other);
        QCOMPARE(m_browse->mode(), BrowsePerspective::Mode::Table);
        m_browse->setDocument(&m_open->session());
        QCOMPARE(m_browse->mode(), BrowsePerspective::Mode::Grid);
        QCOMPARE(m_browse->grid().topRecord(), top);
    }

    void emptyStoreSaysWhatItIs() {
        show(test::goldenStore("accepted/dense-image-raw-emptied"));
        auto* page = m_browse->findChild<QWidget*>(QStringLiteral("emptyStore"));
        QVERIFY(page->isVisible());
        QVERIFY(!m_browse->grid().isVisible());
        const auto* title = m_browse->findChild<QLabel*>(QStringLiteral("emptyTitle"));
        QVERIFY2(title->text().contains(QStringLiteral("(12, 10)")), qPrintable(title->text()));
    }

    void emptyStoreOffersTheWayOn() {
        m_actions = std::make_unique<ActionRegistry>();
        QStringList ran;
        QWidget window;
        const auto add = [&](const char* id, const QString& text, bool checkable) {
            m_actions->add({QLatin1String(id), text, QStringLiteral("Store"), {}, {}, {}, {}, {}, checkable}, &window, [&ran, id](bool) { ran << QLatin1String(id); });
        };
        add("store.editing", QStringLiteral("Editing"), true);
        add("store.append", QStringLiteral("A&ppend…"), false);
        m_open = std::make_unique<test::OpenSession>(test::goldenStore("accepted/dense-image-raw-emptied"));
        m_browse = std::make_unique<BrowsePerspective>(m_open->loader());
        m_browse->contributeActions(*m_actions);
        m_browse->setDocument(&m_open->session());
        m_browse->show();
        auto* editing = m_browse->findChild<QPushButton*>(QStringLiteral("empty.store.editing"));
        auto* append = m_browse->findChild<QPushButton*>(QStringLiteral("empty.store.append"));
        QVERIFY(editing && editing->isVisible() && append && append->isVisible());
        QVERIFY(append->text().contains(QStringLiteral("Append…")));
        append->click();
        QCOMPARE(ran, QStringList{QStringLiteral("store.append")});
        m_actions->action(QStringLiteral("store.editing"))->setChecked(true);
        QVERIFY(!editing->isVisible());
    }

    void tilesFollowTheColoursOfTheViewer() {
        show(m_folder.path("images"));
        QCOMPARE(m_browse->grid().tile(33).image.pixel(0, 0), qRgb(33, 33, 33));
        auto* image = static_cast<ImageViewer*>(m_browse->viewer().view(ViewKind::Image));
        zrecord::workbench::ImageMappingOptions options = image->options();
        options.map = zrecord::workbench::ColorMap::Viridis;
        image->setOptions(options);
        QCoreApplication::processEvents();
        m_open->settle();
        const QRgb viridis = zrecord::workbench::colorTable(zrecord::workbench::ColorMap::Viridis)[33];
        QCOMPARE(m_browse->grid().tile(33).image.pixel(0, 0), viridis);
        // The next document has colours of its own, and the first finds them again.
        auto* other = m_open->open(m_folder.path("set"));
        m_browse->setDocument(other);
        m_open->settle();
        QCOMPARE(image->options().map, zrecord::workbench::ColorMap::Gray);
        m_browse->setDocument(&m_open->session());
        m_open->settle();
        QCOMPARE(image->options().map, zrecord::workbench::ColorMap::Viridis);
        QCOMPARE(m_browse->grid().tile(33).image.pixel(0, 0), viridis);
    }

    void upAndDownChooseTheStream() {
        show(m_folder.path("set"));
        QSignalSpy streams(m_browse.get(), &Perspective::streamChanged);
        m_browse->viewer().focusView();
        QTest::keyClick(m_browse->viewer().view(ViewKind::Image)->focusTarget(), Qt::Key_Down);
        QCOMPARE(streams.count(), 1);
        m_open->settle();
        QCOMPARE(m_browse->viewer().stream(), std::size_t{1});
        QCOMPARE(m_browse->viewer().viewKind(), ViewKind::Values);
        // Who reads a record stream by stream keeps the list as it is.
        QCOMPARE(m_browse->mode(), BrowsePerspective::Mode::Grid);
    }

    void enterGoesIntoTheRecordAndEscapeBack() {
        show(m_folder.path("images"));
        QApplication::setActiveWindow(m_browse.get());
        m_browse->grid().setFocus();
        QTest::keyClick(&m_browse->grid(), Qt::Key_Return);
        QWidget* inside = m_browse->viewer().view(ViewKind::Image)->focusTarget();
        QCOMPARE(QApplication::focusWidget(), inside);
        QTest::keyClick(inside, Qt::Key_Escape);
        QCOMPARE(QApplication::focusWidget(), static_cast<QWidget*>(&m_browse->grid()));
        m_browse->viewer().setFocus();  // as F6 does: the record has the focus, not the frame around it
        QCOMPARE(QApplication::focusWidget(), inside);
    }

    void spacePeeksWhileHeld() {
        show(m_folder.path("images"));
        m_browse->grid().setFocus();
        auto* peek = m_browse->findChild<PeekOverlay*>();
        QTest::keyPress(&m_browse->grid(), Qt::Key_Space);
        QVERIFY(peek->isVisible());
        QCOMPARE(peek->size(), m_browse->size());
        QTest::keyRelease(&m_browse->grid(), Qt::Key_Space);
        QVERIFY(!peek->isVisible());
    }

    void actionsAreDocumentedWithoutConflict() {
        show(m_folder.path("images"));
        QVERIFY2(m_actions->conflicts().isEmpty(), qPrintable(m_actions->conflicts().join(u'\n')));
        for (const auto* menu : {"select", "view", "go"}) {
            const QStringList ids = m_browse->menuActions(QString::fromLatin1(menu));
            QVERIFY(!ids.isEmpty());
            for (const QString& id : ids) {
                const bool isLayout = id.isEmpty() || id == QLatin1String("-") || id.startsWith(u'>') || id == QLatin1String("<");  // separators, submenus
                QVERIFY2(isLayout || m_actions->action(id), qPrintable(id));
            }
        }
        QVERIFY(m_browse->menuActions(QStringLiteral("file")).isEmpty());
        m_actions->action(QStringLiteral("select.all"))->trigger();
        QCOMPARE(m_open->selection().count(), std::uint64_t{4000});
        m_actions->action(QStringLiteral("select.none"))->trigger();
        QCOMPARE(m_open->selection().count(), std::uint64_t{0});
        m_actions->action(QStringLiteral("view.keepRange"))->trigger();
        QVERIFY(static_cast<ImageViewer*>(m_browse->viewer().view(ViewKind::Image))->isRangeKept());
    }

    void removalMovesTheViewsAlong() {
        show(m_folder.path("images"));
        m_open->enableEditing();
        m_open->selection().select(5);
        m_actions->action(QStringLiteral("select.none"))->trigger();
        m_open->session().pending().mark(RecordRanges(5, 1));
        m_open->session().applyPending();
        m_open->settle();
        QCOMPARE(m_open->session().document().recordCount(), std::uint64_t{3999});
        QCOMPARE(m_browse->grid().gridGeometry().count(), std::uint64_t{3999});
        // Swap-last: the last picture is now the sixth.
        QTRY_COMPARE(m_browse->grid().tile(5).state, Tile::State::Ready);
        QCOMPARE(qGray(m_browse->grid().tile(5).image.pixel(0, 0)), 3999 % 256);
    }

    void nothingMatchesIsSaidWithTheWayBack() {
        show(m_folder.path("labels"));
        QVERIFY(m_open->session().search().apply(QStringLiteral("value == 77")));
        m_open->settle();
        auto* page = m_browse->findChild<QWidget*>(QStringLiteral("noMatch"));
        QVERIFY(page->isVisible());
        QVERIFY2(page->findChild<QLabel*>(QStringLiteral("noMatchTitle"))->text().startsWith(QStringLiteral("0 of 3")), qPrintable(page->findChild<QLabel*>(QStringLiteral("noMatchTitle"))->text()));
        page->findChild<QPushButton*>(QStringLiteral("showAll"))->click();
        QVERIFY(!page->isVisible());
        QVERIFY(m_browse->table().isVisible());
    }

    void aSetWithAnEmptyStreamSaysWhichOne() {
        stores::makeImageStore(m_folder.path("half/image"), {8, 8}, 5);
        stores::makeByteStore(m_folder.path("half/label"), {});
        show(m_folder.path("half"));
        auto* page = m_browse->findChild<QWidget*>(QStringLiteral("emptyStore"));
        QVERIFY(page->isVisible());
        QStringList texts;
        for (const QLabel* label : page->findChildren<QLabel*>())
            texts << label->text();
        const QString all = texts.join(u' ');
        QVERIFY2(!all.contains(QStringLiteral("Empty store")), qPrintable(all));
        QVERIFY2(all.contains(QStringLiteral("image: 5 records")) && all.contains(QStringLiteral("label: 0 records")), qPrintable(all));
    }

    void withoutDocumentNothingBreaks() {
        show(m_folder.path("images"));
        m_browse->setDocument(nullptr);
        m_browse->goToRecord(3);
        m_browse->goToRandomRecord();
        QTest::keyClick(&m_browse->grid(), Qt::Key_End);
        QVERIFY(!m_browse->grab().isNull());
    }
};

QTEST_MAIN(TestBrowsePerspective)
#include "tst_browse_perspective.moc"
