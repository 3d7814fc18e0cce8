#include <QTest>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <latch>
#include <set>
#include <thread>
#include <vector>

#include <pthread.h>

#include "concurrency/thread_pool.h"

using namespace zrecord;

class TestThreadPool : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyItemOnce_data()
    {
        QTest::addColumn<unsigned>("threads");
        QTest::addColumn<quint64>("count");
        QTest::addColumn<quint64>("grain");
        for (const unsigned threads : {0U, 1U, 2U, 7U}) {
            for (const quint64 count : {0ULL, 1ULL, 2ULL, 63ULL, 64ULL, 65ULL, 10'007ULL}) {
                for (const quint64 grain : {0ULL, 1ULL, 64ULL, 1'000'000ULL}) {
                    QTest::addRow("%u threads, %llu by %llu", threads, count, grain) << threads << count << grain;
                }
            }
        }
    }

    void everyItemOnce()
    {
        QFETCH(unsigned, threads);
        QFETCH(quint64, count);
        QFETCH(quint64, grain);
        ThreadPool pool(threads);
        QCOMPARE(pool.concurrency(), std::max(threads, 1U));
        std::vector<std::atomic<int>> visits(count);
        std::atomic<bool> blocksFit{true};
        pool.parallelFor(count, grain, [&](std::uint64_t begin, std::uint64_t end) {
            if (begin >= end || end > count || end - begin > std::max<quint64>(grain, 1))
                blocksFit = false;
            for (std::uint64_t i = begin; i < end; ++i)
                ++visits[i];
        });
        QVERIFY(blocksFit);
        QVERIFY(std::all_of(visits.begin(), visits.end(), [](const auto& n) { return n == 1; }));
    }

    void countsNearTheLimitDoNotOverflow()
    {
        ThreadPool pool(2);
        std::atomic<std::uint64_t> sum{0};
        const std::uint64_t count = UINT64_MAX - 3;
        pool.parallelFor(count, count / 2, [&](std::uint64_t begin, std::uint64_t end) { sum += end - begin; });
        QCOMPARE(sum.load(), count);
    }

    void workersReallyHelp()
    {
        // Two blocks that each wait for the other: only two threads at once can end this.
        ThreadPool pool(2);
        std::latch bothInside(2);
        std::atomic<int> done{0};
        pool.parallelFor(2, 1, [&](std::uint64_t, std::uint64_t) {
            bothInside.arrive_and_wait();
            ++done;
        });
        QCOMPARE(done.load(), 2);
    }

    void sleepingWorkersWakeUp()
    {
        ThreadPool pool(3);
        for (int round = 0; round < 5; ++round) {
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
            std::latch allInside(3);
            pool.parallelFor(3, 1, [&](std::uint64_t, std::uint64_t) { allInside.arrive_and_wait(); });
        }
    }

    void nestedCallsRunInline()
    {
        ThreadPool pool(4);
        ThreadPool other(4);
        std::atomic<std::uint64_t> sum{0};
        std::atomic<bool> sameThread{true};
        pool.parallelFor(64, 1, [&](std::uint64_t begin, std::uint64_t) {
            const auto outer = std::this_thread::get_id();
            for (ThreadPool* inner : {&pool, &other}) {
                inner->parallelFor(10, 1, [&](std::uint64_t a, std::uint64_t) {
                    if (std::this_thread::get_id() != outer)
                        sameThread = false;
                    sum += begin * 10 + a;
                });
            }
        });
        QVERIFY(sameThread);
        QCOMPARE(sum.load(), 2ULL * (640ULL * 639 / 2));
    }

    void manyCallersAtOnce()
    {
        ThreadPool pool(3);
        constexpr int kCallers = 6;
        constexpr std::uint64_t kRounds = 3'000;
        std::vector<std::thread> callers;
        std::atomic<int> wrong{0};
        for (int c = 0; c < kCallers; ++c) {
            callers.emplace_back([&, c] {
                for (std::uint64_t round = 0; round < kRounds; ++round) {
                    const std::uint64_t count = (round * 7 + static_cast<std::uint64_t>(c)) % 40;
                    std::atomic<std::uint64_t> sum{0};
                    pool.parallelFor(count, 1 + round % 3, [&](std::uint64_t begin, std::uint64_t end) {
                        for (std::uint64_t i = begin; i < end; ++i)
                            sum.fetch_add(i + 1, std::memory_order_relaxed);
                    });
                    if (sum.load(std::memory_order_relaxed) != count * (count + 1) / 2)
                        ++wrong;
                }
            });
        }
        for (std::thread& caller : callers)
            caller.join();
        QCOMPARE(wrong.load(), 0);
    }

    void writesOfTheBodyAreVisibleAfterwards()
    {
        ThreadPool pool(4);
        std::vector<std::uint64_t> values(4'096);
        for (std::uint64_t round = 1; round <= 500; ++round) {
            pool.parallelFor(values.size(), 16, [&](std::uint64_t begin, std::uint64_t end) {
                std::fill(values.begin() + static_cast<std::ptrdiff_t>(begin), values.begin() + static_cast<std::ptrdiff_t>(end), round);
            });
            QVERIFY(std::all_of(values.begin(), values.end(), [round](std::uint64_t v) { return v == round; }));
        }
    }

    void workersBlockSignals()
    {
        ThreadPool pool(2);
        std::latch bothInside(2);
        const auto caller = std::this_thread::get_id();
        std::atomic<int> blocked{-1};
        pool.parallelFor(2, 1, [&](std::uint64_t, std::uint64_t) {
            bothInside.arrive_and_wait();
            if (std::this_thread::get_id() == caller)
                return;
            sigset_t mask;
            pthread_sigmask(SIG_SETMASK, nullptr, &mask);
            blocked = sigismember(&mask, SIGINT);
        });
        QCOMPARE(blocked.load(), 1);
        sigset_t mine;
        pthread_sigmask(SIG_SETMASK, nullptr, &mine);
        QCOMPARE(sigismember(&mine, SIGINT), 0);
    }

    void stoppedPoolWorksInTheCaller()
    {
        ThreadPool pool(4);
        pool.parallelFor(100, 1, [](std::uint64_t, std::uint64_t) {});
        pool.stop();
        pool.stop();
        std::set<std::thread::id> threads;
        pool.parallelFor(100, 1, [&](std::uint64_t, std::uint64_t) { threads.insert(std::this_thread::get_id()); });
        QCOMPARE(threads, std::set{std::this_thread::get_id()});
    }

    void poolsComeAndGo()
    {
        for (int i = 0; i < 100; ++i) {
            ThreadPool pool(4);
            std::atomic<int> n{0};
            pool.parallelFor(8, 1, [&](std::uint64_t, std::uint64_t) { ++n; });
            QCOMPARE(n.load(), 8);
        }
    }
};

QTEST_APPLESS_MAIN(TestThreadPool)
#include "tst_thread_pool.moc"
