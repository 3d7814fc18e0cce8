#include "workbench/models/job_list_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

#include "workbench/jobs/job_queue.h"
#include "workbench/support/manual_task_runner.h"

using namespace zrecord;
using namespace zrecord::workbench;
using zrecord::workbench::test::ManualTaskRunner;

class JobListModelTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void newestFirstFromStartToDismissal() {
        ManualTaskRunner runner;
        JobQueue queue(runner, 1, [] { return std::int64_t{1000}; });
        JobListModel model(queue);
        const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        Job* first = queue.start(QStringLiteral("first"), QStringLiteral("/data/a"), [](const OperationContext& context) {
            context.progress({"reading", 380, 1000});
            return Status();
        }, nullptr, [](Job& job, const Status&) { job.setResultText(QStringLiteral("3 records removed")); });
        Job* second = queue.start(QStringLiteral("second"), {}, [](const OperationContext&) {
            return Status(ErrorCode::OutOfSpace, "no room").withFile("0.chunk");
        });
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.jobAt(0), second);
        QCOMPARE(model.index(1).data().toString(), QStringLiteral("first"));
        QCOMPARE(model.index(1).data(JobListModel::SubjectRole).toString(), QStringLiteral("/data/a"));
        QCOMPARE(model.index(0).data(JobListModel::StateRole).toInt(), static_cast<int>(Job::State::Queued));
        QCOMPARE(model.index(0).data(JobListModel::ProgressTextRole).toString(), QStringLiteral("Waiting"));

        QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
        runner.settle();
        QVERIFY(changed.count() >= 4);
        QCOMPARE(model.index(1).data(JobListModel::PermilleRole).toInt(), 380);
        QCOMPARE(model.index(1).data(JobListModel::ResultTextRole).toString(), QStringLiteral("3 records removed"));
        QVERIFY(model.index(0).data(JobListModel::ResultTextRole).toString().contains(QStringLiteral("0.chunk")));

        queue.dismiss(first);
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(model.jobAt(0), second);
        QCOMPARE(model.jobAt(1), nullptr);
        queue.dismissFinished();
        QCOMPARE(model.rowCount(), 0);
    }
};

QTEST_GUILESS_MAIN(JobListModelTest)
#include "tst_job_list_model.moc"
