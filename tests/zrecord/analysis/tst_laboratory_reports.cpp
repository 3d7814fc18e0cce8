#include <QTest>

#include "support/status_checks.h"
#include "support/store_builder.h"
#include "zrecord/benchmark.h"
#include "zrecord/dictionary_tuning.h"
#include "zrecord/laboratory/compaction_outlook.h"
#include "zrecord/laboratory/html_report.h"
#include "zrecord/laboratory/slot_map.h"
#include "zrecord/sampler_report.h"

using namespace zrecord;
using namespace zrecord::test;

/// The pages hold the figures of the reports that they are made of.
class TestLaboratoryReports : public QObject {
    Q_OBJECT

private slots:
    void sampler();
    void tune();
    void benchmark();
    void slots_();
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

void TestLaboratoryReports::benchmark()
{
    BenchmarkReport report;
    report.bytesPerBatch = 1'048'576;
    report.store.codec = Codec::Raw;
    report.lines = {{"map", false, {0.01}}, {"part: read", false, {0.001}, true}, {"limit: memcpy", true, {0.008}}};
    const HtmlReport page = benchmarkPage(report, "zr bench s");
    QCOMPARE(page.sentences[0], std::string("Copying is the limit: 80 % of the speed of a bare copy."));
    QCOMPARE(page.plots[0].categories, (std::vector<std::string>{"map", "limit: memcpy"}));
    QCOMPARE(page.plots[0].series[0].y, std::vector<double>{100});
    QCOMPARE(page.plots[0].series[1].y, std::vector<double>{125});
    QCOMPARE(page.tables.size(), std::size_t{2});
    QCOMPARE(page.tables[1].rows[0], (std::vector<std::string>{"read", "1000.00", "10.0 %"}));
}

void TestLaboratoryReports::slots_()
{
    TemporaryFolder folder;
    auto store = Store::create(folder / "s", denseBytes(10));
    ZR_VERIFY_OK(store->append(patternRecords(0, 10, 10)));
    ZR_VERIFY_OK(store->remove(std::vector<std::uint64_t>{0}));
    SlotMapOptions options;
    options.cells = 10;
    const auto map = mapSlots(*store, options);
    ZR_VERIFY_OK(map);
    const HtmlReport page = slotPage(*map, CompactionRates(), "s", "");
    QCOMPARE(page.plots[0].title, std::string("0.chunk"));
    QCOMPARE(page.plots[0].series[0].y.front(), 0.0);
    QCOMPARE(page.plots[0].series[0].y.back(), 100.0);
    QCOMPARE(page.tables[0].rows, (std::vector<std::vector<std::string>>{{"10", "9"}}));
}

QTEST_APPLESS_MAIN(TestLaboratoryReports)
#include "tst_laboratory_reports.moc"
