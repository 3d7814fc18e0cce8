#include <QKeyEvent>
#include <QTest>

#include "widgets/browse/record_keys.h"
#include "widgets/support/open_session.h"
#include "workbench/support/sample_stores.h"

using namespace zrecord::widgets;
using zrecord::workbench::RecordRanges;

/// What every key does to selection and current record, on a grid of 7 columns and pages of 4 rows.
class TestRecordKeys : public QObject {
    Q_OBJECT

private:
    test::StoreFolder m_folder;
    std::unique_ptr<test::OpenSession> m_open;

    RecordKeys::Outcome press(Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        const QKeyEvent event(QEvent::KeyPress, key, modifiers);
        return RecordKeys{7, 28}.apply(event, m_open->session());
    }
    std::uint64_t current() { return m_open->selection().current().value_or(~std::uint64_t{0}); }

private Q_SLOTS:
    void initTestCase() {
        zrecord::workbench::test::makeImageStore(m_folder.path("images"), {4, 4}, 60);
    }
    void init() {
        m_open.reset();  // gives the lock back first
        m_open = std::make_unique<test::OpenSession>(m_folder.path("images"));
    }

    void everyKey_data() {
        QTest::addColumn<int>("key");
        QTest::addColumn<int>("modifiers");
        QTest::addColumn<int>("from");
        QTest::addColumn<int>("to");
        const auto row = [](const char* name, Qt::Key key, int from, int to, Qt::KeyboardModifier modifier = Qt::NoModifier) {
            QTest::newRow(name) << static_cast<int>(key) << static_cast<int>(modifier) << from << to;
        };
        row("right", Qt::Key_Right, 6, 7);
        row("right at the end", Qt::Key_Right, 59, 59);
        row("left", Qt::Key_Left, 7, 6);
        row("left at the start", Qt::Key_Left, 0, 0);
        row("ten on", Qt::Key_Right, 6, 16, Qt::ControlModifier);
        row("ten back stops at the start", Qt::Key_Left, 6, 0, Qt::ControlModifier);
        row("down", Qt::Key_Down, 3, 10);
        row("down into the short last row", Qt::Key_Down, 50, 57);
        row("down where the last row is too short", Qt::Key_Down, 55, 59);
        row("down in the last row", Qt::Key_Down, 57, 57);
        row("up", Qt::Key_Up, 10, 3);
        row("up in the first row", Qt::Key_Up, 3, 3);
        row("page down", Qt::Key_PageDown, 3, 31);
        row("page up", Qt::Key_PageUp, 31, 3);
        row("page up keeps the column", Qt::Key_PageUp, 10, 3);
        row("home", Qt::Key_Home, 31, 0);
        row("end", Qt::Key_End, 31, 59);
    }
    void everyKey() {
        QFETCH(int, key);
        QFETCH(int, modifiers);
        QFETCH(int, from);
        QFETCH(int, to);
        m_open->selection().select(static_cast<std::uint64_t>(from));
        QCOMPARE(press(static_cast<Qt::Key>(key), Qt::KeyboardModifiers(modifiers)), RecordKeys::Outcome::Handled);
        QCOMPARE(current(), static_cast<std::uint64_t>(to));
        QCOMPARE(m_open->selection().ranges(), RecordRanges(static_cast<std::uint64_t>(to), 1));
    }

    void shiftExtendsFromTheAnchor() {
        m_open->selection().select(10);
        press(Qt::Key_Down, Qt::ShiftModifier);
        QCOMPARE(m_open->selection().ranges(), RecordRanges(10, 8));
        press(Qt::Key_Right, Qt::ShiftModifier);
        QCOMPARE(m_open->selection().ranges(), RecordRanges(10, 9));
        press(Qt::Key_Home, Qt::ShiftModifier);
        QCOMPARE(m_open->selection().ranges(), RecordRanges(0, 11));
        press(Qt::Key_End, Qt::ShiftModifier);
        QCOMPARE(m_open->selection().ranges(), RecordRanges(10, 50));
    }

    void selectAllAndToggle() {
        QCOMPARE(press(Qt::Key_A), RecordKeys::Outcome::Ignored);
        press(Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(m_open->selection().count(), std::uint64_t{60});
        m_open->selection().setCurrent(5);
        press(Qt::Key_X);
        QCOMPARE(m_open->selection().count(), std::uint64_t{59});
        QVERIFY(!m_open->selection().isSelected(5));
        press(Qt::Key_X);
        QCOMPARE(m_open->selection().count(), std::uint64_t{60});
    }

    void deleteMarksOnlyWhileEditing() {
        m_open->selection().setRanges(RecordRanges(3, 2));
        QCOMPARE(press(Qt::Key_Delete), RecordKeys::Outcome::ReadOnly);
        QVERIFY(m_open->session().pending().isEmpty());
        m_open->enableEditing();
        QVERIFY(m_open->session().document().isEditable());
        m_open->selection().setRanges(RecordRanges(3, 2));
        QCOMPARE(press(Qt::Key_Delete), RecordKeys::Outcome::Handled);
        QCOMPARE(m_open->session().pending().marked(), RecordRanges(3, 2));
        QCOMPARE(press(Qt::Key_Delete), RecordKeys::Outcome::Handled);
        QVERIFY(m_open->session().pending().isEmpty());
    }

    void deleteWithoutSelectionMarksTheCurrentRecord() {
        m_open->enableEditing();
        m_open->selection().select(9);
        m_open->selection().clearSelection();
        press(Qt::Key_Delete);
        QCOMPARE(m_open->session().pending().marked(), RecordRanges(9, 1));
    }

    void otherKeysAreLeftAlone() {
        QCOMPARE(press(Qt::Key_Q), RecordKeys::Outcome::Ignored);
        QCOMPARE(press(Qt::Key_Left, Qt::AltModifier), RecordKeys::Outcome::Ignored);
    }
};

QTEST_MAIN(TestRecordKeys)
#include "tst_record_keys.moc"
