#include <QTest>

#include "widgets/plots/plot_content.h"

using namespace zrecord::widgets;

class TestPlotContent : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbers_data() {
        QTest::addColumn<double>("value");
        QTest::addColumn<QString>("text");
        const QString thin(QChar(0x2009));
        QTest::newRow("zero") << 0.0 << "0";
        QTest::newRow("whole") << 4711.0 << QString(QStringLiteral("4") + thin + QStringLiteral("711"));
        QTest::newRow("negative") << -12.0 << QStringLiteral("−12");
        QTest::newRow("fraction") << 0.25 << "0.25";
        QTest::newRow("four figures") << 3.14159 << "3.142";
        QTest::newRow("large fraction") << 12345.6 << "12346";
        QTest::newRow("ten million") << 12'345'678.0 << "12.3 M";
        QTest::newRow("2^40") << 1'099'511'627'776.0 << "1.1 T";
    }
    void numbers() {
        QFETCH(double, value);
        QFETCH(QString, text);
        QCOMPARE(plotNumberText(value), text);
    }

    void rowsHoldWhatTheSeriesHave() {
        PlotContent content;
        content.x.title = QStringLiteral("ratio");
        content.y.title = QStringLiteral("speed");
        PlotSeries plain;
        plain.name = QStringLiteral("a");
        plain.x = {1.5};
        plain.y = {20'000};
        PlotSeries noisy = plain;
        noisy.name = QStringLiteral("b");
        noisy.low = {19};
        noisy.high = {21};
        noisy.labels = QStringList{QStringLiteral("fast")};
        content.series = {plain, noisy};
        QCOMPARE(content.pointCount(), std::size_t{2});
        QCOMPARE(content.columns(), (QStringList{QStringLiteral("series"), QStringLiteral("ratio"), QStringLiteral("speed"), QStringLiteral("least"), QStringLiteral("most"), QStringLiteral("label")}));
        QCOMPARE(content.row(0, 0, true), (QStringList{QStringLiteral("a"), QStringLiteral("1.5"), QStringLiteral("20000"), {}, {}, {}}));
        QCOMPARE(content.row(1, 0, true), (QStringList{QStringLiteral("b"), QStringLiteral("1.5"), QStringLiteral("20000"), QStringLiteral("19"), QStringLiteral("21"), QStringLiteral("fast")}));
        QVERIFY(PlotContent().isEmpty());
    }

    void categoriesStandForNumbers() {
        PlotContent content;
        content.x.categories = QStringList{QStringLiteral("none"), QStringLiteral("one")};
        PlotSeries series;
        series.x = {1, 2};
        series.y = {7, 8};
        content.series = {series};
        QCOMPARE(content.row(0, 0, true)[1], QStringLiteral("one"));
        QCOMPARE(content.row(0, 1, true)[1], QStringLiteral("2"));
    }
};

QTEST_APPLESS_MAIN(TestPlotContent)
#include "tst_plot_content.moc"
