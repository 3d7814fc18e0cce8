#include "workbench/jobs/job_queue.h"

#include <atomic>
#include <memory>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <QSignalSpy>
#include <QTest>

#include "workbench/jobs/workbench_runtime.h"
#include "workbench/support/manual_task_runner.h"

using namespace zrecord;
using namespace zrecord::workbench;
using zrecord::workbench::test::ManualTaskRunner;

namespace {

Status nothing(const OperationContext&) {
    return {};
}

}  // namespace

class JobQueueTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void runsInOrderAtMostSoManyAtOnce();
    void aMeasurementRunsAlone();
    void valueAndFailureReachTheStarter();
    void cancelWhileQueuedEndsAtOnce();
    void cancelWhileRunningReachesTheWork();
    void workThatIgnoresCancelSucceeds();
    void pausedWorkGoesOnWhereItWas();
    void pausedWorkCanBeCancelled();
    void aGoneContextIsNotCalled();
    void progressRateAndRemainingTime();
    void fastProgressIsFoldedIntoOneLetter();
    void permilleOfHugeCounts();
    void finishedJobsStayUntilDismissed();
    void queueThatGoesAwayStopsItsJobs();
    void shutdownOfARealPoolStopsJobs();

private:
    std::int64_t m_now = 1000;
    Job::Clock clock() {
        return [this] { return m_now; };
    }
};

void JobQueueTest::runsInOrderAtMostSoManyAtOnce() {
    ManualTaskRunner runner;
    JobQueue queue(runner, 2, clock());
    std::string order;
    std::vector<Job*> jobs;
    for (const char name : {'a', 'b', 'c'}) {
        jobs.push_back(queue.start(QString(QLatin1Char(name)), {}, [&order, name](const OperationContext&) {
            order += name;
            return Status();
        }));
    }
    QCOMPARE(runner.waiting(), std::size_t{2});
    QCOMPARE(jobs[0]->state(), Job::State::Running);
    QCOMPARE(jobs[2]->state(), Job::State::Queued);
    QCOMPARE(queue.activeCount(), 3);
    runner.runNext();
    QCOMPARE(jobs[0]->state(), Job::State::Running);
    ManualTaskRunner::deliver();
    QCOMPARE(jobs[0]->state(), Job::State::Succeeded);
    QCOMPARE(jobs[2]->state(), Job::State::Running);
    runner.settle();
    QCOMPARE(order, std::string("abc"));
    QCOMPARE(queue.activeCount(), 0);
}

void JobQueueTest::aMeasurementRunsAlone() {
    ManualTaskRunner runner;
    JobQueue queue(runner, 2, clock());
    std::vector<Job*> jobs;
    for (const auto company : {JobQueue::Company::Others, JobQueue::Company::Alone, JobQueue::Company::Others, JobQueue::Company::Others})
        jobs.push_back(queue.start(QStringLiteral("job"), {}, nothing, nullptr, {}, company));
    const auto states = [&jobs] {
        std::string text;
        for (const Job* job : jobs)
            text += job->state() == Job::State::Queued ? 'q' : job->state() == Job::State::Running ? 'r' : 'e';
        return text;
    };
    const auto turn = [&runner] {
        runner.runNext();
        ManualTaskRunner::deliver();
    };
    QCOMPARE(states(), std::string("rqqq"));
    turn();
    QCOMPARE(states(), std::string("erqq"));
    turn();
    QCOMPARE(states(), std::string("eerr"));
    // One that waits and is cancelled keeps nobody back.
    jobs.push_back(queue.start(QStringLiteral("job"), {}, nothing, nullptr, {}, JobQueue::Company::Alone));
    jobs.push_back(queue.start(QStringLiteral("job"), {}, nothing));
    jobs[4]->cancel();
    turn();
    QCOMPARE(states(), std::string("eeerer"));
    runner.settle();
    QCOMPARE(states(), std::string("eeeeee"));
}

void JobQueueTest::valueAndFailureReachTheStarter() {
    ManualTaskRunner runner;
    JobQueue queue(runner, 1, clock());
    int value = 0;
    Status failure;
    queue.startFor<int>({}, {}, [](const OperationContext&) -> Result<int> { return 42; }, nullptr,
                        [&](Job& job, Result<int> result) {
                            value = *result;
                            job.setResultText(QStringLiteral("done"));
                        });
    Job* failed = queue.startFor<int>({}, {}, [](const OperationContext&) -> Result<int> { return Status(ErrorCode::IoError, "broken"); },
                                      nullptr, [&](Job&, const Result<int>& result) { failure = result.status(); });
    QSignalSpy finished(failed, &Job::finished);
    runner.settle();
    QCOMPARE(value, 42);
    QCOMPARE(queue.jobs()[0]->resultText(), QStringLiteral("done"));
    QCOMPARE(failed->state(), Job::State::Failed);
    QCOMPARE(failed->status().code(), ErrorCode::IoError);
    QCOMPARE(failure.what(), std::string_view("broken"));
    QCOMPARE(finished.count(), 1);
}

