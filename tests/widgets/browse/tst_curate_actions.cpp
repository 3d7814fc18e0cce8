#include "widgets/browse/curate_actions.h"

#include <QAbstractItemModel>
#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QInputDialog>
#include <QLineEdit>
#include <QListWidget>
#include <QMainWindow>
#include <QPushButton>
#include <QSignalSpy>
#include <QStandardPaths>
#include <QTest>
#include <QUndoStack>

#include "widgets/actions/action_registry.h"
#include "widgets/browse/browse_perspective.h"
#include "widgets/browse/record_table.h"
#include "widgets/browse/record_table_view.h"
#include "widgets/docks/log_dock.h"
#include "widgets/support/open_session.h"
#include "widgets/theme/fonts.h"
#include "workbench/curate/curation_log.h"
#include "workbench/curate/record_tags.h"
#include "workbench/find/record_search.h"
#include "workbench/selection/record_order.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord::widgets;
using zrecord::workbench::RecordRanges;
namespace stores = zrecord::workbench::test;

class TestCurateActions : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<test::StoreFolder> m_folder;
    std::unique_ptr<test::OpenSession> m_open;
    std::unique_ptr<BrowsePerspective> m_browse;
    std::unique_ptr<ActionRegistry> m_actions;

    void run(const char* id) {
        QVERIFY2(m_actions->action(QLatin1String(id)) != nullptr, id);
        m_actions->action(QLatin1String(id))->trigger();
        m_open->settle();
    }
    zrecord::workbench::DocumentSession& session() { return m_open->session(); }
    template <typename Dialog>
    Dialog* dialog() { return m_browse->findChild<Dialog*>(); }

