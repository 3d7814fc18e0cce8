#include <QTest>

#include <stop_token>

#include <filesystem>

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

void makeStore(const std::filesystem::path& path, std::uint64_t recordBytes, std::uint64_t records)
{
    auto store = Store::create(path, denseBytes(recordBytes));
    QVERIFY(store.ok());
    QVERIFY(store->append(patternRecords(0, records, recordBytes)).ok());
}

}  // namespace

/// Which lines a store gets, that every line has a figure for each round, and what is refused. No figure is judged.
class TestBenchmarkRunner : public QObject {
    Q_OBJECT

private slots:
    void linesOfEachCodec_data();
    void linesOfEachCodec();
    void raggedStores();
    void batchIsCutToTheStore();
    void refusals();
    void otherWorks_data();
    void otherWorks();
    void figuresComeFromTheClock();
    void partialReportsGrow();
    void coldRunsReadTheSame();
    void canBeStopped();
    void stoppedAnywhereNothingStays();
};

void TestBenchmarkRunner::linesOfEachCodec_data()
{
    QTest::addColumn<Codec>("codec");
    QTest::addColumn<std::vector<std::string>>("names");
    using Names = std::vector<std::string>;
    QTest::newRow("raw") << Codec::Raw << Names{"map", "pread", "part: read", "limit: memcpy", "limit: pread"};
    QTest::newRow("zstd") << Codec::Zstd << Names{"map", "pread", "part: read", "limit: libzstd"};
    QTest::newRow("zstd_dict") << Codec::ZstdDict << Names{"map", "pread", "part: read", "limit: libzstd"};
}

void TestBenchmarkRunner::linesOfEachCodec()
{
    QFETCH(Codec, codec);
    TemporaryFolder folder;
    {
        auto store = Store::create(folder / "s", withCodec(denseBytes(100), codec));
        ZR_VERIFY_OK(store);
        ZR_VERIFY_OK(store->append(patternRecords(0, 200, 100)));
    }
    for (const bool random : {true, false}) {
        const auto report = runBenchmark(folder / "s", quick(16, random));
        ZR_VERIFY_OK(report);
        QTEST(namesOf(*report), "names");
        QCOMPARE(report->bytesPerBatch, std::uint64_t{1600});
        QCOMPARE(report->options.batches, std::uint64_t{2});
        for (const BenchmarkLine& line : report->lines) {
            QCOMPARE(line.seconds.size(), std::size_t{3});
            QVERIFY(line.least() > 0);
            QCOMPARE(line.limit, line.name.starts_with("limit"));
            QCOMPARE(line.part, line.name.starts_with("part"));
            QVERIFY(line.residentBytes > 0);
        }
    }
}

void TestBenchmarkRunner::raggedStores()
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
        const auto report = runBenchmark(folder / "s", quick(16));
        ZR_VERIFY_OK(report);
        QCOMPARE(report->bytesPerBatch, bytes / 4);
    }
}

void TestBenchmarkRunner::batchIsCutToTheStore()
{
    TemporaryFolder folder;
    {
        auto store = Store::create(folder / "s", denseBytes(3));
        ZR_VERIFY_OK(store);
        ZR_VERIFY_OK(store->append(patternRecords(0, 5, 3)));
    }
    BenchmarkOptions options = quick(1000);
    options.batches = 0;
    const auto report = runBenchmark(folder / "s", options);
    ZR_VERIFY_OK(report);
    QCOMPARE(report->options.batch, std::uint64_t{5});
    QCOMPARE(report->options.batches, std::uint64_t{1});
    QCOMPARE(report->bytesPerBatch, std::uint64_t{15});
}

void TestBenchmarkRunner::refusals()
{
    TemporaryFolder folder;
    ZR_COMPARE_CODE(runBenchmark(folder / "none", quick(1)), ErrorCode::NotFound);
    ZR_VERIFY_OK(Store::create(folder / "s", denseBytes(3)));
    ZR_COMPARE_CODE(runBenchmark(folder / "s", quick(1)), ErrorCode::InvalidArgument);
    BenchmarkOptions noRounds = quick(1);
    noRounds.rounds = 0;
    ZR_COMPARE_CODE(runBenchmark(folder / "s", noRounds), ErrorCode::InvalidArgument);
    ZR_COMPARE_CODE(runBenchmark(folder / "s", quick(0)), ErrorCode::InvalidArgument);
}

