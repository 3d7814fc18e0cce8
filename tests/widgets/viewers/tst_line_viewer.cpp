#include <QCheckBox>
#include <QLineEdit>
#include <QTest>

#include <algorithm>
#include <cmath>

#include "record_samples.h"
#include "widgets/plots/plot_card.h"
#include "widgets/viewers/line_viewer.h"

using namespace zrecord;
using namespace zrecord::widgets;
using test::makeRecord;

class TestLineViewer : public QObject {
    Q_OBJECT

private:
    static const PlotContent& shown(LineViewer& viewer) { return viewer.card().plot().content(); }

private Q_SLOTS:
    void aVectorIsOneLine() {
        LineViewer viewer;
        viewer.showRecord(makeRecord<std::int16_t>(">i2", {3}, {0x0100, 0x0200, static_cast<std::int16_t>(0xffff)}), 0, 0);
        QCOMPARE(shown(viewer).series.size(), std::size_t{1});
        QCOMPARE(shown(viewer).series[0].y, (std::vector<double>{1, 2, -1}));
        QCOMPARE(shown(viewer).series[0].x, (std::vector<double>{0, 1, 2}));
    }

    void rowsOfAMatrix() {
        LineViewer viewer;
        std::vector<float> values(60);
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] = static_cast<float>(i);
        }
        const auto record = makeRecord("<f4", {6, 10}, values);
        viewer.showRecord(record, 0, 0);
        QCOMPARE(shown(viewer).series.size(), std::size_t{4});
        viewer.setRows(QStringLiteral("5, 1-2"));
        QCOMPARE(shown(viewer).series.size(), std::size_t{3});
        QCOMPARE(shown(viewer).series[2].y[9], 59.0);
        QVERIFY(shown(viewer).series[0].name.contains(u'1'));
        // The choice belongs to the stream and stays while stepping.
        viewer.showRecord(record, 1, 0);
        QCOMPARE(shown(viewer).series.size(), std::size_t{4});
        viewer.showRecord(record, 0, 1);
        QCOMPARE(shown(viewer).series.size(), std::size_t{3});
    }

    void complexIsTwoLines() {
        LineViewer viewer;
        viewer.showRecord(makeRecord<float>("<c8", {2}, {1, 2, 3, 4}), 0, 0);
        QCOMPARE(shown(viewer).series.size(), std::size_t{2});
        QCOMPARE(shown(viewer).series[0].y, (std::vector<double>{1, 3}));
        QCOMPARE(shown(viewer).series[1].y, (std::vector<double>{2, 4}));
    }

    void longLinesAreReducedAndKeepTheirPeaks() {
        LineViewer viewer;
        viewer.resize(600, 500);
        std::vector<double> values(2'000'000, 0.0);
        values[1'234'567] = 5;
        values[7] = std::nan("");
        viewer.showRecord(makeRecord("<f8", {values.size()}, values), 0, 0);
        QVERIFY(shown(viewer).series[0].x.size() < 10'000);
        double highest = 0;
        for (const double y : shown(viewer).series[0].y) {
            highest = std::isnan(y) ? highest : std::max(highest, y);
        }
        QCOMPARE(highest, 5.0);
        QVERIFY(*shown(viewer).y.to > 5.0);
        QVERIFY(!viewer.grab().isNull());
    }

    void theScaleIsKept() {
        LineViewer viewer;
        viewer.showRecord(makeRecord<float>("<f4", {3}, {0, 50, 100}), 0, 0);
        viewer.findChild<QCheckBox*>(QStringLiteral("keepScale"))->setChecked(true);
        const auto top = shown(viewer).y.to;
        viewer.showRecord(makeRecord<float>("<f4", {3}, {0, 1, 2}), 0, 1);
        QCOMPARE(shown(viewer).y.to, top);
        viewer.findChild<QCheckBox*>(QStringLiteral("keepScale"))->setChecked(false);
        QVERIFY(*shown(viewer).y.to < 3);
    }

    void rowsAsText() {
        using Rows = std::vector<std::uint64_t>;
        QCOMPARE(LineViewer::parseRows(QStringLiteral("3, 1-2, 2"), 10), (Rows{1, 2, 3}));
        QCOMPARE(LineViewer::parseRows(QStringLiteral("9, 10, 11"), 10), (Rows{9}));
        QCOMPARE(LineViewer::parseRows(QStringLiteral("0-99"), 100).size(), LineViewer::kMostRows);
        QCOMPARE(LineViewer::parseRows(QStringLiteral("none"), 3), (Rows{0, 1, 2}));
        QCOMPARE(LineViewer::parseRows({}, 100), (Rows{0, 1, 2, 3}));
    }
};

QTEST_MAIN(TestLineViewer)
#include "tst_line_viewer.moc"
