#include "workbench/selection/record_ranges.h"

#include <random>
#include <set>

#include <QTest>

using namespace zrecord;
using namespace zrecord::workbench;

class RecordRangesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void joinsTouchingRanges();
    void splitsWhenRemoved();
    void togglesMixedParts();
    void invertsAndClips();
    void holdsBillionsInOneRange();
    void countsAndNumbersMembers();
    void limitsIndices();
    void endOfTheNumberLine();
    void agreesWithASetOnRandomOperations();
};

void RecordRangesTest::joinsTouchingRanges() {
    RecordRanges ranges(3, 2);
    ranges.add(7, 2);
    ranges.add(5, 2);
    QVERIFY((ranges.ranges() == std::vector<RecordRange>{{3, 6}}));
    ranges.add(0);
    ranges.add(4, 1);
    QVERIFY((ranges.ranges() == std::vector<RecordRange>{{0, 1}, {3, 6}}));
    QCOMPARE(ranges.count(), std::uint64_t{7});
    ranges.add(20, 0);
    QCOMPARE(ranges.count(), std::uint64_t{7});
}

void RecordRangesTest::splitsWhenRemoved() {
    RecordRanges ranges(0, 10);
    ranges.remove(4, 2);
    QVERIFY((ranges.ranges() == std::vector<RecordRange>{{0, 4}, {6, 4}}));
    ranges.remove(3, 4);
    QVERIFY((ranges.ranges() == std::vector<RecordRange>{{0, 3}, {7, 3}}));
    QVERIFY(!ranges.contains(3));
    QVERIFY(ranges.contains(7));
    QVERIFY(ranges.intersects(5, 3));
    QVERIFY(!ranges.intersects(3, 4));
    QVERIFY(!ranges.intersects(7, 0));
}

void RecordRangesTest::togglesMixedParts() {
    RecordRanges ranges(2, 3);
    ranges.toggle(0, 4);
    QVERIFY((ranges.ranges() == std::vector<RecordRange>{{0, 2}, {4, 1}}));
    ranges.toggle(4);
    QVERIFY((ranges.ranges() == std::vector<RecordRange>{{0, 2}}));
}

void RecordRangesTest::invertsAndClips() {
    RecordRanges ranges(2, 3);
    ranges.add(9, 5);
    ranges.invert(12);
    QVERIFY((ranges.ranges() == std::vector<RecordRange>{{0, 2}, {5, 4}}));
    ranges.clip(6);
    QVERIFY((ranges.ranges() == std::vector<RecordRange>{{0, 2}, {5, 1}}));
    ranges.invert(0);
    QVERIFY(ranges.isEmpty());
}

void RecordRangesTest::holdsBillionsInOneRange() {
    constexpr std::uint64_t kRecords = (std::uint64_t{1} << 31) + 5;
    RecordRanges ranges(0, kRecords);
    QCOMPARE(ranges.ranges().size(), std::size_t{1});
    ranges.remove(kRecords - 1);
    QCOMPARE(ranges.count(), kRecords - 1);
    QCOMPARE(ranges.nth(kRecords - 2), kRecords - 2);
    ranges.invert(kRecords);
    QVERIFY((ranges.ranges() == std::vector<RecordRange>{{kRecords - 1, 1}}));
}

void RecordRangesTest::countsAndNumbersMembers() {
    RecordRanges ranges(10, 3);
    ranges.add(20, 2);
    const std::vector<std::uint64_t> members{10, 11, 12, 20, 21};
    for (std::size_t k = 0; k < members.size(); ++k) {
        QCOMPARE(ranges.nth(k), members[k]);
        QCOMPARE(ranges.rank(members[k]), std::uint64_t{k});
    }
    QCOMPARE(ranges.rank(15), std::uint64_t{3});
    QCOMPARE(*ranges.indices(5), members);
}

void RecordRangesTest::limitsIndices() {
    const Result<std::vector<std::uint64_t>> indices = RecordRanges(0, 6).indices(5);
    QCOMPARE(indices.code(), ErrorCode::InvalidArgument);
    QVERIFY(indices.status().message().find("6 records") != std::string::npos);
}

void RecordRangesTest::endOfTheNumberLine() {
    RecordRanges ranges(UINT64_MAX - 2, 100);
    QCOMPARE(ranges.count(), std::uint64_t{2});
    QVERIFY(ranges.contains(UINT64_MAX - 1));
    ranges.remove(0, UINT64_MAX);
    QVERIFY(ranges.isEmpty());
}

void RecordRangesTest::agreesWithASetOnRandomOperations() {
    std::mt19937_64 random(7);
    for (int round = 0; round < 200; ++round) {
        RecordRanges ranges;
        std::set<std::uint64_t> expected;
        for (int step = 0; step < 40; ++step) {
            const std::uint64_t first = random() % 60;
            const std::uint64_t count = random() % 9;
            RecordRanges other(random() % 60, random() % 9);
            other.add(random() % 60, random() % 9);
            const auto kind = random() % 6;
            for (std::uint64_t i = 0; i < 200; ++i) {
                const bool inside = i >= first && i < first + count;
                const bool inOther = other.contains(i);
                const bool had = expected.contains(i);
                const bool has = kind == 0   ? had || inside
                                 : kind == 1 ? had && !inside
                                 : kind == 2 ? had != inside
                                 : kind == 3 ? had || inOther
                                 : kind == 4 ? had && !inOther
                                             : had && (inOther || step % 3 != 0);
                has ? static_cast<void>(expected.insert(i)) : static_cast<void>(expected.erase(i));
            }
            if (kind == 0)
                ranges.add(first, count);
            else if (kind == 1)
                ranges.remove(first, count);
            else if (kind == 2)
                ranges.toggle(first, count);
            else if (kind == 3)
                ranges.add(other);
            else if (kind == 4)
                ranges.remove(other);
            else if (step % 3 == 0)
                ranges.intersect(other);
            std::vector<std::uint64_t> members;
            ranges.forEach([&members](std::uint64_t i) { members.push_back(i); });
            QCOMPARE(members, std::vector<std::uint64_t>(expected.begin(), expected.end()));
            QCOMPARE(ranges.count(), std::uint64_t{expected.size()});
            QVERIFY(ranges == RecordRanges::fromIndices(members));
        }
    }
}

QTEST_APPLESS_MAIN(RecordRangesTest)
#include "tst_record_ranges.moc"
