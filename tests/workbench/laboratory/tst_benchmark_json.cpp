#include <QJsonArray>
#include <QJsonDocument>
#include <QTest>

#include "workbench/laboratory/benchmark_json.h"

using namespace zrecord;
using namespace zrecord::workbench;

/// Runs go into JSON and come back with the same figures; what zr wrote before is read too.
class TestBenchmarkJson : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aRunComesBack() {
        BenchmarkReport report;
        report.store.path = "/data/größe \"1\"";
        report.store.codec = Codec::ZstdDict;
        report.options.batch = 100;
        report.options.random = false;
        report.options.seed = 7;
        report.options.rounds = 3;
        report.options.batches = 12;
        report.options.work = BenchmarkWork::Loader;
        report.options.cold = true;
        report.threads = 2;
        report.bytesPerBatch = 78'400;
        report.fingerprint = 0xfedcba9876543210;
        report.environment = benchmarkEnvironment();
        report.lines = {{"loader", false, {1e-3, 2e-3, 3e-3}, false, {5e-6, 4e-6}, 0.25, 0.5, 1.5, 123'456}, {"limit: gather", true, {5e-4}}};
        const auto back = benchmarkFromJson(QJsonDocument::fromJson(QJsonDocument(benchmarkToJson(report)).toJson()).object());
        QVERIFY2(back.ok(), std::string(back.status().what()).c_str());
        QCOMPARE(back->store.path, report.store.path);
        QVERIFY(back->store.codec == Codec::ZstdDict);
        QVERIFY(benchmarkDifferences(report, *back).empty());
        QCOMPARE(back->options.batches, std::uint64_t{12});
        QCOMPARE(back->lines.size(), std::size_t{2});
        QCOMPARE(back->lines[0].seconds, report.lines[0].seconds);
        QCOMPARE(back->lines[0].percentile(0.5), 4e-6);
        QCOMPARE(back->lines[0].cpuSeconds, 0.5);
        QCOMPARE(back->lines[0].residentBytes, std::uint64_t{123'456});
        QVERIFY(back->lines[1].limit);
    }

    void anOlderFileIsRead() {
        const auto runs = readBenchmarkFile(R"([{"path": "s", "codec": "zstd", "batch": 256, "order": "random", "seed": 42, "batches": 20, "rounds": 2, "threads": 2,
            "bytes_per_batch": 1000, "lines": [{"name": "map", "limit": false, "nanoseconds": [1000, 3000]}]}])");
        QVERIFY(runs.ok());
        QCOMPARE(runs->size(), std::size_t{1});
        QCOMPARE(runs->front().lines[0].median(), 2e-6);
        QVERIFY(runs->front().environment.processor.empty());
    }

    void faultsNameTheKey() {
        QVERIFY(!readBenchmarkFile("{}").ok());
        QVERIFY(!readBenchmarkFile("not JSON").ok());
        const auto broken = readBenchmarkFile(R"([{"path": 3}])");
        QVERIFY(broken.code() == ErrorCode::BadFormat);
        QVERIFY(std::string(broken.status().what()).find("'path'") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestBenchmarkJson)
#include "tst_benchmark_json.moc"
