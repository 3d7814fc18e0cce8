#include <QElapsedTimer>
#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include "widgets/browse/record_grid_view.h"
#include "widgets/common/record_scroll_bar.h"
#include "widgets/support/huge_stores.h"
#include "widgets/theme/fonts.h"

using namespace zrecord::widgets;
using zrecord::workbench::RecordRanges;
namespace stores = zrecord::workbench::test;

using test::kBeyondInt;

/// Keys and mouse on the grid, asserted on selection and marks; loads run only when the test lets them.
class TestRecordGridView : public QObject {
    Q_OBJECT

private:
    test::StoreFolder m_folder;
    std::unique_ptr<test::OpenSession> m_open;
    std::unique_ptr<RecordGridView> m_grid;

    void show(const std::filesystem::path& path) {
        m_open = std::make_unique<test::OpenSession>(path);
        m_grid = std::make_unique<RecordGridView>(m_open->loader());
        m_grid->resize(720, 500);
        m_grid->setSession(&m_open->session());
        m_grid->show();
        m_grid->setFocus();
        QVERIFY(QTest::qWaitForWindowActive(m_grid.get()));
    }
    std::uint64_t current() { return m_open->selection().current().value_or(~std::uint64_t{0}); }
    void click(std::uint64_t record, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::mouseClick(m_grid->viewport(), Qt::LeftButton, modifiers, m_grid->tileRect(record).center());
    }
    void drag(QPoint to) {
        QMouseEvent move(QEvent::MouseMove, to, m_grid->viewport()->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
        QCoreApplication::sendEvent(m_grid->viewport(), &move);
    }
    bool isVisible(std::uint64_t record) { return m_grid->viewport()->rect().contains(m_grid->tileRect(record)); }

private Q_SLOTS:
    void initTestCase() {
        loadEmbeddedFonts();
        test::makeListStores(m_folder);
        stores::makeImageStore(m_folder.path("images"), {12, 10}, 400);
    }
    void cleanup() {
        m_grid.reset();
        m_open.reset();
    }

    void walksHugeStores_data() { test::addHugeStores(); }
    void walksHugeStores() {
        QFETCH(QString, store);
        QFETCH(qulonglong, count);
        const auto records = static_cast<std::uint64_t>(count);
        QElapsedTimer timer;
        timer.start();
        show(m_folder.path(qPrintable(store)));
        QVERIFY2(timer.elapsed() < 1000, "opening must not records or scan");
        QTest::keyClick(m_grid.get(), Qt::Key_End);
        QCOMPARE(current(), records - 1);
        QVERIFY(isVisible(records - 1));
        QTest::keyClick(m_grid.get(), Qt::Key_Left);
        QCOMPARE(current(), records - 2);
        QTest::keyClick(m_grid.get(), Qt::Key_Up);
        QCOMPARE(current(), records - 2 - static_cast<std::uint64_t>(m_grid->gridGeometry().columns()));
        QTest::keyClick(m_grid.get(), Qt::Key_Home);
        QCOMPARE(current(), std::uint64_t{0});
        QVERIFY(isVisible(0));
        QTest::keyClick(m_grid.get(), Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(current(), std::uint64_t{10});
        const std::uint64_t page = m_grid->gridGeometry().rowsPerPage() * static_cast<std::uint64_t>(m_grid->gridGeometry().columns());
        QTest::keyClick(m_grid.get(), Qt::Key_PageDown);
        QCOMPARE(current(), 10 + page);
        QTest::keyClick(m_grid.get(), Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(m_open->selection().count(), records);
        QCOMPARE(m_open->selection().ranges().ranges().size(), std::size_t{1});
        // Nothing was read for all that.
        QCOMPARE(m_open->session().cache().blockCount(), std::size_t{0});
        timer.restart();
        QVERIFY(!m_grid->grab().isNull());
        QVERIFY2(timer.elapsed() < 500, "a paint costs what is visible");
    }

    void lastRecordIsRight() {
        show(m_folder.path("beyond"));
        QTest::keyClick(m_grid.get(), Qt::Key_End);
        m_open->settle();
        const Tile tile = m_grid->tile(kBeyondInt - 1);
        QCOMPARE(tile.state, Tile::State::Ready);
        QVERIFY2(tile.text.contains(u'9'), qPrintable(tile.text));
        // Its neighbours have no entry: each of them says so, and the last one is unharmed.
        QCOMPARE(m_grid->tile(kBeyondInt - 2).state, Tile::State::Failed);
        QVERIFY(!m_grid->tile(kBeyondInt - 2).text.isEmpty());
    }

    void shiftRangeReachesOverUnloadedRows() {
        show(m_folder.path("beyond"));
        click(3);
        QCOMPARE(m_open->selection().ranges(), RecordRanges(3, 1));
        m_grid->scrollToRecord(1'999'999'999);
        click(1'999'999'999, Qt::ShiftModifier);
        QCOMPARE(m_open->selection().ranges(), RecordRanges(3, 1'999'999'997));
        QCOMPARE(m_open->session().cache().blockCount(), std::size_t{0});
        click(1'999'999'998, Qt::ControlModifier);
        QCOMPARE(m_open->selection().count(), std::uint64_t{1'999'999'996});
    }

    void clicksAndDrags() {
        show(m_folder.path("images"));
        click(2);
        click(4, Qt::ControlModifier);
        QCOMPARE(m_open->selection().count(), std::uint64_t{2});
        QCOMPARE(current(), std::uint64_t{4});
        click(2, Qt::ControlModifier);
        QCOMPARE(m_open->selection().ranges(), RecordRanges(4, 1));
        QTest::mousePress(m_grid->viewport(), Qt::LeftButton, {}, m_grid->tileRect(1).center());
        drag(m_grid->tileRect(9).center());
        QTest::mouseRelease(m_grid->viewport(), Qt::LeftButton, {}, m_grid->tileRect(9).center());
        QCOMPARE(m_open->selection().ranges(), RecordRanges(1, 9));
    }

    void draggingBeyondTheEdgeScrolls() {
        show(m_folder.path("images"));
        QTest::mousePress(m_grid->viewport(), Qt::LeftButton, {}, m_grid->tileRect(0).center());
        const QPoint below(m_grid->tileRect(0).center().x(), m_grid->viewport()->height() + 60);
        drag(below);
        QTRY_VERIFY(m_grid->recordBar().position() > 500);
        QTest::mouseRelease(m_grid->viewport(), Qt::LeftButton, {}, below);
        const std::uint64_t reached = current();
        QVERIFY(reached > 40);
        QCOMPARE(m_open->selection().ranges(), RecordRanges(0, reached + 1));
    }

    void clickBesideTilesChangesNothing() {
        show(m_folder.path("images"));
        click(5);
        QTest::mouseClick(m_grid->viewport(), Qt::LeftButton, {}, QPoint(2, 2));
        QCOMPARE(m_open->selection().ranges(), RecordRanges(5, 1));
    }

    void placeholdersFirstThenClocksThenPictures() {
        show(m_folder.path("images"));
        QCOMPARE(m_grid->tile(0).state, Tile::State::Placeholder);
        QTRY_COMPARE(m_grid->tile(0).state, Tile::State::Loading);
        m_open->settle();
        QCOMPARE(m_grid->tile(0).state, Tile::State::Ready);
        QCOMPARE(m_grid->tile(0).image.size(), QSize(10, 12));
        QCOMPARE(qGray(m_grid->tile(33).image.pixel(0, 0)), 33);
    }

    void marksAreVisibleAndOnlyWhileEditing() {
        show(m_folder.path("images"));
        QSignalSpy messages(m_grid.get(), &RecordGridView::message);
        click(6);
        QTest::keyClick(m_grid.get(), Qt::Key_Delete);
        QVERIFY(!m_grid->tile(6).marked);
        QCOMPARE(messages.count(), 1);
        QVERIFY(messages.first().first().toString().contains(QStringLiteral("read-only")));
        m_open->enableEditing();
        click(6);
        QTest::keyClick(m_grid.get(), Qt::Key_Delete);
        QVERIFY(m_grid->tile(6).marked);
        QVERIFY(!m_grid->tile(7).marked);
        QTest::keyClick(m_grid.get(), Qt::Key_Delete);
        QVERIFY(!m_grid->tile(6).marked);
    }

    void oneBadRecordAmongGoodOnes() {
        show(test::goldenStore("rejected/frame-flipped"));
        QCOMPARE(m_open->session().document().recordCount(), std::uint64_t{10});
        QTRY_VERIFY(m_open->loader().waiting() > 0);
        m_open->settle();
        int failed = 0;
        for (std::uint64_t record = 0; record < 10; ++record) {
            const Tile tile = m_grid->tile(record);
            if (tile.state == Tile::State::Failed) {
                ++failed;
                QVERIFY(!tile.text.isEmpty());
            } else {
                QCOMPARE(tile.state, Tile::State::Ready);
                QVERIFY(!tile.text.isEmpty() || !tile.image.isNull());
            }
        }
        QCOMPARE(failed, 1);
    }

    void labelsOfTheOtherStream() {
        show(m_folder.path("set"));
        QTRY_VERIFY(m_open->loader().waiting() > 0);
        m_open->settle();
        QCOMPARE(m_grid->tile(0).image.size(), QSize(8, 8));
        QVERIFY2(m_grid->tile(0).label.contains(u'3'), qPrintable(m_grid->tile(0).label));
        m_grid->setStream(1);
        QTRY_VERIFY(m_open->loader().waiting() > 0);
        m_open->settle();
        QVERIFY(m_grid->tile(0).image.isNull());
        QVERIFY(m_grid->tile(0).text.contains(u'3'));
    }

    void sizeAndWidthKeepTheTopRecord() {
        show(m_folder.path("beyond"));
        m_grid->scrollToTop(1'500'000'000);
        const std::uint64_t top = m_grid->topRecord();
        QVERIFY(top <= 1'500'000'000 && 1'500'000'000 < top + static_cast<std::uint64_t>(m_grid->gridGeometry().columns()));
        m_grid->setTileSize(RecordGridView::TileSize::Large);
        auto columns = static_cast<std::uint64_t>(m_grid->gridGeometry().columns());
        QVERIFY(m_grid->topRecord() <= top && top < m_grid->topRecord() + columns);
        const std::uint64_t before = m_grid->topRecord();
        m_grid->resize(400, 500);
        columns = static_cast<std::uint64_t>(m_grid->gridGeometry().columns());
        QVERIFY(m_grid->topRecord() <= before && before < m_grid->topRecord() + columns);
    }

    void oneNotchIsOneRow() {
        show(m_folder.path("beyond"));
        QWheelEvent event(QPointF(9, 9), m_grid->viewport()->mapToGlobal(QPointF(9, 9)), QPoint(), QPoint(0, -120), Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(m_grid->viewport(), &event);
        QCOMPARE(m_grid->recordBar().position(), static_cast<std::uint64_t>(m_grid->gridGeometry().rowHeight()));
    }

    void spaceAndEnter() {
        show(m_folder.path("images"));
        QSignalSpy peeks(m_grid.get(), &RecordGridView::peekRequested);
        QSignalSpy activated(m_grid.get(), &RecordGridView::recordActivated);
        click(8);
        QTest::keyPress(m_grid.get(), Qt::Key_Space);
        QCOMPARE(peeks.count(), 1);
        QCOMPARE(peeks.last().first().toBool(), true);
        QTest::keyRelease(m_grid.get(), Qt::Key_Space);
        QCOMPARE(peeks.last().first().toBool(), false);
        QTest::keyClick(m_grid.get(), Qt::Key_Return);
        QCOMPARE(activated.count(), 1);
        QVERIFY(m_grid->accessibleDescription().contains(QStringLiteral("8")));
    }

    void hiddenGridReadsNothing() {
        m_open = std::make_unique<test::OpenSession>(m_folder.path("images"));
        m_grid = std::make_unique<RecordGridView>(m_open->loader());
        m_grid->setSession(&m_open->session());
        QCoreApplication::processEvents();
        QCOMPARE(m_open->loader().waiting(), std::size_t{0});
    }
};

QTEST_MAIN(TestRecordGridView)
#include "tst_record_grid_view.moc"
