#include <QTest>

#include "widgets/browse/grid_geometry.h"

using zrecord::widgets::GridGeometry;

namespace {
constexpr std::uint64_t kBig = (std::uint64_t{1} << 31) + 5;
}

class TestGridGeometry : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void laysOutColumns() {
        const GridGeometry grid(100, {92, 108}, 8, {708, 500});
        QCOMPARE(grid.columns(), 7);
        QCOMPARE(grid.rows(), std::uint64_t{15});
        QCOMPARE(grid.rowHeight(), 116);
        QCOMPARE(grid.contentHeight(), std::uint64_t{15 * 116 + 8});
        QCOMPARE(grid.tileRect(0, 0), QRect(8, 8, 92, 108));
        QCOMPARE(grid.tileRect(8, 0), QRect(108, 124, 92, 108));
        QCOMPARE(grid.rowsPerPage(), std::uint64_t{4});
    }

    void columnsSpreadOverTheWidth() {
        // 708 holds exactly seven with the least gap; 60 pixels more are shared out, without room for an eighth.
        const GridGeometry grid(100, {92, 108}, 8, {768, 500});
        QCOMPARE(grid.columns(), 7);
        QCOMPARE(grid.tileRect(0, 0).left(), 15);
        QCOMPARE(grid.tileRect(6, 0).left(), 15 + 6 * (92 + 15));
        QCOMPARE(grid.tileRect(7, 0).top(), 124);
        for (std::uint64_t record = 0; record < 14; ++record) {
            QCOMPARE(*grid.indexAt(grid.tileRect(record, 0).center(), 0), record);
        }
        // A single column stays at the left edge.
        QCOMPARE(GridGeometry(3, {92, 108}, 8, {180, 500}).tileRect(0, 0).left(), 24);
    }

    void narrowViewportKeepsOneColumn() {
        const GridGeometry grid(3, {92, 108}, 8, {20, 0});
        QCOMPARE(grid.columns(), 1);
        QCOMPARE(grid.rows(), std::uint64_t{3});
        QCOMPARE(grid.visible(0), GridGeometry::Range{});
        QCOMPARE(grid.rowsPerPage(), std::uint64_t{1});
    }

    void emptyHasNothing() {
        const GridGeometry grid(0, {92, 108}, 8, {708, 500});
        QCOMPARE(grid.rows(), std::uint64_t{0});
        QCOMPARE(grid.contentHeight(), std::uint64_t{0});
        QVERIFY(!grid.indexAt({20, 20}, 0));
        QVERIFY(!grid.nearestIndex({20, 20}, 0));
    }

    void hitTestIsTheInverseOfTheRectangle_data() {
        QTest::addColumn<std::uint64_t>("count");
        QTest::addColumn<std::uint64_t>("index");
        QTest::newRow("first") << std::uint64_t{60'000} << std::uint64_t{0};
        QTest::newRow("middle") << std::uint64_t{60'000} << std::uint64_t{4711};
        QTest::newRow("last of 340205976") << std::uint64_t{340'205'976} << std::uint64_t{340'205'975};
        QTest::newRow("last of 2^31+5") << kBig << kBig - 1;
        QTest::newRow("middle of 2^40") << (std::uint64_t{1} << 40) << (std::uint64_t{1} << 39) + 3;
    }
    void hitTestIsTheInverseOfTheRectangle() {
        QFETCH(std::uint64_t, count);
        QFETCH(std::uint64_t, index);
        const GridGeometry grid(count, {92, 108}, 8, {708, 500});
        const std::uint64_t scroll = grid.scrollToShow(index, 0);
        const QRect rect = grid.tileRect(index, scroll);
        QVERIFY(QRect(0, 0, 708, 500).contains(rect));
        QCOMPARE(*grid.indexAt(rect.center(), scroll), index);
        QCOMPARE(*grid.indexAt(rect.topLeft(), scroll), index);
        QCOMPARE(*grid.indexAt(rect.bottomRight(), scroll), index);
        QVERIFY(!grid.indexAt(rect.topLeft() - QPoint(1, 0), scroll));
        const auto visible = grid.visible(scroll);
        QVERIFY(visible.first <= index && index < visible.end);
        QVERIFY(visible.end - visible.first <= 7 * 6);
    }

    void behindTheLastRecordIsNothing() {
        const GridGeometry grid(9, {92, 108}, 8, {708, 500});
        QVERIFY(grid.indexAt({150, 150}, 0));
        QVERIFY(!grid.indexAt({250, 150}, 0));
        QCOMPARE(*grid.nearestIndex({250, 150}, 0), std::uint64_t{8});
        QCOMPARE(*grid.nearestIndex({-50, 4000}, 0), std::uint64_t{7});
    }

    void showingMovesAsLittleAsPossible() {
        const GridGeometry grid(kBig, {92, 108}, 8, {708, 500});
        const std::uint64_t scroll = grid.rowTop(7'000'000);
        QCOMPARE(grid.scrollToShow(7'000'000, scroll), scroll);
        QCOMPARE(grid.scrollToShow(7'000'007, scroll), scroll);
        QCOMPARE(grid.scrollToShow(6'999'993, scroll), scroll - 116);
        QCOMPARE(grid.scrollToShow(7'000'000 + 7 * 4, scroll), scroll + 5 * 116 + 8 - 500);
        QCOMPARE(grid.scrollToShow(0, scroll), std::uint64_t{0});
        QVERIFY(grid.scrollToShow(kBig - 1, scroll) <= grid.contentHeight() - 500);
    }

    void absurdCountsSaturate() {
        const GridGeometry grid(~std::uint64_t{0}, {92, 108}, 8, {708, 500});
        QVERIFY(grid.contentHeight() <= std::uint64_t{1} << 62);
        QVERIFY(grid.rowTop(~std::uint64_t{0}) <= grid.contentHeight());
    }
};

QTEST_APPLESS_MAIN(TestGridGeometry)
#include "tst_grid_geometry.moc"