private Q_SLOTS:
    void initTestCase() {
        QStandardPaths::setTestModeEnabled(true);
        loadEmbeddedFonts();
    }
    void init() {
        m_folder = std::make_unique<test::StoreFolder>();
        stores::makeByteStore(m_folder->path("bytes"), {5, 1, 2, 3, 5, 9, 1, 8, 7, 5});
        m_open = std::make_unique<test::OpenSession>(m_folder->path("bytes"));
        m_browse = std::make_unique<BrowsePerspective>(m_open->loader());
        m_actions = std::make_unique<ActionRegistry>();
        m_browse->contributeActions(*m_actions);
        m_browse->resize(1000, 640);
        m_browse->setDocument(&session());
        m_browse->show();
        QVERIFY(QTest::qWaitForWindowActive(m_browse.get()));
        WorkbenchState state;
        state.hasDocument = true;
        state.records = 10;
        state.selected = 1;
        m_actions->setState(state);
        m_open->settle();
    }
    void cleanup() {
        m_browse.reset();
        m_actions.reset();
        m_open.reset();
        m_folder.reset();
    }

    void rangesAreWhatZrTakes() {
        run("select.range");
        dialog<QInputDialog>()->setTextValue(QStringLiteral("2:4 -1 ::5"));
        dialog<QInputDialog>()->accept();
        QCOMPARE(*session().selection().ranges().indices(20), (std::vector<std::uint64_t>{0, 2, 3, 5, 9}));
        QSignalSpy said(m_browse.get(), &Perspective::message);
        run("select.range");
        QTRY_VERIFY(dialog<QInputDialog>() != nullptr);
        const auto all = m_browse->findChildren<QInputDialog*>();
        all.last()->setTextValue(QStringLiteral("10"));
        all.last()->accept();
        QCOMPARE(session().selection().count(), std::uint64_t{5});
        QCOMPARE(said.count(), 1);
        QVERIFY(!said.last().first().toString().isEmpty());
    }

    void randomOnesAreAmongWhatIsShown() {
        QVERIFY(session().search().apply(QStringLiteral("value == 5")));
        m_open->settle();
        run("select.random");
        dialog<QInputDialog>()->setIntValue(2);
        dialog<QInputDialog>()->accept();
        QCOMPARE(session().selection().count(), std::uint64_t{2});
        session().selection().ranges().forEach([](std::uint64_t record) { QVERIFY(record == 0 || record == 4 || record == 9); });
    }

    /// The order is empty before the grid is laid out anew, and what the other views read in between makes it draw.
    void removingAllThatIsShown() {
        m_open->enableEditing();
        run("view.grid");
        QVERIFY(session().search().apply(QStringLiteral("value == 5")));
        m_open->settle();
        QCOMPARE(session().order().count(), std::uint64_t{3});
        session().selection().select(9);
        session().pending().mark(session().order().all());
        int drawn = 0;
        connect(&session().selection(), &zrecord::workbench::RecordSelection::currentChanged, m_browse.get(), [this, &drawn] {
            Q_EMIT session().cache().recordsChanged(0, 0, 10);
            ++drawn;
        });
        QVERIFY(session().applyPending());
        m_open->settle();
        QVERIFY(drawn > 0);
        QCOMPARE(session().order().count(), std::uint64_t{0});
        session().search().clear();
        m_open->settle();
        QCOMPARE(session().order().count(), std::uint64_t{7});
    }

    void duplicatesOfThis() {
        session().selection().select(6);
        run("select.duplicatesOfThis");
        QCOMPARE(session().order().all().count(), std::uint64_t{2});
        QCOMPARE(session().order().recordAt(0), std::uint64_t{1});
        QCOMPARE(session().selection().current(), std::optional<std::uint64_t>(6));
        session().search().clear();
        session().selection().select(5);
        QSignalSpy said(m_browse.get(), &Perspective::message);
        run("select.duplicatesOfThis");
        QVERIFY(said.last().first().toString().startsWith(QStringLiteral("No other record")));
        QCOMPARE(session().order().count(), std::uint64_t{10});
    }

    void digitsPutTagsOn() {
        session().selection().setRanges(RecordRanges(2, 3));
        m_browse->table().setFocus();
        QTest::keyClick(&m_browse->table().table(), Qt::Key_2);
        QCOMPARE(session().tags().tags().size(), std::size_t{2});
        QCOMPARE(session().tags().tags()[1].records, RecordRanges(2, 3));
        QVERIFY(session().tags().tags()[0].records.isEmpty());
        session().pending().undoStack()->undo();
        QVERIFY(session().tags().tags()[1].records.isEmpty());
        QVERIFY(session().search().apply(QStringLiteral("tag == \"tag 2\"")));
        m_open->settle();
        QCOMPARE(session().order().count(), std::uint64_t{0});
    }

    void theBoxNamesTags() {
        session().selection().setRanges(RecordRanges(2, 3));
        run("tag.box");
        auto* field = m_browse->findChild<QLineEdit*>(QStringLiteral("tagField"));
        auto* list = m_browse->findChild<QListWidget*>(QStringLiteral("tagList"));
        QTest::keyClicks(field, QStringLiteral("blurred"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(session().tags().namesOf(3), QStringList{QStringLiteral("blurred")});
        QCOMPARE(list->count(), 1);
        QCOMPARE(list->item(0)->checkState(), Qt::Checked);
        list->item(0)->setText(QStringLiteral("out of focus"));
        QCOMPARE(session().tags().namesOf(3), QStringList{QStringLiteral("out of focus")});
        QVERIFY(session().search().apply(QStringLiteral("tag == \"out of focus\" and value < 4")));
        m_open->settle();
        QCOMPARE(*session().order().all().indices(9), (std::vector<std::uint64_t>{2, 3}));
        Q_EMIT list->itemClicked(list->item(0));
        QVERIFY(!session().tags().isTagged(3));
    }

    void nextUnreviewedPassesWhatWasSeen() {
        for (const std::uint64_t record : std::initializer_list<std::uint64_t>{0, 1, 2, 4, 0})
            session().selection().select(record);
        run("go.nextUnreviewed");
        QCOMPARE(session().selection().current(), std::optional<std::uint64_t>(3));
        run("go.nextUnreviewed");
        QCOMPARE(session().selection().current(), std::optional<std::uint64_t>(5));
        QVERIFY(session().search().apply(QStringLiteral("reviewed")));
        m_open->settle();
        QCOMPARE(*session().order().all().indices(9), (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
    }

    void columnHeadsSort() {
        run("view.factColumns");
        RecordTable& table = m_browse->table().table();
        const int value = session().table().valueColumn(0);
        const auto click = [&](int column, Qt::KeyboardModifiers modifiers) {
            QHeaderView& heads = *table.horizontalHeader();
            QTest::mouseClick(heads.viewport(), Qt::LeftButton, modifiers, {heads.sectionViewportPosition(column) + 10, heads.height() / 2});
            m_open->settle();
        };
        click(value, {});
        QCOMPARE(session().search().sortKeys(), QStringList{QStringLiteral("value")});
        QCOMPARE(session().order().recordAt(0), std::uint64_t{1});
        QCOMPARE(session().order().recordAt(1), std::uint64_t{6});  // equal ones keep their order
        click(value, {});
        QCOMPARE(session().order().recordAt(0), std::uint64_t{5});
        table.setCurrentIndex(session().table().index(0, value));
        run("view.sort");
        QVERIFY(session().search().sortKeys().isEmpty());
        QVERIFY(session().order().isWhole());
    }

    void theLogHasTheCommands() {
        run("select.duplicates");
        QVERIFY(session().search().apply(QStringLiteral("value > 5")));
        m_open->settle();
        auto& log = m_open->documents().log();
        QCOMPARE(log.rowCount(), 2);
        QVERIFY(log.index(0).data(zrecord::workbench::CurationLog::CommandRole).toString().endsWith(QStringLiteral("bytes --duplicates")));
        QVERIFY(log.index(1).data(zrecord::workbench::CurationLog::CommandRole).toString().endsWith(QStringLiteral("bytes 'value > 5'")));
        QMainWindow window;
        LogDock dock(log, &window);
        dock.findChild<QPushButton*>(QStringLiteral("logCopy"))->click();
        const QStringList lines = QGuiApplication::clipboard()->text().split(u'\n');
        QCOMPARE(lines.size(), 2);
        QVERIFY(lines[1].startsWith(QStringLiteral("zr find ")));
        QVERIFY(!dock.grab().isNull());
    }
};

QTEST_MAIN(TestCurateActions)
#include "tst_curate_actions.moc"
