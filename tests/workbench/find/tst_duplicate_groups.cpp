#include "workbench/find/duplicate_groups.h"

#include <QTest>

#include "workbench/document/index_remap.h"

using namespace zrecord::workbench;

class DuplicateGroupsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void knowsItsMembers() {
        const DuplicateGroups groups({{0, 4, 9}, {2}, {5, 6}});
        QCOMPARE(groups.groups().size(), std::size_t{2});
        QCOMPARE(groups.members(), std::uint64_t{5});
        QCOMPARE(groups.groupOf(9).size(), std::size_t{3});
        QVERIFY(groups.groupOf(2).empty() && groups.groupOf(10).empty());
        QCOMPARE(*groups.redundant().indices(9), (std::vector<std::uint64_t>{4, 6, 9}));
        QCOMPARE(groups.inGroups(), (std::vector<std::uint64_t>{0, 4, 9, 5, 6}));
    }
    void oneStays() {
        const DuplicateGroups groups({{0, 4, 9}, {5, 6}});
        const RecordRanges all(0, 10);
        QCOMPARE(*groups.mustStay(all, {}).indices(9), (std::vector<std::uint64_t>{0, 5}));
        QVERIFY(groups.mustStay(RecordRanges(4, 2), {}).isEmpty());
        RecordRanges gone(0, 1);
        gone.add(9, 1);
        QCOMPARE(groups.mustStay(RecordRanges(4, 1), gone), RecordRanges(4, 1));
        QVERIFY(groups.mustStay(RecordRanges(1, 3), all).isEmpty());
    }
    void followsARemoval() {
        const DuplicateGroups groups({{0, 4, 9}, {5, 6}});
        RecordRanges removed(4, 1);
        removed.add(6, 1);
        // 6 goes first: 9 takes its place; then 4: 8 takes its place.
        const DuplicateGroups after = groups.remapped(IndexRemap::plan(removed, 10));
        QCOMPARE(after.groups(), (DuplicateGroups::Groups{{0, 6}}));
        QVERIFY(after.groupOf(5).empty());
    }
};

QTEST_GUILESS_MAIN(DuplicateGroupsTest)
#include "tst_duplicate_groups.moc"
