#include <QTest>

#include <atomic>

#include <sys/resource.h>

#include "loading_stores.h"
#include "support/allocation_hook.h"

namespace {

// Calls of the allocator in this program, all threads.
std::atomic<std::uint64_t> allocations{0};
std::atomic<std::uint64_t> largeAllocations{0};
constexpr std::size_t kLarge = 4'096;

void countAllocation(std::size_t size)
{
    allocations.fetch_add(1, std::memory_order_relaxed);
    if (size >= kLarge)
        largeAllocations.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

using namespace zrecord;
using namespace zrecord::test;

/// What a loader costs once all its memories have been used: batches of 1 MiB and their indices are in place.
class TestSteadyState : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { allocationHook = countAllocation; }

    void costs_data()
    {
        QTest::addColumn<int>("order");
        QTest::addColumn<quint64>("prefetch");
        QTest::addColumn<bool>("ordered");
        for (int order = 0; order < 4; ++order)
            for (const quint64 prefetch : {0U, 4U})
                for (const bool ordered : {true, false})
                    QTest::addRow("order %d prefetch %d ordered %d", order, static_cast<int>(prefetch), ordered) << order << prefetch << ordered;
    }

    void costs()
    {
        QFETCH(int, order);
        QFETCH(quint64, prefetch);
        QFETCH(bool, ordered);
        constexpr std::uint64_t kRecords = 256;
        LoadingStores stores;
        stores.addDense("big", kRecords, 32'768);
        LoaderOptions options;
        options.batch = 32;
        options.prefetch = prefetch;
        options.threads = 2;
        options.ordered = ordered;
        if (order == 1)
            options.order = *makeShuffledOrder(kRecords);
        if (order == 2)
            options.order = *makeLocalOrder(kRecords, {8, 4});
        if (order == 3)
            options.order = *makeWeightedOrder(std::vector<double>(kRecords, 1.5));
        DataLoader loader = makeLoader(stores.streams(), options);
        for (int i = 0; i < 60; ++i)
            QVERIFY(loader.next().ok());
        constexpr int kBatches = 200;
        rusage before{};
        rusage after{};
        const std::uint64_t callsBefore = allocations;
        const std::uint64_t largeBefore = largeAllocations;
        ::getrusage(RUSAGE_SELF, &before);
        for (int i = 0; i < kBatches; ++i)
            QVERIFY(loader.next().ok());
        ::getrusage(RUSAGE_SELF, &after);
        const std::uint64_t calls = allocations - callsBefore;
        const std::uint64_t large = largeAllocations - largeBefore;
        const auto faults = after.ru_minflt - before.ru_minflt;
        qInfo("%d batches: %llu allocations, %llu of a page or more, %ld page faults", kBatches, static_cast<unsigned long long>(calls),
              static_cast<unsigned long long>(large), faults);
        // Fresh memory would cost 256 faults and a large allocation for each of the 200 batches. The last buffers of the ring
        // are made when threads first happen to need them all at once, which may be as late as now.
        QCOMPARE(large, std::uint64_t{0});
        QVERIFY2(faults < 4 * 256, qPrintable(QString::number(faults)));
        // Without threads a call makes a stop source for its own read; otherwise only loaderx's tables of a new cycle are fresh.
        QVERIFY2(calls <= (prefetch == 0 ? 3 * kBatches : kBatches / 4), qPrintable(QString::number(calls)));
    }
};

QTEST_APPLESS_MAIN(TestSteadyState)
#include "tst_steady_state.moc"
