#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>
#include <QXmlStreamReader>

#include <limits>

#include "analysis/report_plot.h"
#include "zrecord/laboratory/html_report.h"

using namespace zrecord;

namespace {

HtmlReport sample()
{
    HtmlReport report;
    report.title = "A <title> & \"more\"";
    report.sentences = {"One </script> sentence."};
    report.command = "zr bench 's' --batch 1";
    report.facts = {{"store", "s"}, {"cores", "2"}};
    ReportPlot plot{"Speed", "place", "MiB/s", {"a", "b"}, {}};
    plot.series.push_back({"ways", ReportSeries::Style::Bars, {0, 1}, {0.1, 1e300}, {}, {0.05, 1}, {0.2, 2}});
    plot.series.push_back({"line", ReportSeries::Style::Line, {0, 1}, {1, std::numeric_limits<double>::quiet_NaN()}, {}, {}, {}});
    report.plots.push_back(plot);
    report.tables.push_back({"Lines", {"line", "value"}, {{"map", "1"}, {"pread", "2"}}});
    return report;
}

/// Text outside of style and script is well-formed enough for an XML reader.
bool isWellFormed(const std::string& svg)
{
    QXmlStreamReader reader(QByteArray::fromStdString(svg));
    while (!reader.atEnd())
        reader.readNext();
    return !reader.hasError();
}

}  // namespace

/// The page of a report: numbers come back from its JSON, text cannot break out, and plots are proper SVG.
class TestHtmlReport : public QObject {
    Q_OBJECT

private slots:
    void jsonHoldsEveryNumber();
    void textCannotBreakOut();
    void plotsAreSvg();
    void barsAreWhereTheirNumbersAre();
};

void TestHtmlReport::jsonHoldsEveryNumber()
{
    const QJsonObject object = QJsonDocument::fromJson(QByteArray::fromStdString(reportJson(sample()))).object();
    QCOMPARE(object["title"].toString(), QStringLiteral("A <title> & \"more\""));
    QCOMPARE(object["command"].toString(), QStringLiteral("zr bench 's' --batch 1"));
    QCOMPARE(object["facts"]["cores"].toString(), QStringLiteral("2"));
    const QJsonObject plot = object["plots"][0].toObject();
    QCOMPARE(plot["series"][0]["y"][0].toDouble(), 0.1);
    QCOMPARE(plot["series"][0]["y"][1].toDouble(), 1e300);
    QCOMPARE(plot["series"][0]["low"][0].toDouble(), 0.05);
    QVERIFY(plot["series"][1]["y"][1].isNull());
    QCOMPARE(plot["categories"][1].toString(), QStringLiteral("b"));
    QCOMPARE(object["tables"][0]["rows"][1][0].toString(), QStringLiteral("pread"));
}

void TestHtmlReport::textCannotBreakOut()
{
    const std::string page = htmlPage(sample());
    QVERIFY(page.starts_with("<!DOCTYPE html>"));
    QVERIFY(page.find("<h1>A &lt;title&gt; &amp; &quot;more&quot;</h1>") != std::string::npos);
    QCOMPARE(QByteArray::fromStdString(page).count("</script>"), qsizetype{1});
    QVERIFY(page.find("http") == std::string::npos);  // nothing is fetched
    const std::size_t begin = page.find("id=\"data\">") + 10;
    const QByteArray data = QByteArray::fromStdString(page.substr(begin, page.find("</script>") - begin));
    QVERIFY(QJsonDocument::fromJson(data).isObject());
    QCOMPARE(htmlPage(sample()), page);
}

void TestHtmlReport::plotsAreSvg()
{
    HtmlReport report = sample();
    report.plots[0].title = "<&\">";
    QVERIFY(isWellFormed(plotSvg(report.plots[0])));
    QVERIFY(isWellFormed(plotSvg({})));
    ReportPlot one{"", "", "", {}, {{"dot", ReportSeries::Style::Dots, {5}, {5}, {"name"}, {}, {}}}};
    QVERIFY(isWellFormed(plotSvg(one)));
}

void TestHtmlReport::barsAreWhereTheirNumbersAre()
{
    ReportPlot plot{"", "", "", {"a", "b"}, {{"s", ReportSeries::Style::Bars, {0, 1}, {10, 20}, {}, {}, {}}}};
    QXmlStreamReader reader(QByteArray::fromStdString(plotSvg(plot)));
    std::vector<double> heights;
    std::vector<double> feet;
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == QLatin1String("rect")) {
            heights.push_back(reader.attributes().value(QLatin1String("height")).toDouble());
            feet.push_back(reader.attributes().value(QLatin1String("y")).toDouble() + heights.back());
        }
    QCOMPARE(heights.size(), std::size_t{2});
    QVERIFY(std::abs(heights[1] - 2 * heights[0]) < 0.02);
    QVERIFY(std::abs(feet[0] - feet[1]) < 0.02);
}

QTEST_APPLESS_MAIN(TestHtmlReport)
#include "tst_html_report.moc"
