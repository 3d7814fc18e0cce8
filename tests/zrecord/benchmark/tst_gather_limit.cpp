#include <QTest>

#include <array>
#include <optional>
#include <stop_token>
#include <vector>

#include "benchmark/gather_limit.h"
#include "benchmark/record_plan.h"
#include "benchmark/store_fingerprint.h"
#include "concurrency/thread_pool.h"
#include "support/status_checks.h"
#include "support/store_builder.h"

using namespace zrecord;
using namespace zrecord::test;

/// The bare loops: what they fetch, and that each stage before and in them can be stopped.
class TestGatherLimit : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        auto store = Store::create(m_folder / "s", denseBytes(7));
        ZR_VERIFY_OK(store);
        ZR_VERIFY_OK(store->append(patternRecords(0, 300, 7)));
        m_store.emplace(std::move(store).value());
        m_stop.request_stop();
        m_stopped.stop = m_stop.get_token();
    }

    void fetchesInTheOrderOfThePlan()
    {
        const std::array<std::uint64_t, 4> plan{250, 3, 3, 299};
        const auto limit = GatherLimit::make(*m_store, plan);
        ZR_VERIFY_OK(limit);
        QCOMPARE(limit->plainBytesBefore(4), std::uint64_t{28});
        for (const GatherLimit::Kind kind : {GatherLimit::Kind::Copy, GatherLimit::Kind::Pread}) {
            std::vector<std::byte> out(21);
            ZR_VERIFY_OK(limit->run(kind, 1, 3, out.data(), {}));
            std::vector<std::byte> expected(21);
            ZR_VERIFY_OK(m_store->gather(std::span(plan).subspan(1), expected));
            QCOMPARE(out, expected);
        }
    }

    void everyStageStops()
    {
        std::vector<std::uint64_t> plan(8'000, 17);
        ZR_COMPARE_CODE(fingerprintStore(*m_store, m_stopped), ErrorCode::Cancelled);
        ZR_COMPARE_CODE(RecordPlan::make(m_store->summary(), {}, m_stopped), ErrorCode::Cancelled);
        ZR_COMPARE_CODE(GatherLimit::make(*m_store, plan, m_stopped), ErrorCode::Cancelled);
        const auto limit = GatherLimit::make(*m_store, plan);
        ZR_VERIFY_OK(limit);
        // A record counts as 4 KiB at least, so each of the pool's parts looks up after some hundred.
        OperationContext stopped = m_stopped;
        ThreadPool pool(2);
        stopped.executor = &pool;
        std::vector<std::byte> out(plan.size() * 7, std::byte{0xEE});
        for (const GatherLimit::Kind kind : {GatherLimit::Kind::Copy, GatherLimit::Kind::Pread, GatherLimit::Kind::Touch})
            ZR_COMPARE_CODE(limit->run(kind, 0, plan.size(), out.data(), stopped), ErrorCode::Cancelled);
        QVERIFY(out.back() == std::byte{0xEE});
    }

    void aBatchHasAnEnd()
    {
        m_store.reset();  // its lock
        BenchmarkOptions options;
        options.batch = UINT64_MAX;
        options.rounds = 1;
        options.batches = 1;
        const auto report = runBenchmark(m_folder / "s", options);
        ZR_VERIFY_OK(report);
        QCOMPARE(report->options.batch, std::uint64_t{300});
    }

private:
    TemporaryFolder m_folder;
    std::optional<Store> m_store;
    std::stop_source m_stop;
    OperationContext m_stopped;
};

QTEST_APPLESS_MAIN(TestGatherLimit)
#include "tst_gather_limit.moc"
