#include "workbench/document/pending_changes.h"

#include <QSignalSpy>
#include <QTest>
#include <QUndoStack>

#include "workbench/document/index_remap.h"

using namespace zrecord;
using namespace zrecord::workbench;

namespace {

const MarkReason kFilter{MarkReason::Kind::Filter, QStringLiteral("std < 0.01")};

}  // namespace

class PendingChangesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void markAndUndo();
    void firstReasonStays();
    void unmarkRestoresReasonsOnUndo();
    void nothingNewIsNoStep();
    void oneGestureIsOneStep();
    void toggleMarksWhatIsMissing();
    void billionsAreOneRange();
    void remapFollowsTheRecords();
    void clipDropsWhatIsGone();
};

void PendingChangesTest::markAndUndo() {
    PendingChanges changes;
    QSignalSpy changed(&changes, &PendingChanges::changed);
    changes.mark(RecordRanges(3, 4));
    QCOMPARE(changes.count(), std::uint64_t{4});
    QVERIFY(changes.isMarked(6));
    QCOMPARE(changes.recordAt(2), std::uint64_t{5});
    QVERIFY(changes.undoStack()->undoText().contains(QStringLiteral("4 records")));
    changes.undoStack()->undo();
    QVERIFY(changes.isEmpty());
    changes.undoStack()->redo();
    QCOMPARE(changes.count(), std::uint64_t{4});
    QCOMPARE(changed.count(), 3);
}

void PendingChangesTest::firstReasonStays() {
    PendingChanges changes;
    changes.mark(RecordRanges(3, 4), kFilter);
    changes.mark(RecordRanges(0, 10));
    QCOMPARE(changes.count(), std::uint64_t{10});
    QVERIFY(*changes.reasonOf(4) == kFilter);
    QVERIFY(*changes.reasonOf(8) == MarkReason());
    QVERIFY(!changes.reasonOf(10));
    // Only what the second step marked goes with it.
    changes.undoStack()->undo();
    QVERIFY(changes.marked() == RecordRanges(3, 4));
}

void PendingChangesTest::unmarkRestoresReasonsOnUndo() {
    PendingChanges changes;
    changes.mark(RecordRanges(0, 3), kFilter);
    changes.mark(RecordRanges(3, 3));
    changes.unmark(RecordRanges(2, 2));
    QCOMPARE(changes.count(), std::uint64_t{4});
    changes.undoStack()->undo();
    QVERIFY(*changes.reasonOf(2) == kFilter);
    QVERIFY(*changes.reasonOf(3) == MarkReason());
    changes.unmarkAll();
    QVERIFY(changes.groups().empty());
    changes.undoStack()->undo();
    QCOMPARE(changes.groups().size(), std::size_t{2});
}

void PendingChangesTest::nothingNewIsNoStep() {
    PendingChanges changes;
    changes.mark(RecordRanges(0, 3));
    changes.mark(RecordRanges(1, 2), kFilter);
    changes.unmark(RecordRanges(7, 2));
    changes.mark({});
    QCOMPARE(changes.undoStack()->count(), 1);
}

void PendingChangesTest::oneGestureIsOneStep() {
    PendingChanges changes;
    for (std::uint64_t i = 0; i < 5; ++i)
        changes.mark(RecordRanges(i, 1), {}, 77);
    QCOMPARE(changes.undoStack()->count(), 1);
    QVERIFY(changes.undoStack()->undoText().contains(QStringLiteral("5 records")));
    changes.mark(RecordRanges(9, 1), {}, 78);
    changes.mark(RecordRanges(10, 1));
    changes.mark(RecordRanges(11, 1));
    QCOMPARE(changes.undoStack()->count(), 4);
    changes.undoStack()->setIndex(0);
    QVERIFY(changes.isEmpty());
}

void PendingChangesTest::toggleMarksWhatIsMissing() {
    PendingChanges changes;
    changes.mark(RecordRanges(0, 2));
    changes.toggle(RecordRanges(0, 4));
    QCOMPARE(changes.count(), std::uint64_t{4});
    changes.toggle(RecordRanges(1, 2));
    QVERIFY(!changes.isMarked(1));
    QVERIFY(changes.isMarked(3));
}

void PendingChangesTest::billionsAreOneRange() {
    PendingChanges changes;
    changes.mark(RecordRanges(0, (std::uint64_t{1} << 31) + 5));
    changes.unmark(RecordRanges(1000, 1));
    QCOMPARE(changes.marked().ranges().size(), std::size_t{2});
    QCOMPARE(changes.recordAt(1000), std::uint64_t{1001});
}

void PendingChangesTest::remapFollowsTheRecords() {
    PendingChanges changes;
    changes.mark(RecordRanges(9, 1), kFilter);
    changes.mark(RecordRanges(2, 1));
    changes.applyRemap(IndexRemap::plan(RecordRanges(2, 1), 10));
    // 9 has moved to 2; the mark went with it, the other record is gone.
    QVERIFY(changes.marked() == RecordRanges(2, 1));
    QVERIFY(*changes.reasonOf(2) == kFilter);
    // The steps before it stay: they are about the places of then, to which SessionHistory leads back first.
    QCOMPARE(changes.undoStack()->count(), 2);
}

void PendingChangesTest::clipDropsWhatIsGone() {
    PendingChanges changes;
    changes.mark(RecordRanges(3, 5));
    changes.clip(100);
    QVERIFY(changes.undoStack()->canUndo());
    changes.clip(5);
    QVERIFY(changes.marked() == RecordRanges(3, 2));
    QVERIFY(!changes.undoStack()->canUndo());
}

QTEST_GUILESS_MAIN(PendingChangesTest)
#include "tst_pending_changes.moc"
