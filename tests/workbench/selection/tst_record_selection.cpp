#include "workbench/selection/record_selection.h"

#include <QSignalSpy>
#include <QTest>

#include "workbench/document/index_remap.h"

using namespace zrecord;
using namespace zrecord::workbench;
using Gesture = RecordSelection::Gesture;

class RecordSelectionTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void clicksOfAllKinds();
    void movesStopAtTheEnds();
    void shiftOverBillionsIsOneRange();
    void signalsOnlyWhatChanged();
    void followsARemap();
    void removedCurrentGivesWay();
    void shorterStoreClips();
    void emptyStoreSelectsNothing();
};

void RecordSelectionTest::clicksOfAllKinds() {
    RecordSelection selection;
    selection.setRecordCount(100);
    selection.select(10);
    QVERIFY(selection.ranges() == RecordRanges(10, 1));
    selection.select(14, Gesture::Extend);
    QVERIFY(selection.ranges() == RecordRanges(10, 5));
    // The anchor stays: a second Shift+click turns around it.
    selection.select(7, Gesture::Extend);
    QVERIFY(selection.ranges() == RecordRanges(7, 4));
    QCOMPARE(*selection.current(), std::uint64_t{7});
    QCOMPARE(*selection.anchor(), std::uint64_t{10});
    selection.select(50, Gesture::Toggle);
    selection.select(53, Gesture::ExtendAdd);
    RecordRanges expected(7, 4);
    expected.add(50, 4);
    QVERIFY(selection.ranges() == expected);
    selection.select(51, Gesture::Toggle);
    QVERIFY(!selection.isSelected(51));
    selection.select(60, Gesture::MoveCurrent);
    QCOMPARE(*selection.current(), std::uint64_t{60});
    QCOMPARE(*selection.anchor(), std::uint64_t{51});
    selection.invert();
    QCOMPARE(selection.count(), std::uint64_t{100 - 7});
}

void RecordSelectionTest::movesStopAtTheEnds() {
    RecordSelection selection;
    selection.setRecordCount(340'205'976);
    selection.moveBy(5);
    QCOMPARE(*selection.current(), std::uint64_t{0});
    selection.moveBy(-1);
    QCOMPARE(*selection.current(), std::uint64_t{0});
    selection.moveBy(std::numeric_limits<std::int64_t>::max());
    QCOMPARE(*selection.current(), std::uint64_t{340'205'975});
    selection.moveBy(-10, Gesture::Extend);
    QVERIFY(selection.ranges() == RecordRanges(340'205'965, 11));
    selection.moveBy(std::numeric_limits<std::int64_t>::min());
    QCOMPARE(*selection.current(), std::uint64_t{0});
}

void RecordSelectionTest::shiftOverBillionsIsOneRange() {
    constexpr std::uint64_t kRecords = (std::uint64_t{1} << 31) + 5;
    RecordSelection selection;
    selection.setRecordCount(kRecords);
    selection.select(3);
    selection.select(UINT64_MAX, Gesture::Extend);
    QCOMPARE(selection.ranges().ranges().size(), std::size_t{1});
    QCOMPARE(selection.count(), kRecords - 3);
    QCOMPARE(*selection.current(), kRecords - 1);
    selection.selectAll();
    QCOMPARE(selection.count(), kRecords);
}

void RecordSelectionTest::signalsOnlyWhatChanged() {
    RecordSelection selection;
    selection.setRecordCount(10);
    QSignalSpy current(&selection, &RecordSelection::currentChanged);
    QSignalSpy ranges(&selection, &RecordSelection::selectionChanged);
    selection.select(4);
    selection.select(4);
    QCOMPARE(current.count(), 1);
    QCOMPARE(ranges.count(), 1);
    selection.setCurrent(5);
    QCOMPARE(current.count(), 2);
    QCOMPARE(ranges.count(), 1);
    selection.clearSelection();
    QCOMPARE(current.count(), 2);
    QCOMPARE(ranges.count(), 2);
}

void RecordSelectionTest::followsARemap() {
    RecordSelection selection;
    selection.setRecordCount(10);
    selection.select(8);
    selection.select(9, Gesture::Extend);
    selection.select(7, Gesture::Toggle);
    // 7 goes, 9 takes its place.
    selection.applyRemap(IndexRemap::plan(RecordRanges(7, 1), 10));
    QCOMPARE(selection.recordCount(), std::uint64_t{9});
    QVERIFY(selection.isSelected(7));
    QVERIFY(selection.isSelected(8));
    QCOMPARE(selection.count(), std::uint64_t{2});
}

void RecordSelectionTest::removedCurrentGivesWay() {
    RecordSelection selection;
    selection.setRecordCount(10);
    selection.select(2);
    QSignalSpy current(&selection, &RecordSelection::currentChanged);
    selection.applyRemap(IndexRemap::plan(RecordRanges(2, 1), 10));
    QCOMPARE(*selection.current(), std::uint64_t{2});
    QVERIFY(!selection.isSelected(2));
    // Same number, other record: whoever shows it must hear of it.
    QCOMPARE(current.count(), 1);
    selection.select(8);
    selection.applyRemap(IndexRemap::plan(RecordRanges(8, 1), 9));
    QCOMPARE(*selection.current(), std::uint64_t{7});
}

void RecordSelectionTest::shorterStoreClips() {
    RecordSelection selection;
    selection.setRecordCount(10);
    selection.select(3);
    selection.select(9, Gesture::Extend);
    selection.setRecordCount(5);
    QVERIFY(selection.ranges() == RecordRanges(3, 2));
    QCOMPARE(*selection.current(), std::uint64_t{4});
}

void RecordSelectionTest::emptyStoreSelectsNothing() {
    RecordSelection selection;
    selection.select(0);
    selection.moveBy(1);
    selection.selectAll();
    QVERIFY(!selection.current());
    QCOMPARE(selection.count(), std::uint64_t{0});
}

QTEST_GUILESS_MAIN(RecordSelectionTest)
#include "tst_record_selection.moc"
