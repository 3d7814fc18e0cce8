#include "workbench/curate/record_tags.h"

#include <QSignalSpy>
#include <QTest>
#include <QUndoStack>

#include "workbench/document/index_remap.h"

using namespace zrecord::workbench;

class RecordTagsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void togglesLikeMarks() {
        QUndoStack stack;
        RecordTags tags(stack);
        QSignalSpy changed(&tags, &RecordTags::changed);
        QVERIFY(tags.toggle(QStringLiteral(" blurred "), RecordRanges(3, 2)));
        QCOMPARE(tags.tags().size(), std::size_t{1});
        QCOMPARE(tags.tags()[0].name, QStringLiteral("blurred"));
        // Some have it: the others get it. All have it: it goes.
        QVERIFY(tags.toggle(QStringLiteral("blurred"), RecordRanges(0, 5)));
        QCOMPARE(tags.tags()[0].records, RecordRanges(0, 5));
        QVERIFY(tags.toggle(QStringLiteral("blurred"), RecordRanges(1, 1)));
        QVERIFY(!tags.isTagged(1));
        QCOMPARE(tags.namesOf(3), QStringList{QStringLiteral("blurred")});
        QCOMPARE(changed.count(), 3);
        QCOMPARE(stack.count(), 3);
    }

    void undoTakesBackExactlyWhatChanged() {
        QUndoStack stack;
        RecordTags tags(stack);
        tags.toggle(QStringLiteral("a"), RecordRanges(3, 2));
        tags.toggle(QStringLiteral("a"), RecordRanges(0, 10));
        stack.undo();
        QCOMPARE(tags.tags()[0].records, RecordRanges(3, 2));
        stack.undo();
        QVERIFY(tags.tags()[0].records.isEmpty());
        stack.redo();
        stack.redo();
        QCOMPARE(tags.tags()[0].records, RecordRanges(0, 10));
        QVERIFY(stack.undoText().contains(u'a'));
    }

    void refusesWhatIsNoTag() {
        QUndoStack stack;
        RecordTags tags(stack);
        QVERIFY(!tags.toggle(QStringLiteral("  "), RecordRanges(0, 1)));
        for (std::size_t i = 0; i < RecordTags::kMostTags; ++i)
            QVERIFY(tags.toggle(QStringLiteral("t%1").arg(i), RecordRanges(i, 1)));
        QVERIFY(!tags.toggle(QStringLiteral("one too many"), RecordRanges(0, 1)));
        QVERIFY(!tags.rename(0, QStringLiteral("t1")));
        QVERIFY(tags.rename(0, QStringLiteral("first")));
        QCOMPARE(*tags.find(QStringLiteral("first")), std::size_t{0});
        QVERIFY(!tags.find(QStringLiteral("t0")));
    }

    /// Ten records; 3 and 8 go: 9 takes the place of 3.
    void followsARemoval() {
        QUndoStack stack;
        RecordTags tags(stack);
        RecordRanges some(3, 1);
        some.add(9, 1);
        tags.toggle(QStringLiteral("a"), some);
        tags.toggle(QStringLiteral("gone"), RecordRanges(8, 1));
        tags.addReviewed(9);
        RecordRanges removed(3, 1);
        removed.add(8, 1);
        tags.applyRemap(IndexRemap::plan(removed, 10));
        QCOMPARE(tags.tags()[0].records, RecordRanges(3, 1));
        QVERIFY(tags.tags()[1].records.isEmpty());
        QCOMPARE(tags.reviewed(), RecordRanges(3, 1));
    }
};

QTEST_GUILESS_MAIN(RecordTagsTest)
#include "tst_record_tags.moc"
