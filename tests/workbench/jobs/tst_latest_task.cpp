#include "workbench/jobs/latest_task.h"

#include <memory>
#include <thread>

#include <QSignalSpy>
#include <QTest>

#include "workbench/support/manual_task_runner.h"

using namespace zrecord::workbench;
using zrecord::workbench::test::ManualTaskRunner;

class LatestTaskTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void oneRunsOneWaitsNewestWins();
    void runningOneIsAskedToStop();
    void cancelMakesTheTicketStale();
    void answersToAGoneOwnerVanish();
    void mailboxDeliversOnItsOwnThread();
};

void LatestTaskTest::oneRunsOneWaitsNewestWins() {
    ManualTaskRunner runner;
    LatestTask task(runner);
    QSignalSpy idle(&task, &LatestTask::idle);
    QStringList ran;
    task.submit([&](const std::stop_token&) { ran << QStringLiteral("a"); });
    task.submit([&](const std::stop_token&) { ran << QStringLiteral("b"); });
    task.submit([&](const std::stop_token&) { ran << QStringLiteral("c"); });
    QCOMPARE(runner.waiting(), std::size_t{1});
    QVERIFY(task.isRunning());
    QVERIFY(task.isWaiting());
    runner.settle();
    // "a" was stopped before it began, "b" was replaced.
    QCOMPARE(ran, QStringList{QStringLiteral("c")});
    QCOMPARE(idle.count(), 1);
    QVERIFY(!task.isRunning());
}

void LatestTaskTest::runningOneIsAskedToStop() {
    ManualTaskRunner runner;
    LatestTask task(runner);
    bool stoppedInside = false;
    task.submit([&](const std::stop_token& stop) {
        // What happens on the GUI thread while the work is going on.
        task.submit([](const std::stop_token&) {});
        stoppedInside = stop.stop_requested();
    });
    runner.settle();
    QVERIFY(stoppedInside);
}

void LatestTaskTest::cancelMakesTheTicketStale() {
    ManualTaskRunner runner;
    LatestTask task(runner);
    bool ran = false;
    const std::uint64_t ticket = task.submit([&](const std::stop_token&) { ran = true; });
    QVERIFY(task.isCurrent(ticket));
    task.cancel();
    QVERIFY(!task.isCurrent(ticket));
    runner.settle();
    QVERIFY(!ran);
    QVERIFY(!task.isRunning());
}

void LatestTaskTest::answersToAGoneOwnerVanish() {
    ManualTaskRunner runner;
    bool delivered = false;
    {
        auto task = std::make_unique<LatestTask>(runner);
        auto box = task->mailbox();
        task->submit([box, &delivered](const std::stop_token&) { box->post([&delivered] { delivered = true; }); });
    }
    runner.settle();
    QVERIFY(!delivered);
}

void LatestTaskTest::mailboxDeliversOnItsOwnThread() {
    QObject target;
    MailboxOwner owner(&target);
    const std::thread::id here = std::this_thread::get_id();
    bool delivered = false;
    std::thread worker([box = owner.box(), &delivered, here] {
        box->post([&delivered, here] { delivered = std::this_thread::get_id() == here; });
    });
    worker.join();
    QVERIFY(!delivered);
    QTRY_VERIFY(delivered);
}

QTEST_GUILESS_MAIN(LatestTaskTest)
#include "tst_latest_task.moc"