void TestBenchmarkRunner::otherWorks_data()
{
    QTest::addColumn<BenchmarkWork>("work");
    QTest::addColumn<std::vector<std::string>>("names");
    QTest::addColumn<std::uint64_t>("bytes");
    using Names = std::vector<std::string>;
    QTest::newRow("append") << BenchmarkWork::Append << Names{"raw", "zstd", "limit: write"} << std::uint64_t{320};
    QTest::newRow("loader") << BenchmarkWork::Loader << Names{"loader", "loader, no prefetch", "limit: gather"} << std::uint64_t{320};
    QTest::newRow("sampler") << BenchmarkWork::Sampler << Names{"sequential", "iid", "cyclic", "limit: counting"} << std::uint64_t{128};
    QTest::newRow("open") << BenchmarkWork::Open << Names{"open", "limit: read headers"} << std::uint64_t{0};
}

void TestBenchmarkRunner::otherWorks()
{
    QFETCH(BenchmarkWork, work);
    QFETCH(std::uint64_t, bytes);
    TemporaryFolder folder;
    makeStore(folder / "s", 20, 200);
    BenchmarkOptions options = quick(16);
    options.work = work;
    options.workFolder = folder / "work";
    const auto report = runBenchmark(folder / "s", options);
    ZR_VERIFY_OK(report);
    QTEST(namesOf(*report), "names");
    QCOMPARE(report->bytesPerBatch, bytes);
    for (const BenchmarkLine& line : report->lines)
        QCOMPARE(line.seconds.size(), std::size_t{3});
    QVERIFY(!std::filesystem::exists(folder / "work") || std::filesystem::is_empty(folder / "work"));
}

void TestBenchmarkRunner::figuresComeFromTheClock()
{
    TemporaryFolder folder;
    makeStore(folder / "s", 20, 200);
    BenchmarkOptions options = quick(16);
    std::int64_t now = 0;
    options.clock = [&now] { return now += 1'000'000; };  // every look takes a millisecond
    const auto report = runBenchmark(folder / "s", options);
    ZR_VERIFY_OK(report);
    for (const BenchmarkLine& line : report->lines) {
        QCOMPARE(line.seconds, (std::vector<double>{5e-4, 5e-4, 5e-4}));  // two batches between two looks
        QCOMPARE(line.latencies, std::vector<double>(6, 1e-3));           // a look after each
        QCOMPARE(line.wallSeconds, 3e-3);
        QCOMPARE(line.percentile(0.99), 1e-3);
    }
    options.batches = 0;  // of the limits 0.2 s a round, of the ways 1 s, but the plan has twelve
    QCOMPARE(runBenchmark(folder / "s", options)->options.batches, std::uint64_t{12});
    options.clock = [&now] { return now += 1'000'000'000; };
    QCOMPARE(runBenchmark(folder / "s", options)->options.batches, std::uint64_t{1});
}

void TestBenchmarkRunner::partialReportsGrow()
{
    TemporaryFolder folder;
    makeStore(folder / "s", 20, 200);
    std::vector<std::size_t> rounds;
    ZR_VERIFY_OK(runBenchmark(folder / "s", quick(16), [&rounds](const BenchmarkReport& soFar) { rounds.push_back(soFar.lines.back().seconds.size()); }));
    QCOMPARE(rounds, (std::vector<std::size_t>{1, 2, 3}));
}

void TestBenchmarkRunner::coldRunsReadTheSame()
{
    TemporaryFolder folder;
    makeStore(folder / "s", 20, 200);
    for (const BenchmarkWork work : {BenchmarkWork::Gather, BenchmarkWork::Open}) {
        BenchmarkOptions options = quick(16);
        options.work = work;
        options.cold = true;
        const auto report = runBenchmark(folder / "s", options);
        ZR_VERIFY_OK(report);
        QVERIFY(report->options.cold);
        QCOMPARE(report->lines.front().seconds.size(), std::size_t{3});
    }
}

void TestBenchmarkRunner::stoppedAnywhereNothingStays()
{
    TemporaryFolder folder;
    makeStore(folder / "s", 20, 200);
    for (const BenchmarkWork work : {BenchmarkWork::Gather, BenchmarkWork::Append, BenchmarkWork::Loader})
        for (int looks = 1; looks < 40; looks += 3) {
            std::stop_source source;
            BenchmarkOptions options = quick(16);
            options.work = work;
            options.workFolder = folder / "work";
            int left = looks;
            options.clock = [&source, &left] {
                if (--left == 0)
                    source.request_stop();
                return std::int64_t{0};
            };
            OperationContext context;
            context.stop = source.get_token();
            const auto report = runBenchmark(folder / "s", options, {}, context);
            if (left <= 0)
                ZR_COMPARE_CODE(report, ErrorCode::Cancelled);
            QVERIFY(!std::filesystem::exists(folder / "work") || std::filesystem::is_empty(folder / "work"));
        }
}

void TestBenchmarkRunner::canBeStopped()
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
    ZR_COMPARE_CODE(runBenchmark(folder / "s", quick(5), {}, context), ErrorCode::Cancelled);
}

QTEST_APPLESS_MAIN(TestBenchmarkRunner)
#include "tst_benchmark_runner.moc"
