#include <QTest>

#include "support/status_checks.h"
#include "zrecord/laboratory/laboratory_reports.h"

using namespace zrecord;
using namespace zrecord::test;

/// The pages hold the figures of the reports that they are made of.
class TestLaboratoryReports : public QObject {
    Q_OBJECT

private slots:
    void sampler();
    void tune();
};

void TestLaboratoryReports::sampler()
{
    SamplerView view;
    view.sampler = {100, 10, SamplerMode::Cyclic, 7};
    view.steps = 20;
    const auto report = reportSampler(view);
    ZR_VERIFY_OK(report);
    const HtmlReport page = samplerPage(*report, std::nullopt, "zr sampler");
    QCOMPARE(page.command, std::string("zr sampler"));
    QCOMPARE(page.plots.size(), std::size_t{4});
    QCOMPARE(page.plots[0].series[0].x.size(), report->dots.size());
    QCOMPARE(page.plots[0].series[0].y[5], static_cast<double>(report->dots[5].index));
    QCOMPARE(page.plots[1].series[0].y.back(), 100.0);  // all seen, in percent
    QCOMPARE(page.facts[0].second, std::string("100 of 100"));
}

void TestLaboratoryReports::tune()
{
    TuneReport report;
    report.results.resize(2);
    report.results[0].candidate = {"zstd 3", Codec::Zstd, 3, 0};
    report.results[0].ratio = 1.5;
    report.results[0].gatherMiBs = {100, 90, 110};
    report.results[1].candidate = {"max", Codec::ZstdDict, 19, 1'048'576};
    report.results[1].status = Status(ErrorCode::TrainingFailed, "too few samples");
    const HtmlReport page = tunePage(report, "s", "");
    QCOMPARE(page.plots[0].series[0].x, std::vector<double>{1.5});
    QCOMPARE(page.plots[0].series[0].low, std::vector<double>{90});
    QCOMPARE(page.tables[0].rows.size(), std::size_t{2});
    QCOMPARE(page.tables[0].rows[1][0], std::string("max: too few samples"));
}

QTEST_APPLESS_MAIN(TestLaboratoryReports)
#include "tst_laboratory_reports.moc"
