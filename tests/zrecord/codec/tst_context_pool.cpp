#include <QTest>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "codec/context_pool.h"

namespace {

std::atomic<int> g_alive{0};

struct FakeContext {
    FakeContext() { ++g_alive; }
    ~FakeContext() { --g_alive; }
    std::atomic<bool> inUse{false};
};

using Pool = zrecord::ContextPool<FakeContext, std::default_delete<FakeContext>>;

}  // namespace

class TestContextPool : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sameThreadGetsTheSameContext()
    {
        Pool pool;
        int made = 0;
        const auto make = [&made] {
            ++made;
            return std::make_unique<FakeContext>();
        };
        FakeContext* first = pool.acquire(make).get();
        for (int i = 0; i < 100; ++i)
            QCOMPARE(pool.acquire(make).get(), first);
        QCOMPARE(made, 1);
    }

    void leasesAtTheSameTimeAreDifferent()
    {
        Pool pool;
        const auto make = [] { return std::make_unique<FakeContext>(); };
        const auto a = pool.acquire(make);
        const auto b = pool.acquire(make);
        QVERIFY(a.get() != b.get());
    }

    void failureGivesAnEmptyLease()
    {
        Pool pool;
        const auto lease = pool.acquire([] { return std::unique_ptr<FakeContext>(); });
        QVERIFY(lease.get() == nullptr);
    }

    void surplusIsFreed()
    {
        {
            Pool pool;
            {
                std::vector<std::unique_ptr<Pool::Lease>> leases;
                for (int i = 0; i < 100; ++i)
                    leases.emplace_back(new Pool::Lease(pool.acquire([] { return std::make_unique<FakeContext>(); })));
                QCOMPARE(g_alive.load(), 100);
            }
            QVERIFY(g_alive.load() < 100);
            QVERIFY(g_alive.load() > 0);
        }
        QCOMPARE(g_alive.load(), 0);
    }

    void neverSharedBetweenThreads()
    {
        {
            Pool pool;
            std::atomic<int> clashes{0};
            std::vector<std::thread> threads;
            for (int t = 0; t < 8; ++t) {
                threads.emplace_back([&] {
                    for (int i = 0; i < 20'000; ++i) {
                        const auto lease = pool.acquire([] { return std::make_unique<FakeContext>(); });
                        if (lease.get()->inUse.exchange(true, std::memory_order_relaxed))
                            ++clashes;
                        lease.get()->inUse.store(false, std::memory_order_relaxed);
                    }
                });
            }
            for (std::thread& thread : threads)
                thread.join();
            QCOMPARE(clashes.load(), 0);
            QVERIFY(g_alive.load() <= 8);
        }
        QCOMPARE(g_alive.load(), 0);
    }
};

QTEST_APPLESS_MAIN(TestContextPool)
#include "tst_context_pool.moc"
