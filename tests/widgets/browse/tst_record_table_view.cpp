#include <QHeaderView>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

#include "widgets/browse/record_table.h"
#include "widgets/browse/record_table_view.h"
#include "widgets/common/record_scroll_bar.h"
#include "widgets/support/huge_stores.h"
#include "widgets/theme/fonts.h"
#include "workbench/models/record_roles.h"

using namespace zrecord::widgets;
using zrecord::workbench::RecordRanges;
namespace stores = zrecord::workbench::test;

using test::kBeyondInt;

class TestRecordTableView : public QObject {
    Q_OBJECT

private:
    test::StoreFolder m_folder;
    std::unique_ptr<test::OpenSession> m_open;
    std::unique_ptr<RecordTableView> m_view;

    void show(const std::filesystem::path& path) {
        m_open = std::make_unique<test::OpenSession>(path);
        m_view = std::make_unique<RecordTableView>();
        m_view->resize(700, 480);
        m_view->setSession(&m_open->session());
        m_view->show();
        m_view->setFocus();
        QVERIFY(QTest::qWaitForWindowActive(m_view.get()));
    }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QTest::keyClick(&m_view->table(), key, modifiers);
    }
    std::uint64_t current() { return m_open->selection().current().value_or(~std::uint64_t{0}); }
    /// The record that the first visible row really stands for.
    std::uint64_t shownTop() { return m_view->table().recordAt({5, 2}).value_or(~std::uint64_t{0}); }
    /// The same of the last row, which Qt aligns with the lower edge at the very end.
    std::uint64_t shownBottom() {
        return m_view->table().recordAt({5, m_view->table().viewport()->height() - 2}).value_or(~std::uint64_t{0});
    }
    /// The record below the cell that Qt believes to be current.
    std::uint64_t cellRecord() {
        const QModelIndex cell = m_view->table().currentIndex();
        return cell.isValid() ? m_open->session().table().recordAt(cell.row()) : ~std::uint64_t{0};
    }
    void click(std::uint64_t record, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        const int row = *m_open->session().table().rowOf(record);
        const QPoint point(30, m_view->table().rowViewportPosition(row) + 4);
        QTest::mouseClick(m_view->table().viewport(), Qt::LeftButton, modifiers, point);
    }

