#include <QImage>
#include <QSignalSpy>
#include <QTest>

#include "widgets/plots/plot_widget.h"
#include "widgets/theme/fonts.h"
#include "widgets/theme/theme.h"

using namespace zrecord::widgets;

namespace {

PlotContent dots(int count) {
    PlotContent content;
    content.x.from = 0;
    content.x.to = count;
    PlotSeries series;
    series.style = PlotStyle::Dots;
    for (int i = 0; i < count; ++i) {
        series.x.push_back(i);
        series.y.push_back(i % 10);
    }
    content.series = {series};
    return content;
}

}  // namespace

class TestPlotWidget : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { loadEmbeddedFonts(); }

    void keysWalkFromPointToPoint() {
        PlotWidget plot;
        plot.setContent(dots(5));
        QSignalSpy activated(&plot, &PlotWidget::activated);
        QTest::keyClick(&plot, Qt::Key_Return);
        QCOMPARE(activated.count(), 0);
        QTest::keyClick(&plot, Qt::Key_Right);
        QCOMPARE(plot.current(), std::optional(PlotWidget::Point{0, 0}));
        for (int i = 0; i < 9; ++i)
            QTest::keyClick(&plot, Qt::Key_Right);
        QCOMPARE(plot.current(), std::optional(PlotWidget::Point{0, 4}));
        QTest::keyClick(&plot, Qt::Key_Left);
        QTest::keyClick(&plot, Qt::Key_Return);
        QCOMPARE(activated.count(), 1);
        QCOMPARE(activated.first()[1].toULongLong(), 3ULL);
    }

    void zoomAndBack() {
        PlotWidget plot;
        plot.setContent(dots(100));
        QSignalSpy changed(&plot, &PlotWidget::viewChanged);
        QCOMPARE(plot.viewFrom(), 0.0);
        QCOMPARE(plot.viewTo(), 100.0);
        QTest::keyClick(&plot, Qt::Key_Plus);
        QVERIFY(plot.isZoomed());
        QCOMPARE(plot.viewTo() - plot.viewFrom(), 80.0);
        // More data leaves the view where it is; other data shows all of itself.
        plot.setContent(dots(200), true);
        QCOMPARE(plot.viewTo() - plot.viewFrom(), 80.0);
        QTest::keyClick(&plot, Qt::Key_0);
        QCOMPARE(plot.viewTo(), 200.0);
        QVERIFY(!plot.isZoomed());
        QCOMPARE(changed.count(), 2);
        plot.zoom(0.5);
        plot.setContent(dots(10));
        QCOMPARE(plot.viewTo(), 10.0);
    }

    void pointerFindsAndChoosesAPoint() {
        PlotWidget plot;
        plot.resize(400, 300);
        PlotContent content = dots(3);
        content.series[0].y = {0, 5, 10};
        content.x.to = 2;
        plot.setContent(content);
        plot.show();
        QVERIFY(QTest::qWaitForWindowExposed(&plot));
        QWidget* surface = plot.findChild<QWidget*>();
        QVERIFY(surface);
        plot.grab();  // lays the axes out
        QSignalSpy activated(&plot, &PlotWidget::activated);
        // The middle point lies in the middle of the axes; look for it along the middle of the surface.
        for (int x = 150; x < 280 && activated.isEmpty(); x += 6)
            for (int y = 80; y < 200 && activated.isEmpty(); y += 6)
                QTest::mouseClick(surface, Qt::LeftButton, {}, QPoint(x, y));
        QCOMPARE(activated.count(), 1);
        QCOMPARE(activated.first()[1].toULongLong(), 1ULL);
    }

    void everyStyleIsDrawnInBothThemes() {
        for (const Theme* theme : {&Theme::lightTheme(), &Theme::darkTheme()}) {
            PlotWidget plot;
            plot.setPalette(theme->makePalette());
            plot.resize(300, 200);
            for (const PlotStyle style : {PlotStyle::Line, PlotStyle::Dots, PlotStyle::Bars, PlotStyle::Bubbles}) {
                PlotContent content = dots(12);
                content.series[0].style = style;
                if (style == PlotStyle::Bubbles) {
                    content.series[0].sizes.assign(12, 12);
                    content.series[0].low.assign(12, 0);
                    content.series[0].high.assign(12, 9);
                    content.series[0].chosen = 3;
                    for (int i = 0; i < 12; ++i)
                        content.series[0].labels << QString::number(i);
                }
                plot.setContent(content);
                QImage picture(300, 200, QImage::Format_RGB32);
                picture.fill(Qt::magenta);
                plot.draw(picture, picture.size());
                QCOMPARE(QColor(picture.pixel(0, 0)), theme->panel);
                bool inked = false;
                for (int y = 0; y < picture.height() && !inked; ++y)
                    for (int x = 0; x < picture.width() && !inked; ++x)
                        inked = QColor(picture.pixel(x, y)).hsvSaturation() > 100;
                QVERIFY(inked);
            }
        }
    }

    void emptyAndSinglePointsAreHarmless() {
        PlotWidget plot;
        plot.setContent({});
        QTest::keyClick(&plot, Qt::Key_Right);
        QVERIFY(!plot.current());
        plot.setContent(dots(1));
        QVERIFY(plot.viewTo() > plot.viewFrom());
    }
};

QTEST_MAIN(TestPlotWidget)
#include "tst_plot_widget.moc"
