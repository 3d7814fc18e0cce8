#include "workbench/viewdata/line_decimation.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <QTest>

using namespace zrecord;
using namespace zrecord::workbench;

class LineDecimationTest : public QObject {
    Q_OBJECT

private:
    static LinePoints decimate(const std::vector<float>& values, const ElementLine& line, std::uint64_t from, std::uint64_t to, std::uint64_t columns) {
        return decimateLine(*ElementReader::create(*DType::parse("<f4")), std::as_bytes(std::span(values)), line, from, to, columns);
    }

private Q_SLOTS:
    void fewPointsAreAllThere() {
        const auto points = decimate({1, 2, std::nanf(""), 4}, {0, 1, 4}, 0, 4, 100);
        QCOMPARE(points.x, (std::vector<double>{0, 1, 2, 3}));
        QCOMPARE(points.y[3], 4.0);
        QVERIFY(std::isnan(points.y[2]));
        QCOMPARE(points.broken, std::uint64_t{1});
    }

    void everyPeakStays() {
        std::vector<float> values(1'000'003, 0.0F);
        values[123'456] = 100;
        values[123'457] = -100;
        values[999'999] = 7;
        const auto points = decimate(values, {0, 1, values.size()}, 0, values.size(), 500);
        QVERIFY(points.x.size() <= 1500);
        const auto valueAt = [&](double x) {
            const auto found = std::find(points.x.begin(), points.x.end(), x);
            return found == points.x.end() ? std::nan("") : points.y[static_cast<std::size_t>(found - points.x.begin())];
        };
        QCOMPARE(valueAt(123'456), 100.0);
        QCOMPARE(valueAt(123'457), -100.0);
        QCOMPARE(valueAt(999'999), 7.0);
        QVERIFY(std::is_sorted(points.x.begin(), points.x.end()));
        QVERIFY(points.x.back() >= 998'000);
    }

    void gapsBreakTheLine() {
        std::vector<float> values(10'000, 1.0F);
        for (std::size_t i = 4'000; i < 5'000; ++i)
            values[i] = std::nanf("");
        const auto points = decimate(values, {0, 1, values.size()}, 0, values.size(), 100);
        QCOMPARE(points.broken, std::uint64_t{1000});
        QVERIFY(std::isnan(points.y[static_cast<std::size_t>(std::find(points.x.begin(), points.x.end(), 4'000.0) - points.x.begin())]));
        QCOMPARE(std::count_if(points.y.begin(), points.y.end(), [](double y) { return std::isnan(y); }), std::ptrdiff_t{10});
    }

    void columnsOfAMatrix() {
        // 3 × 4, its second column, and only part of it.
        const std::vector<float> values{0, 1, 2, 3, 10, 11, 12, 13, 20, 21, 22, 23};
        QCOMPARE(decimate(values, {1, 4, 3}, 0, 3, 50).y, (std::vector<double>{1, 11, 21}));
        QCOMPARE(decimate(values, {1, 4, 3}, 1, 99, 50).x, (std::vector<double>{1, 2}));
        QVERIFY(decimate(values, {1, 4, 3}, 3, 3, 50).x.empty());
        QVERIFY(decimate(values, {1, 4, 0}, 0, 3, 50).x.empty());
    }
};

QTEST_APPLESS_MAIN(LineDecimationTest)
#include "tst_line_decimation.moc"
