#include <QTest>

#include <stop_token>

#include "support/status_checks.h"
#include "support/store_builder.h"
#include "zrecord/benchmark.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

BenchmarkOptions quick(std::uint64_t batch, bool random = true)
{
    BenchmarkOptions options;
    options.batch = batch;
    options.random = random;
    options.rounds = 3;
    options.batches = 2;
    return options;
}

std::vector<std::string> namesOf(const BenchmarkReport& report)
{
    std::vector<std::string> names;
    for (const BenchmarkLine& line : report.lines)
        names.push_back(line.name);
    return names;
}

}  // namespace

/// Which lines a store gets, that every line has a figure for each round, and what is refused. No figure is judged.
class TestGatherBenchmark : public QObject {
    Q_OBJECT

private slots:
    void linesOfEachCodec_data();
    void linesOfEachCodec();
    void raggedStores();
    void batchIsCutToTheStore();
    void refusals();
    void canBeStopped();
};

void TestGatherBenchmark::linesOfEachCodec_data()
{
    QTest::addColumn<Codec>("codec");
    QTest::addColumn<std::vector<std::string>>("names");
    using Names = std::vector<std::string>;
    QTest::newRow("raw") << Codec::Raw << Names{"map", "pread", "limit: memcpy", "limit: pread"};
    QTest::newRow("zstd") << Codec::Zstd << Names{"map", "pread", "limit: libzstd"};
    QTest::newRow("zstd_dict") << Codec::ZstdDict << Names{"map", "pread"};
}

void TestGatherBenchmark::linesOfEachCodec()
{
    QFETCH(Codec, codec);
    TemporaryFolder folder;
    {
        auto store = Store::create(folder / "s", withCodec(denseBytes(100), codec));
        ZR_VERIFY_OK(store);
        ZR_VERIFY_OK(store->append(patternRecords(0, 200, 100)));
    }
    for (const bool random : {true, false}) {
        const auto report = benchmarkGather(folder / "s", quick(16, random));
        ZR_VERIFY_OK(report);
        QTEST(namesOf(*report), "names");
        QCOMPARE(report->bytesPerBatch, std::uint64_t{1600});
        QCOMPARE(report->options.batches, std::uint64_t{2});
        for (const BenchmarkLine& line : report->lines) {
            QCOMPARE(line.seconds.size(), std::size_t{3});
            QVERIFY(line.least() > 0);
            QCOMPARE(line.limit, line.name.starts_with("limit"));
        }
    }
}

void TestGatherBenchmark::raggedStores()
{
    for (const Codec codec : {Codec::Raw, Codec::Zstd}) {
        TemporaryFolder folder;
        std::vector<OwnedRagged> records;
        std::uint64_t bytes = 0;
        for (std::uint64_t i = 0; i < 64; ++i) {
            records.push_back(patternRagged(i));
            bytes += records.back().bytes.size();
        }
        {
            auto store = Store::create(folder / "s", withCodec(raggedBytes(), codec));
            ZR_VERIFY_OK(store);
            ZR_VERIFY_OK(appendRagged(*store, records));
        }
        const auto report = benchmarkGather(folder / "s", quick(16));
        ZR_VERIFY_OK(report);
        QCOMPARE(report->bytesPerBatch, bytes / 4);
    }
}

void TestGatherBenchmark::batchIsCutToTheStore()
{
    TemporaryFolder folder;
    {
        auto store = Store::create(folder / "s", denseBytes(3));
        ZR_VERIFY_OK(store);
        ZR_VERIFY_OK(store->append(patternRecords(0, 5, 3)));
    }
    BenchmarkOptions options = quick(1000);
    options.batches = 0;
    const auto report = benchmarkGather(folder / "s", options);
    ZR_VERIFY_OK(report);
    QCOMPARE(report->options.batch, std::uint64_t{5});
    QCOMPARE(report->options.batches, std::uint64_t{1});
    QCOMPARE(report->bytesPerBatch, std::uint64_t{15});
}

void TestGatherBenchmark::refusals()
{
    TemporaryFolder folder;
    ZR_COMPARE_CODE(benchmarkGather(folder / "none", quick(1)), ErrorCode::NotFound);
    ZR_VERIFY_OK(Store::create(folder / "s", denseBytes(3)));
    ZR_COMPARE_CODE(benchmarkGather(folder / "s", quick(1)), ErrorCode::InvalidArgument);
    BenchmarkOptions noRounds = quick(1);
    noRounds.rounds = 0;
    ZR_COMPARE_CODE(benchmarkGather(folder / "s", noRounds), ErrorCode::InvalidArgument);
    ZR_COMPARE_CODE(benchmarkGather(folder / "s", quick(0)), ErrorCode::InvalidArgument);
}

void TestGatherBenchmark::canBeStopped()
{
    TemporaryFolder folder;
    {
        auto store = Store::create(folder / "s", denseBytes(3));
        ZR_VERIFY_OK(store);
        ZR_VERIFY_OK(store->append(patternRecords(0, 50, 3)));
    }
    std::stop_source source;
    source.request_stop();
    OperationContext context;
    context.stop = source.get_token();
    ZR_COMPARE_CODE(benchmarkGather(folder / "s", quick(5), context), ErrorCode::Cancelled);
}

QTEST_APPLESS_MAIN(TestGatherBenchmark)
#include "tst_gather_benchmark.moc"