private Q_SLOTS:
    void initTestCase() {
        loadEmbeddedFonts();
        test::makeListStores(m_folder);
        stores::makeRaggedStore(m_folder.path("ragged"), {1, 2, 3, 4, 5});
    }
    void cleanup() {
        m_view.reset();
        m_open.reset();
    }

    void walksHugeStores_data() { test::addHugeStores(); }
    void walksHugeStores() {
        QFETCH(QString, store);
        QFETCH(qulonglong, count);
        const auto records = static_cast<std::uint64_t>(count);
        show(m_folder.path(qPrintable(store)));
        press(Qt::Key_End);
        QCOMPARE(current(), records - 1);
        QCOMPARE(cellRecord(), records - 1);
        QCOMPARE(m_view->recordBar().position(), m_view->recordBar().maximumPosition());
        QCOMPARE(shownBottom(), records - 1);
        press(Qt::Key_Up);
        QCOMPARE(current(), records - 2);
        press(Qt::Key_PageUp);
        QCOMPARE(current(), records - 2 - m_view->visibleRows());
        press(Qt::Key_Home);
        QCOMPARE(current(), std::uint64_t{0});
        QCOMPARE(shownTop(), std::uint64_t{0});
        press(Qt::Key_Right, Qt::ControlModifier);
        QCOMPARE(current(), std::uint64_t{10});
        press(Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(m_open->selection().count(), records);
        QVERIFY(m_open->session().table().rowCount() <= 65'536);
    }

    void theWindowSlidesBelowTheCurrentCell() {
        show(m_folder.path("beyond"));
        const auto& model = m_open->session().table();
        // Far enough that the window moves away from record 0, then step across a place where it moves again.
        m_view->scrollToTop(1'000'000'000);
        QCOMPARE(shownTop(), std::uint64_t{1'000'000'000});
        click(1'000'000'003);
        QCOMPARE(current(), std::uint64_t{1'000'000'003});
        QCOMPARE(cellRecord(), std::uint64_t{1'000'000'003});
        const int column = m_view->table().currentIndex().column();
        QSignalSpy moves(&model, &zrecord::workbench::RecordTableModel::baseChanged);
        std::uint64_t expected = current();
        while (moves.isEmpty()) {
            press(Qt::Key_PageDown);
            expected += m_view->visibleRows();
            QVERIFY2(expected < 1'000'200'000, "the window never moved");
            if (current() != expected || cellRecord() != expected) {
                QCOMPARE(current(), expected);
                QCOMPARE(cellRecord(), expected);
            }
        }
        for (int i = 0; i < 5; ++i) {
            press(Qt::Key_Down);
            QCOMPARE(cellRecord(), ++expected);
        }
        QCOMPARE(m_view->table().currentIndex().column(), column);
        QCOMPARE(model.headerData(m_view->table().currentIndex().row(), Qt::Vertical).toString().remove(QChar(0x2009)).remove(QChar(0x202f)),
                 QString::number(expected));
    }

    void scrollingAwayKeepsTheCurrentRecord() {
        show(m_folder.path("beyond"));
        click(4);
        m_view->recordBar().setValue(m_view->recordBar().maximum());
        QCOMPARE(shownBottom(), kBeyondInt - 1);
        QCOMPARE(current(), std::uint64_t{4});
        press(Qt::Key_Down);
        QCOMPARE(current(), std::uint64_t{5});
        QCOMPARE(cellRecord(), std::uint64_t{5});
        QVERIFY(shownTop() <= 5);
    }

    void wheelMovesByWholeRows() {
        show(m_folder.path("beyond"));
        m_view->scrollToTop(1'999'999'999);
        QWheelEvent event(QPointF(9, 9), m_view->mapToGlobal(QPointF(9, 9)), QPoint(), QPoint(0, -120), Qt::NoButton,
                          Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(m_view->table().viewport(), &event);
        QCOMPARE(shownTop(), 1'999'999'999 + static_cast<std::uint64_t>(QApplication::wheelScrollLines()));
    }

    void shiftRangeReachesOverUnloadedRows() {
        show(m_folder.path("beyond"));
        click(3);
        m_view->scrollToTop(2'000'000'000);
        click(2'000'000'001, Qt::ShiftModifier);
        QCOMPARE(m_open->selection().ranges(), RecordRanges(3, 1'999'999'999));
        click(2'000'000'000, Qt::ControlModifier);
        QCOMPARE(m_open->selection().count(), std::uint64_t{1'999'999'998});
    }

    void valuesAndFailures() {
        show(m_folder.path("beyond"));
        press(Qt::Key_End);
        QTRY_VERIFY(m_open->loader().waiting() > 0);
        m_open->settle();
        const auto& model = m_open->session().table();
        const int column = model.valueColumn(0);
        const int last = *model.rowOf(kBeyondInt - 1);
        QVERIFY(model.index(last, column).data().toString().contains(u'9'));
        QVERIFY(!model.index(last - 1, column).data(zrecord::workbench::ErrorTextRole).toString().isEmpty());
    }

    void columnsChooseTheStream() {
        show(m_folder.path("set"));
        QSignalSpy chosen(m_view.get(), &RecordTableView::streamChosen);
        press(Qt::Key_Right);
        QTRY_COMPARE(chosen.count(), 1);
        QCOMPARE(chosen.first().first().value<std::size_t>(), std::size_t{1});
        m_view->setStream(0);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(m_open->session().table().columnStream(m_view->table().currentIndex().column()), 0);
    }

    void indexColumnIsTheRowHeader() {
        show(m_folder.path("ragged"));
        const auto& model = m_open->session().table();
        for (int column = 0; column < model.columnCount(); ++column) {
            const bool index = model.columnKind(column) == zrecord::workbench::RecordTableModel::ColumnKind::Index;
            QCOMPARE(m_view->table().isColumnHidden(column), index);
            if (!index) {
                const QString title = model.headerData(column, Qt::Horizontal).toString();
                QVERIFY2(m_view->table().columnWidth(column) > m_view->table().horizontalHeader()->sectionSizeHint(column), qPrintable(title));
            }
        }
        QCOMPARE(model.headerData(4, Qt::Vertical).toString(), QStringLiteral("4"));
    }
};

QTEST_MAIN(TestRecordTableView)
#include "tst_record_table_view.moc"
