#include "workbench/document/index_remap.h"

#include <numeric>
#include <random>
#include <vector>

#include <QTest>

using namespace zrecord;
using namespace zrecord::workbench;

namespace {

/// Swap-last as its definition says: one deletion after the other, highest index first.
std::vector<std::uint64_t> naiveRemoval(std::uint64_t count, const RecordRanges& removed) {
    std::vector<std::uint64_t> order(count);
    std::iota(order.begin(), order.end(), 0);
    const std::vector<std::uint64_t> indices = *removed.indices(count);
    for (auto index = indices.rbegin(); index != indices.rend(); ++index) {
        order[*index] = order.back();
        order.pop_back();
    }
    return order;
}

std::vector<std::uint64_t> orderAfter(const IndexRemap& remap) {
    std::vector<std::uint64_t> order;
    for (std::uint64_t i = 0; i < remap.recordsAfter(); ++i)
        order.push_back(remap.origin(i).value());
    return order;
}

}  // namespace

class IndexRemapTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void lastRecordFillsTheSlot();
    void lastRecordItselfIsRemoved();
    void agreesWithTheDefinition();
    void mapsRangesAndKeepsTheRest();
    void touchesOnlyChangedSlots();
    void staysSmallForHugeStores();
    void removesEverything();
    void inverseTakesEverythingBack();
    void restorationIsTheInverseOfTheRemoval();
    void nothingMovesByDefault();
};

void IndexRemapTest::lastRecordFillsTheSlot() {
    const IndexRemap remap = IndexRemap::plan(RecordRanges(7, 1), 10);
    QVERIFY((remap.moves() == std::vector<RecordMove>{{9, 7}}));
    QVERIFY(!remap.map(7));
    QCOMPARE(*remap.map(9), std::uint64_t{7});
    QCOMPARE(*remap.map(8), std::uint64_t{8});
}

void IndexRemapTest::lastRecordItselfIsRemoved() {
    // 0 … 6, 9, 8 after the first step; now the last one and the first one go together.
    RecordRanges removed(8, 1);
    removed.add(0);
    const IndexRemap remap = IndexRemap::plan(removed, 9);
    QVERIFY((remap.moves() == std::vector<RecordMove>{{7, 0}}));
    QVERIFY(!remap.map(8));
    QCOMPARE(*remap.map(7), std::uint64_t{0});
    QCOMPARE(remap.recordsAfter(), std::uint64_t{7});
}

void IndexRemapTest::agreesWithTheDefinition() {
    std::mt19937_64 random(11);
    for (int round = 0; round < 500; ++round) {
        const std::uint64_t count = 1 + random() % 30;
        RecordRanges removed;
        for (std::uint64_t i = random() % (count + 1); i > 0; --i)
            removed.add(random() % count);
        const IndexRemap remap = IndexRemap::plan(removed, count);
        const std::vector<std::uint64_t> order = naiveRemoval(count, removed);
        QCOMPARE(orderAfter(remap), order);
        for (std::uint64_t i = 0; i < order.size(); ++i)
            QCOMPARE(*remap.map(order[i]), i);
        // A set follows record by record.
        RecordRanges chosen;
        for (int i = 0; i < 5; ++i)
            chosen.add(random() % count, random() % 4);
        chosen.clip(count);
        RecordRanges expected;
        for (std::uint64_t i = 0; i < order.size(); ++i) {
            if (chosen.contains(order[i]))
                expected.add(i);
        }
        QVERIFY(remap.map(chosen) == expected);
        for (std::uint64_t first = 0; first < count; ++first) {
            const bool changed = first >= order.size() || order[first] != first;
            QCOMPARE(remap.touches(first, 1), changed);
        }
    }
}

void IndexRemapTest::mapsRangesAndKeepsTheRest() {
    RecordRanges removed(2, 2);
    const IndexRemap remap = IndexRemap::plan(removed, 10);
    RecordRanges chosen(1, 3);
    chosen.add(8);
    RecordRanges expected(1, 1);
    expected.add(*remap.map(8));
    QVERIFY(remap.map(chosen) == expected);
}

