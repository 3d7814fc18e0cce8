#include <QListView>
#include <QPushButton>
#include <QTest>

#include "widgets/support/window_fixture.h"
#include "widgets/docks/jobs_dock.h"
#include "workbench/jobs/job_queue.h"
#include "workbench/models/job_list_model.h"
#include "workbench/support/manual_task_runner.h"

using namespace zrecord;
using namespace zrecord::widgets;
using workbench::Job;

class TestJobsDock : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() {
        failOnAnyWarning();
        m_runner = std::make_unique<workbench::test::ManualTaskRunner>();
        m_queue = std::make_unique<workbench::JobQueue>(*m_runner);
        m_dock = std::make_unique<JobsDock>(*m_queue);
        m_dock->resize(480, 240);
        m_dock->show();
    }
    void cleanup() {
        m_dock.reset();
        m_queue.reset();
        m_runner.reset();
    }

    void runningJobsAreCancelledAndPausedHere() {
        Job* job = m_queue->start(QStringLiteral("measure"), QStringLiteral("/data/train"), [](const OperationContext& context) {
            return context.stop.stop_requested() ? Status(ErrorCode::Cancelled, "stopped") : Status();
        }, nullptr, {});
        job->setPausable(true);
        workbench::test::ManualTaskRunner::deliver();
        QCOMPARE(view()->model()->rowCount(), 1);
        QVERIFY(view()->currentIndex().isValid());
        QVERIFY(!button("jobsDismiss")->isEnabled());
        QVERIFY(button("jobsPause")->isEnabled());
        button("jobsPause")->click();
        m_runner->settle();
        QCOMPARE(job->state(), Job::State::Paused);
        QCOMPARE(button("jobsPause")->text(), QStringLiteral("Resume"));
        button("jobsPause")->click();
        QCOMPARE(job->state(), Job::State::Running);
        QVERIFY(button("jobsCancel")->isEnabled());
        button("jobsCancel")->click();
        m_runner->settle();
        QCOMPARE(job->state(), Job::State::Cancelled);  // and it stays with its outcome
        QVERIFY(!button("jobsCancel")->isEnabled());
        QVERIFY(button("jobsDismiss")->isEnabled());
        button("jobsDismiss")->click();
        QCOMPARE(view()->model()->rowCount(), 0);
        QVERIFY(!button("jobsDismiss")->isEnabled());
        QVERIFY(!button("jobsClear")->isEnabled());
    }

    void everyJobStaysUntilItIsDismissed() {
        start(QStringLiteral("first"), Status());
        start(QStringLiteral("second"), Status(ErrorCode::IoError, "the disk went away"));
        m_runner->settle();
        QCOMPARE(view()->model()->rowCount(), 2);
        QCOMPARE(view()->model()->index(0, 0).data().toString(), QStringLiteral("second"));  // the newest first
        QVERIFY(view()->model()->index(0, 0).data(workbench::JobListModel::ResultTextRole).toString().contains(QStringLiteral("could not be read")));
        button("jobsClear")->click();
        QCOMPARE(view()->model()->rowCount(), 0);
    }

    void onlySoManyAreKept() {
        for (std::size_t i = 0; i < workbench::JobQueue::kMostFinished + 5; ++i) {
            start(QString::number(i), Status());
            m_runner->settle();
        }
        QCOMPARE(view()->model()->rowCount(), static_cast<int>(workbench::JobQueue::kMostFinished));
        QCOMPARE(view()->model()->index(0, 0).data().toString(), QString::number(workbench::JobQueue::kMostFinished + 4));
    }

    void drawsEveryState() {
        start(QStringLiteral("one"), Status());
        m_runner->settle();
        start(QStringLiteral("two"), Status(ErrorCode::IoError, "broken"));
        m_runner->settle();
        start(QStringLiteral("three"), Status());
        QVERIFY(!m_dock->grab().isNull());  // failOnAnyWarning() watches
    }

private:
    Job* start(const QString& title, const Status& end) {
        return m_queue->start(title, QStringLiteral("/data/train"), [end](const OperationContext&) { return end; }, nullptr, {});
    }
    QListView* view() { return m_dock->findChild<QListView*>(QStringLiteral("jobsView")); }
    QPushButton* button(const char* name) { return m_dock->findChild<QPushButton*>(QLatin1String(name)); }

    std::unique_ptr<workbench::test::ManualTaskRunner> m_runner;
    std::unique_ptr<workbench::JobQueue> m_queue;
    std::unique_ptr<JobsDock> m_dock;
};

QTEST_MAIN(TestJobsDock)
#include "tst_jobs_dock.moc"
