#include "workbench/selection/record_order.h"

#include <QTest>

#include "workbench/document/index_remap.h"

using namespace zrecord::workbench;

class RecordOrderTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void wholeIsIdentity() {
        const RecordOrder order(UINT64_C(1) << 40);
        QVERIFY(order.isWhole());
        QCOMPARE(order.count(), UINT64_C(1) << 40);
        QCOMPARE(order.recordAt(12345678901), UINT64_C(12345678901));
        QCOMPARE(order.rowOf(7), std::optional<std::uint64_t>(7));
        QVERIFY(!order.rowOf(UINT64_C(1) << 40));
        QCOMPARE(order.records(3, 5), RecordRanges(3, 3));
        QCOMPARE(order.all().count(), UINT64_C(1) << 40);
    }
    void rangesInOrder() {
        RecordRanges matches(10, 3);
        matches.add(20, 2);
        matches.add(1'000'000'000'000, 1);
        const RecordOrder order(matches);
        QVERIFY(!order.isWhole());
        QCOMPARE(order.count(), std::uint64_t{6});
        const std::vector<std::uint64_t> expected{10, 11, 12, 20, 21, 1'000'000'000'000};
        for (std::size_t row = 0; row < expected.size(); ++row) {
            QCOMPARE(order.recordAt(row), expected[row]);
            QCOMPARE(order.rowOf(expected[row]), std::optional<std::uint64_t>(row));
        }
        QVERIFY(!order.rowOf(9) && !order.rowOf(13) && !order.rowOf(22));
        QCOMPARE(order.nearestRow(0), std::uint64_t{0});
        QCOMPARE(order.nearestRow(13), std::uint64_t{3});
        QCOMPARE(order.nearestRow(~std::uint64_t{0}), std::uint64_t{5});
        RecordRanges middle(12, 1);
        middle.add(20, 1);
        QCOMPARE(order.records(2, 3), middle);
        QCOMPARE(order.records(4, 99).count(), std::uint64_t{2});
        QCOMPARE(order.all(), matches);
    }
    void sortedList() {
        const RecordOrder order(std::vector<std::uint64_t>{7, 2, 9});
        QCOMPARE(order.recordAt(1), std::uint64_t{2});
        QCOMPARE(order.rowOf(9), std::optional<std::uint64_t>(2));
        QVERIFY(!order.rowOf(3));
        QCOMPARE(order.nearestRow(3), std::uint64_t{0});  // 7 comes next in the store
        QCOMPARE(order.nearestRow(100), std::uint64_t{2});
        RecordRanges two(2, 1);
        two.add(7, 1);
        QCOMPARE(order.records(0, 1), two);
    }
    void nothing() {
        for (const RecordOrder& order : {RecordOrder(), RecordOrder(RecordRanges()), RecordOrder(std::vector<std::uint64_t>())}) {
            QCOMPARE(order.count(), std::uint64_t{0});
            QVERIFY(!order.rowOf(0));
            QVERIFY(order.records(0, 3).isEmpty() && order.all().isEmpty());
        }
    }
    void followsARemoval() {
        // Ten records; 3 and 8 go: 9 takes the place of 3.
        RecordRanges removed(3, 1);
        removed.add(8, 1);
        const IndexRemap remap = IndexRemap::plan(removed, 10);
        RecordRanges matches(2, 2);
        matches.add(9, 1);
        RecordRanges expected(2, 2);  // 2, and what was 9
        QCOMPARE(RecordOrder(matches).remapped(remap).all(), expected);
        const RecordOrder list = RecordOrder(std::vector<std::uint64_t>{9, 8, 2}).remapped(remap);
        QCOMPARE(list.count(), std::uint64_t{2});
        QCOMPARE(list.recordAt(0), std::uint64_t{3});
        QCOMPARE(list.recordAt(1), std::uint64_t{2});
        QCOMPARE(RecordOrder(10).remapped(remap).count(), std::uint64_t{8});
    }
};

QTEST_GUILESS_MAIN(RecordOrderTest)
#include "tst_record_order.moc"