void IndexRemapTest::touchesOnlyChangedSlots() {
    const IndexRemap remap = IndexRemap::plan(RecordRanges(500, 1), 10'000);
    QVERIFY(!remap.touches(0, 500));
    QVERIFY(remap.touches(0, 501));
    QVERIFY(!remap.touches(501, 9'498));
    QVERIFY(remap.touches(9'990, 10));
    QVERIFY(!remap.touches(500, 0));
}

void IndexRemapTest::staysSmallForHugeStores() {
    constexpr std::uint64_t kRecords = (std::uint64_t{1} << 31) + 5;
    RecordRanges removed(5, 1);
    removed.add(kRecords - 1);
    const IndexRemap remap = IndexRemap::plan(removed, kRecords);
    QCOMPARE(remap.moves().size(), std::size_t{1});
    QCOMPARE(*remap.map(kRecords - 2), std::uint64_t{5});
    const RecordRanges all = remap.map(RecordRanges(0, kRecords));
    QVERIFY(all == RecordRanges(0, kRecords - 2));
}

void IndexRemapTest::removesEverything() {
    const IndexRemap remap = IndexRemap::plan(RecordRanges(0, 50), 50);
    QVERIFY(remap.moves().empty());
    QCOMPARE(remap.recordsAfter(), std::uint64_t{0});
    QVERIFY(remap.map(RecordRanges(0, 50)).isEmpty());
}

void IndexRemapTest::inverseTakesEverythingBack() {
    std::mt19937_64 random(12);
    for (int round = 0; round < 300; ++round) {
        const std::uint64_t count = 1 + random() % 30;
        RecordRanges removed;
        for (std::uint64_t i = random() % (count + 1); i > 0; --i)
            removed.add(random() % count);
        const IndexRemap remap = IndexRemap::plan(removed, count);
        const IndexRemap back = remap.inverse();
        QCOMPARE(back.recordsBefore(), remap.recordsAfter());
        QCOMPARE(back.recordsAfter(), count);
        QVERIFY(back.restored() == removed);
        const std::vector<std::uint64_t> order = orderAfter(remap);
        RecordRanges some;
        RecordRanges expected;
        for (std::uint64_t now = 0; now < order.size(); ++now) {
            QCOMPARE(*back.map(now), order[now]);
            if (random() % 2 == 0) {
                some.add(now);
                expected.add(order[now]);
            }
        }
        QVERIFY(back.map(some) == expected);
        for (std::uint64_t then = 0; then < count; ++then) {
            const auto origin = back.origin(then);
            QCOMPARE(origin.has_value(), !removed.contains(then));
            QVERIFY(!origin || order[*origin] == then);
            const bool changed = then >= order.size() || order[then] != then;
            QCOMPARE(back.touches(then, 1), changed);
        }
        // Twice is as if nothing had been done.
        QVERIFY(back.inverse().moves() == remap.moves());
        QVERIFY(back.inverse().removed() == remap.removed());
    }
}

/// Records 1 and 4 of five went, and 3 moved to 1.
void IndexRemapTest::restorationIsTheInverseOfTheRemoval() {
    RestorationResult result;
    result.recordsBefore = 3;
    result.restored = {1, 4};
    result.moves = {{1, 3}};
    const IndexRemap back(std::move(result));
    QCOMPARE(back.recordsAfter(), std::uint64_t{5});
    QCOMPARE(*back.map(1), std::uint64_t{3});
    QVERIFY(back.map(RecordRanges(0, 3)) == RecordRanges::fromIndices(std::vector<std::uint64_t>{0, 2, 3}));
    QVERIFY(back.inverse().moves() == IndexRemap::plan(RecordRanges::fromIndices(std::vector<std::uint64_t>{1, 4}), 5).moves());
}

void IndexRemapTest::nothingMovesByDefault() {
    const IndexRemap remap;
    QCOMPARE(*remap.map(12), std::uint64_t{12});
    QVERIFY(!remap.touches(0, 100));
}

QTEST_APPLESS_MAIN(IndexRemapTest)
#include "tst_index_remap.moc"
