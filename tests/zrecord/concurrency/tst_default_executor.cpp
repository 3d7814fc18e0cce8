#include <QTest>

#include <atomic>
#include <chrono>
#include <functional>
#include <set>
#include <thread>
#include <vector>

#include <sys/wait.h>
#include <unistd.h>

#include "zrecord/executor.h"

using namespace zrecord;

namespace {

std::uint64_t sumUpTo(Executor& executor, std::uint64_t count)
{
    std::atomic<std::uint64_t> sum{0};
    executor.parallelFor(count, 8, [&](std::uint64_t begin, std::uint64_t end) {
        for (std::uint64_t i = begin; i < end; ++i)
            sum += i;
    });
    return sum;
}

// The exit status of `work` in a child, or −1 when it is not done after five seconds.
int runInChild(const std::function<int()>& work)
{
    const pid_t child = fork();
    if (child == 0)
        _exit(work());
    for (int i = 0; i < 500; ++i) {
        int status = 0;
        if (waitpid(child, &status, WNOHANG) == child)
            return WIFEXITED(status) ? WEXITSTATUS(status) : -2;
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    return -1;
}

}  // namespace

class TestDefaultExecutor : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void oneThreadPerCore()
    {
        QCOMPARE(defaultExecutor().concurrency(), std::max(1U, std::thread::hardware_concurrency()));
        QCOMPARE(&defaultExecutor(), &defaultExecutor());
        QCOMPARE(sumUpTo(defaultExecutor(), 1'000), 499'500ULL);
    }

    void inlineExecutorStaysInTheThread()
    {
        QCOMPARE(inlineExecutor().concurrency(), 1U);
        std::set<std::thread::id> threads;
        std::vector<std::uint64_t> begins;
        inlineExecutor().parallelFor(10, 4, [&](std::uint64_t begin, std::uint64_t) {
            threads.insert(std::this_thread::get_id());
            begins.push_back(begin);
        });
        QCOMPARE(threads, std::set{std::this_thread::get_id()});
        QCOMPARE(begins, (std::vector<std::uint64_t>{0, 4, 8}));
    }

    void forkedChildGetsItsOwnPool()
    {
        Executor& kept = defaultExecutor();
        QCOMPARE(sumUpTo(kept, 1'000), 499'500ULL);
        for (int round = 0; round < 10; ++round)
            QCOMPARE(runInChild([&kept] { return sumUpTo(kept, 1'000) == 499'500 ? 0 : 1; }), 0);
        QCOMPARE(sumUpTo(kept, 1'000), 499'500ULL);
    }

    void grandchildToo()
    {
        const int status = runInChild([] {
            sumUpTo(defaultExecutor(), 1'000);
            return runInChild([] { return sumUpTo(defaultExecutor(), 1'000) == 499'500 ? 7 : 1; });
        });
        QCOMPARE(status, 7);
    }

    void forkWhilePoolIsBusy()
    {
        std::atomic<bool> stop{false};
        std::vector<std::thread> busy;
        for (int i = 0; i < 3; ++i) {
            busy.emplace_back([&stop] {
                while (!stop)
                    sumUpTo(defaultExecutor(), 200);
            });
        }
        int failures = 0;
        for (int round = 0; round < 30; ++round)
            failures += runInChild([] { return sumUpTo(defaultExecutor(), 1'000) == 499'500 ? 0 : 1; }) != 0;
        stop = true;
        for (std::thread& thread : busy)
            thread.join();
        QCOMPARE(failures, 0);
    }

    void childThatExitsNormallyDoesNotHang()
    {
        sumUpTo(defaultExecutor(), 1'000);
        const int status = runInChild([]() -> int {
            sumUpTo(defaultExecutor(), 1'000);
            std::exit(3);  // runs the static destructors
        });
        QCOMPARE(status, 3);
    }
};

QTEST_APPLESS_MAIN(TestDefaultExecutor)
#include "tst_default_executor.moc"
