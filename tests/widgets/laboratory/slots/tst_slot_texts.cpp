#include <QTest>

#include "widgets/laboratory/slots/slot_texts.h"

using namespace zrecord;
using namespace zrecord::widgets;

/// Words and histograms of a map with known figures.
class TestSlotTexts : public QObject {
    Q_OBJECT

private:
    static SlotMap map() {
        SlotMap made;
        made.records = 7;
        made.live = 3'000;
        made.dead = 1'000;
        made.plain = 6'000;
        made.sizes.assign(kSizeBins, 0);
        made.sizes[8] = 4;
        made.sizes[10] = 3;
        made.ratios.assign(kRatioBins, 0);
        made.ratios[4] = 7;
        made.shapes = {{Shape{2, 3}, 5}, {Shape{}, 1}};
        made.otherShapes = 1;
        return made;
    }

private Q_SLOTS:
    void histogramsBeginAtTheFirstBin() {
        const PlotContent sizes = sizePlot(map());
        QCOMPARE(sizes.x.categories.size(), 3);
        QCOMPARE(sizes.series[0].y, (std::vector<double>{4, 0, 3}));
        const PlotContent ratios = ratioHistogram(map());
        QCOMPARE(ratios.x.categories, QStringList{QStringLiteral("1")});
        const PlotContent shapes = shapePlot(map());
        QCOMPARE(shapes.x.categories, (QStringList{QStringLiteral("2×3"), QStringLiteral("scalar"), QStringLiteral("others")}));
        QCOMPARE(shapes.series[0].y, (std::vector<double>{5, 1, 1}));
        SlotMap none;
        none.sizes.assign(kSizeBins, 0);
        QVERIFY(sizePlot(none).isEmpty());
        QVERIFY(shapePlot(none).isEmpty());
    }

    void forecastCountsMarks() {
        SlotMap some = map();
        some.available = 2'000;
        CompactionOutlook outlook{1'000, 2'500, 0};
        const QString text = forecastText(some, outlook);
        QVERIFY2(text.startsWith(QStringLiteral("Compacting now would free 1000 bytes.")) && text.endsWith(QStringLiteral("make room first.")), qPrintable(text));
        some.markedRecords = 2;
        some.available = 9'000;
        outlook = {1'500, 2'500, 4.2};
        const QString marked = forecastText(some, outlook);
        QVERIFY2(marked.startsWith(QStringLiteral("With the 2 marked ones deleted, compacting would free 1.46\u00a0KiB.")) && marked.contains(QStringLiteral("needs 2.44\u00a0KiB")) &&
                     marked.endsWith(QStringLiteral("it takes about 5 s.")),
                 qPrintable(marked));
        QVERIFY(forecastText(some, {}).contains(QStringLiteral("free nothing")));
    }

    void rowsAndCommand() {
        const auto rows = spaceRows(map());
        QCOMPARE(rows[0].value, QStringLiteral("7"));
        QVERIFY(rows[2].value.endsWith(QStringLiteral("25.0\u00a0%")) || rows[2].value.contains(QStringLiteral("25")));
        QCOMPARE(rows[5].value, QStringLiteral("2.000"));
        QCOMPARE(slotCommand(QStringLiteral("/data/my s")), QStringLiteral("zr stats '/data/my s' --slots 2048"));
    }
};

QTEST_APPLESS_MAIN(TestSlotTexts)
#include "tst_slot_texts.moc"