void JobQueueTest::cancelWhileQueuedEndsAtOnce() {
    ManualTaskRunner runner;
    JobQueue queue(runner, 1, clock());
    queue.start({}, {}, nothing);
    bool ran = false;
    ErrorCode seen = ErrorCode::Ok;
    Job* second = queue.start({}, {}, [&ran](const OperationContext&) { ran = true; return Status(); }, nullptr,
                              [&seen](Job&, const Status& status) { seen = status.code(); });
    second->cancel();
    QCOMPARE(second->state(), Job::State::Cancelled);
    QCOMPARE(seen, ErrorCode::Cancelled);
    runner.settle();
    QVERIFY(!ran);
    QCOMPARE(second->state(), Job::State::Cancelled);
}

void JobQueueTest::cancelWhileRunningReachesTheWork() {
    ManualTaskRunner runner;
    JobQueue queue(runner, 1, clock());
    Job* job = nullptr;
    job = queue.start({}, {}, [&job](const OperationContext& context) {
        job->cancel();  // the runner works in this thread: the person clicks meanwhile
        return context.stop.stop_requested() ? Status(ErrorCode::Cancelled, "stopped at record 7") : Status();
    });
    runner.settle();
    QCOMPARE(job->state(), Job::State::Cancelled);
    QVERIFY(job->isCancelRequested());
}

void JobQueueTest::workThatIgnoresCancelSucceeds() {
    ManualTaskRunner runner;
    JobQueue queue(runner, 1, clock());
    Job* job = nullptr;
    job = queue.start({}, {}, [&job](const OperationContext&) { job->cancel(); return Status(); });
    runner.settle();
    // It came to its end before it looked: what is done is not reported as undone.
    QCOMPARE(job->state(), Job::State::Succeeded);
}

void JobQueueTest::pausedWorkGoesOnWhereItWas() {
    ManualTaskRunner runner;
    JobQueue queue(runner, 1, clock());
    int done = 0;
    int runs = 0;
    int ended = 0;
    Job* job = nullptr;
    job = queue.start(QStringLiteral("count"), {}, [&](const OperationContext& context) {
        for (++runs; done < 10; ++done) {
            if (done == 4 && runs == 1)
                job->pause();
            if (context.stop.stop_requested())
                return Status(ErrorCode::Cancelled, "stopped");
        }
        return Status();
    }, nullptr, [&ended](Job&, const Status&) { ++ended; });
    job->setPausable(true);
    Job* other = queue.start(QStringLiteral("other"), {}, nothing);
    runner.settle();
    QCOMPARE(job->state(), Job::State::Paused);
    QCOMPARE(done, 4);
    QCOMPARE(ended, 0);  // its starter is not told: nothing has ended
    QVERIFY(!job->isCancelRequested());
    QCOMPARE(queue.activeCount(), 1);
    QCOMPARE(other->state(), Job::State::Succeeded);  // a paused job keeps no place
    job->pause();
    QCOMPARE(job->state(), Job::State::Paused);
    job->resume();
    runner.settle();
    QCOMPARE(job->state(), Job::State::Succeeded);
    QCOMPARE(done, 10);
    QCOMPARE(runs, 2);
    QCOMPARE(ended, 1);
}

void JobQueueTest::pausedWorkCanBeCancelled() {
    ManualTaskRunner runner;
    JobQueue queue(runner, 1, clock());
    Status seen;
    Job* waiting = queue.start(QStringLiteral("waits"), {}, nothing, nullptr, [&seen](Job&, const Status& status) { seen = status; });
    Job* never = queue.start(QStringLiteral("never"), {}, nothing);
    never->pause();
    QCOMPARE(never->state(), Job::State::Queued);  // not every work can be paused
    waiting->setPausable(true);
    waiting->pause();
    runner.settle();
    QCOMPARE(waiting->state(), Job::State::Paused);
    QCOMPARE(never->state(), Job::State::Succeeded);
    QVERIFY(seen.ok());
    waiting->cancel();
    QCOMPARE(seen.code(), ErrorCode::Cancelled);
    Job* third = queue.start(QStringLiteral("third"), {}, [](const OperationContext& context) { return context.stop.stop_requested() ? Status(ErrorCode::Cancelled, "stopped") : Status(); });
    third->setPausable(true);
    third->pause();
    runner.settle();
    QCOMPARE(third->state(), Job::State::Paused);
    third->cancel();
    QCOMPARE(third->state(), Job::State::Cancelled);
    QCOMPARE(third->status().code(), ErrorCode::Cancelled);
    third->resume();
    QCOMPARE(third->state(), Job::State::Cancelled);
}

