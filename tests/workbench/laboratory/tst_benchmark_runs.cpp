#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include "workbench/laboratory/benchmark_runs.h"

using namespace zrecord;
using namespace zrecord::workbench;

/// The list of kept runs and its file.
class TestBenchmarkRuns : public QObject {
    Q_OBJECT

private:
    QTemporaryDir m_folder;
    QString file(const char* name) { return m_folder.filePath(QLatin1String(name)); }
    static BenchmarkRuns::Run run(const QString& name, int minute) {
        BenchmarkReport report;
        report.store.path = "/data/s";
        report.lines = {{"map", false, {1e-3}}};
        return {name, QDateTime(QDate(2024, 5, 6), QTime(7, minute), Qt::UTC), report};
    }

private Q_SLOTS:
    void newestFirstAndKept() {
        BenchmarkRuns runs(file("deep/folder/runs.json"));
        QSignalSpy changed(&runs, &BenchmarkRuns::changed);
        QVERIFY(runs.add(run(QStringLiteral("a"), 1)).ok());
        QVERIFY(runs.add(run(QStringLiteral("c"), 3)).ok());
        QVERIFY(runs.add(run(QStringLiteral("b"), 2)).ok());
        QCOMPARE(changed.count(), 3);
        const BenchmarkRuns again(file("deep/folder/runs.json"));
        QCOMPARE(again.runs().size(), std::size_t{3});
        QCOMPARE(again.runs()[0].name, QStringLiteral("c"));
        QCOMPARE(again.runs()[1].when, runs.runs()[1].when);
        QVERIFY(runs.remove(1).ok());
        QCOMPARE(BenchmarkRuns(file("deep/folder/runs.json")).runs().size(), std::size_t{2});
        QVERIFY(runs.remove(9).ok());
    }

    void theOldestGo() {
        BenchmarkRuns runs(file("many.json"));
        for (std::size_t i = 0; i < BenchmarkRuns::kMost + 2; ++i)
            QVERIFY(runs.add(run(QString::number(i), static_cast<int>(i % 60))).ok());
        QCOMPARE(runs.runs().size(), BenchmarkRuns::kMost);
    }

    void whatCannotBeReadIsNotWrittenOver() {
        QFile broken(file("broken.json"));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("[{\"path\":");
        broken.close();
        BenchmarkRuns runs(file("broken.json"));
        QVERIFY(runs.problem().code() == ErrorCode::BadFormat);
        QVERIFY(!runs.add(run(QStringLiteral("a"), 1)).ok());
        QVERIFY(broken.open(QIODevice::ReadOnly));
        QCOMPARE(broken.readAll(), QByteArray("[{\"path\":"));
        QVERIFY(runs.importFile(file("missing.json")).code() == ErrorCode::IoError);
    }

    void reportsOfZrAreAdded() {
        QFile report(file("report.json"));
        QVERIFY(report.open(QIODevice::WriteOnly));
        report.write(R"([{"path": "samples/images", "codec": "zstd", "batch": 256, "order": "random", "seed": 42, "batches": 20, "rounds": 2, "threads": 2,
            "bytes_per_batch": 1000, "lines": [{"name": "map", "limit": false, "nanoseconds": [1000]}]}])");
        report.close();
        BenchmarkRuns runs(file("mine.json"));
        QVERIFY(runs.importFile(file("report.json")).ok());
        QCOMPARE(runs.runs()[0].name, QStringLiteral("images"));
        QCOMPARE(BenchmarkRuns(file("mine.json")).runs().size(), std::size_t{1});
    }
};

QTEST_APPLESS_MAIN(TestBenchmarkRuns)
#include "tst_benchmark_runs.moc"
