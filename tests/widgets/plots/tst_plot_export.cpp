#include <QFile>
#include <QImage>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>
#include <QXmlStreamReader>

#include <memory>

#include "widgets/plots/plot_export.h"
#include "widgets/plots/plot_widget.h"
#include "widgets/theme/fonts.h"

using namespace zrecord::widgets;

class TestPlotExport : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    std::unique_ptr<PlotWidget> m_plot;

    QByteArray fileOf(const char* name) {
        QFile file(m_folder.filePath(QLatin1String(name)));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

private Q_SLOTS:
    void initTestCase() {
        loadEmbeddedFonts();
        m_plot = std::make_unique<PlotWidget>();
        m_plot->resize(320, 200);
        m_plot->setAccessibleName(QStringLiteral("Coverage"));
        PlotContent content;
        content.x.title = QStringLiteral("steps");
        content.y.title = QStringLiteral("records, \"seen\"");
        PlotSeries series;
        series.name = QStringLiteral("cyclic, seed 42");
        series.x = {0, 1};
        series.y = {0.1, 1099511627775};
        content.series = {series};
        m_plot->setContent(content);
    }

    void csvHoldsAllFigures() {
        const QString expected = QStringLiteral("series,steps,\"records, \"\"seen\"\"\"\r\n\"cyclic, seed 42\",0,0.1\r\n\"cyclic, seed 42\",1,1099511627775\r\n");
        QCOMPARE(plotCsv(*m_plot), expected);
        QCOMPARE(exportPlot(*m_plot, m_folder.filePath(QStringLiteral("plot.csv"))), QString());
        QCOMPARE(fileOf("plot.csv"), expected.toUtf8());
    }

    void pngHasTwiceTheSize() {
        QCOMPARE(exportPlot(*m_plot, m_folder.filePath(QStringLiteral("plot.PNG"))), QString());
        const QImage image(m_folder.filePath(QStringLiteral("plot.PNG")));
        QCOMPARE(image.size(), QSize(640, 400));
        QSet<QRgb> colors;
        for (int y = 0; y < image.height(); ++y)
            for (int x = 0; x < image.width(); ++x)
                colors << image.pixel(x, y);
        QVERIFY(colors.size() > 4);
    }

    void svgIsDrawnWithLinesAndText() {
        QCOMPARE(exportPlot(*m_plot, m_folder.filePath(QStringLiteral("plot.svg"))), QString());
        const QByteArray text = fileOf("plot.svg");
        QXmlStreamReader xml(text);
        int texts = 0;
        int lines = 0;
        while (!xml.atEnd()) {
            xml.readNext();
            if (xml.isStartElement()) {
                texts += xml.name() == u"text" ? 1 : 0;
                lines += xml.name() == u"path" || xml.name() == u"polyline" ? 1 : 0;
            }
        }
        QVERIFY2(!xml.hasError(), qPrintable(xml.errorString()));
        QVERIFY(texts >= 4);  // ticks and titles stay text
        QVERIFY(lines >= 1);
        QVERIFY(text.contains("<title>Coverage</title>"));
    }

    void failuresAreSentences() {
        QVERIFY(exportPlot(*m_plot, m_folder.filePath(QStringLiteral("missing/plot.png"))).contains(QStringLiteral("could not be written")));
        QVERIFY(exportPlot(*m_plot, m_folder.filePath(QStringLiteral("plot.gif"))).contains(QStringLiteral("not as “.gif”")));
    }
};

QTEST_MAIN(TestPlotExport)
#include "tst_plot_export.moc"
