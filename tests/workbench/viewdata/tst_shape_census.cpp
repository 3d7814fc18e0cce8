#include "workbench/viewdata/shape_census.h"

#include <QTest>

using namespace zrecord::workbench;
using Shape = std::vector<std::uint64_t>;

class ShapeCensusTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsShapesAndSizes() {
        ShapeCensus census;
        for (const Shape& shape : {Shape{2, 3}, Shape{6}, Shape{6}, Shape{0, 5}, Shape{}, Shape{20}})
            census.add(shape);
        QCOMPARE(census.records(), std::uint64_t{6});
        QCOMPARE(census.elements(), std::uint64_t{6 + 6 + 6 + 0 + 1 + 20});
        QCOMPARE(census.smallest(), std::uint64_t{0});
        QCOMPARE(census.largest(), std::uint64_t{20});
        QCOMPARE(census.differentShapes(), std::optional<std::size_t>(5));
        QCOMPARE(census.mostFrequent(1).front(), (ShapeCensus::CountedShape{Shape{6}, 2}));
        QCOMPARE(census.paddingWaste(), 1 - 39.0 / 120);
    }

    void binsHoldEveryRecord() {
        ShapeCensus census;
        for (std::uint64_t size = 10; size < 110; ++size)
            census.add(Shape{size});
        const auto ten = census.bins(10);
        QCOMPARE(ten.size(), std::size_t{10});
        QCOMPARE(ten[3], (ShapeCensus::Bin{40, 49, 10}));
        census.add(Shape{1'000'000'000});
        std::uint64_t sum = 0;
        for (const auto& bin : census.bins(64))
            sum += bin.records;
        QCOMPARE(sum, census.records());
        QVERIFY(census.bins(64).size() <= 64);
        ShapeCensus one;
        QVERIFY(one.bins(10).empty());
        one.add(Shape{7});
        QCOMPARE(one.bins(10), (std::vector<ShapeCensus::Bin>{{7, 7, 1}}));
    }

    void memoryIsBounded() {
        ShapeCensus census;
        for (std::uint64_t i = 0; i <= ShapeCensus::kMostShapes; ++i)
            census.add(Shape{i + 1, 1});
        QVERIFY(!census.differentShapes());
        QVERIFY(census.mostFrequent(5).empty());
        QCOMPARE(census.largest(), std::uint64_t{ShapeCensus::kMostShapes + 1});
    }
};

QTEST_APPLESS_MAIN(ShapeCensusTest)
#include "tst_shape_census.moc"