void JobQueueTest::aGoneContextIsNotCalled() {
    ManualTaskRunner runner;
    JobQueue queue(runner, 1, clock());
    bool called = false;
    auto context = std::make_unique<QObject>();
    Job* job = queue.start({}, {}, nothing, context.get(), [&called](Job&, const Status&) { called = true; });
    context.reset();
    runner.settle();
    QVERIFY(!called);
    QCOMPARE(job->state(), Job::State::Succeeded);
}

void JobQueueTest::progressRateAndRemainingTime() {
    ManualTaskRunner runner;
    JobQueue queue(runner, 1, clock());
    Job* job = nullptr;
    job = queue.start({}, {}, [&](const OperationContext& context) {
        const auto report = [&](std::int64_t time, std::uint64_t done) {
            m_now = time;
            context.progress({"reading", done, 100'000});
            ManualTaskRunner::deliver();
        };
        report(10'000, 0);
        [&] { QVERIFY(!job->rate()); }();
        report(11'000, 1'000);
        [&] { QCOMPARE(*job->rate(), 1000.0); }();
        [&] { QVERIFY(!job->remainingMilliseconds()); }();
        report(14'000, 10'000);
        [&] { QCOMPARE(*job->rate(), 2500.0); }();
        [&] { QCOMPARE(*job->remainingMilliseconds(), std::int64_t{36'000}); }();
        [&] { QCOMPARE(job->permille(), 100); }();
        [&] { QCOMPARE(job->stage(), QStringLiteral("reading")); }();
        // Only the last seconds count: it has become slow.
        report(24'000, 10'100);
        report(34'000, 10'200);
        [&] { QCOMPARE(*job->rate(), 10.0); }();
        context.progress({"writing", 5, 0});
        ManualTaskRunner::deliver();
        [&] { QCOMPARE(job->permille(), -1); }();
        [&] { QVERIFY(!job->remainingMilliseconds()); }();
        return Status();
    });
    m_now = 1000;
    runner.settle();
    QCOMPARE(job->state(), Job::State::Succeeded);
}

void JobQueueTest::fastProgressIsFoldedIntoOneLetter() {
    ManualTaskRunner runner;
    JobQueue queue(runner, 1, clock());
    Job* job = queue.start({}, {}, [](const OperationContext& context) {
        for (std::uint64_t i = 1; i <= 100'000; ++i)
            context.progress({"counting", i, 100'000});
        return Status();
    });
    QSignalSpy progress(job, &Job::progressChanged);
    runner.settle();
    QCOMPARE(progress.count(), 1);
    QCOMPARE(job->done(), std::uint64_t{100'000});
}

void JobQueueTest::permilleOfHugeCounts() {
    ManualTaskRunner runner;
    JobQueue queue(runner, 1, clock());
    Job* job = queue.start({}, {}, [](const OperationContext& context) {
        context.progress({"counting", UINT64_MAX / 4, UINT64_MAX});
        return Status();
    });
    runner.settle();
    QCOMPARE(job->permille(), 250);
}

void JobQueueTest::finishedJobsStayUntilDismissed() {
    ManualTaskRunner runner;
    JobQueue queue(runner, 1, clock());
    Job* done = queue.start({}, {}, nothing);
    runner.settle();
    Job* active = queue.start({}, {}, nothing);
    queue.dismiss(active);
    QCOMPARE(queue.jobs().size(), std::size_t{2});
    QSignalSpy removed(&queue, &JobQueue::jobRemoved);
    queue.dismiss(done);
    QCOMPARE(removed.count(), 1);
    QCOMPARE(queue.jobs(), std::vector<Job*>{active});
    runner.settle();
    queue.dismissFinished();
    QVERIFY(queue.jobs().empty());
}

void JobQueueTest::queueThatGoesAwayStopsItsJobs() {
    ManualTaskRunner runner;
    bool stopped = false;
    bool called = false;
    {
        JobQueue queue(runner, 2, clock());
        queue.start({}, {}, [&stopped](const OperationContext& context) {
            stopped = context.stop.stop_requested();
            context.progress({"late", 1, 2});
            return Status();
        }, nullptr, [&called](Job&, const Status&) { called = true; });
    }
    runner.settle();
    // Not even begun: the stop came first.
    QVERIFY(!stopped);
    QVERIFY(!called);
}

void JobQueueTest::shutdownOfARealPoolStopsJobs() {
    WorkbenchRuntime runtime;
    std::atomic<bool> began = false;
    Job* job = runtime.jobs().start({}, {}, [&began](const OperationContext& context) {
        began = true;
        while (!context.stop.stop_requested())
            std::this_thread::yield();
        return Status(ErrorCode::Cancelled, "stopped");
    });
    QTRY_VERIFY(began);
    QVERIFY(runtime.shutdown(10'000));
    QTRY_COMPARE(job->state(), Job::State::Cancelled);
}

QTEST_GUILESS_MAIN(JobQueueTest)
#include "tst_job_queue.moc"
