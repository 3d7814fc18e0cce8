#include "workbench/curate/index_table_job.h"

#include <optional>
#include <vector>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "workbench/jobs/job.h"
#include "workbench/jobs/workbench_runtime.h"
#include "workbench/support/manual_task_runner.h"

using namespace zrecord;
using namespace zrecord::workbench;
using namespace zrecord::workbench::test;

class IndexTableJobTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void writesThePlanAndReplacesWhatIsThere() {
        QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("moves.csv"));
        QFile old(file);
        QVERIFY(old.open(QIODevice::WriteOnly) && old.write("old") == 3);
        old.close();
        const std::vector<std::uint64_t> removed{2, 9};
        const auto status = run(removed, file);
        QVERIFY(status && status->ok());
        QVERIFY(old.open(QIODevice::ReadOnly));
        QCOMPARE(old.readAll(), QByteArray("old,new\n2,\n8,2\n9,\n"));
    }

    void saysWhatWentWrong() {
        QTemporaryDir folder;
        const auto status = run({1}, folder.filePath(QStringLiteral("none/moves.csv")));
        QVERIFY(status);
        QCOMPARE(status->code(), ErrorCode::NotFound);
    }

private:
    static std::optional<Status> run(const std::vector<std::uint64_t>& removed, const QString& file) {
        ManualTaskRunner loader;
        ManualTaskRunner jobs;
        WorkbenchRuntime runtime(loader, jobs);
        QObject context;
        std::optional<Status> end;
        startIndexTable(runtime.jobs(), QStringLiteral("store"), RecordRanges::fromIndices(removed), 10, file, &context, [&end](const Status& status) { end = status; });
        do
            jobs.settle();
        while (jobs.waiting() > 0);
        return end;
    }
};

QTEST_GUILESS_MAIN(IndexTableJobTest)
#include "tst_index_table_job.moc"
