#include <QTest>

#include <atomic>
#include <random>
#include <thread>

#include "store/store_access.h"
#include "support/status_checks.h"
#include "support/store_builder.h"

using namespace zrecord;
using namespace zrecord::test;

/// Several threads on one handle. Every record that is read is compared.
class TestStoreConcurrency : public QObject {
    Q_OBJECT

private slots:
    void gathersBesideAppend_data();
    void gathersBesideAppend();
    void gathersBesideRemoveAndCompact();
    void cancelledVerifyAndCompact();
};

void TestStoreConcurrency::gathersBesideAppend_data()
{
    QTest::addColumn<Codec>("codec");
    QTest::newRow("raw") << Codec::Raw;
    QTest::newRow("zstd") << Codec::Zstd;
}

void TestStoreConcurrency::gathersBesideAppend()
{
    QFETCH(Codec, codec);
    constexpr std::size_t kWidth = 16;
    constexpr std::size_t kBatches = 120;
    constexpr std::size_t kBatch = 30;
    TemporaryFolder folder;
    auto store = StoreAccess::create(folder / "s", denseBytes(kWidth, codec), {}, posixFileSystem(), StoreLimits{1500, 128});
    ZR_VERIFY_OK(store);
    ZR_VERIFY_OK(store->append(patternRecords(0, kBatch, kWidth)));
    std::atomic<bool> done{false};
    std::atomic<int> wrong{0};
    std::atomic<int> gathers{0};
    std::vector<std::thread> readers;
    for (unsigned seed = 0; seed < 4; ++seed)
        readers.emplace_back([&, seed] {
            std::mt19937_64 random(seed);
            std::vector<std::uint64_t> indices(40);
            Bytes bytes(indices.size() * kWidth);
            while (!done || gathers < 200) {
                const std::uint64_t size = store->size();
                for (auto& index : indices)
                    index = random() % size;
                if (!store->gather(indices, bytes).ok())
                    ++wrong;
                for (std::size_t i = 0; i < indices.size(); ++i) {
                    const Bytes record = patternRecord(indices[i], kWidth);
                    if (!std::equal(record.begin(), record.end(), bytes.begin() + static_cast<std::ptrdiff_t>(i * kWidth)))
                        ++wrong;
                }
                ++gathers;
            }
        });
    Status failure;
    for (std::size_t batch = 1; batch < kBatches && failure.ok(); ++batch)
        failure = store->append(patternRecords(batch * kBatch, kBatch, kWidth)).status();
    done = true;
    for (std::thread& reader : readers)
        reader.join();
    ZR_VERIFY_OK(failure);
    QCOMPARE(wrong.load(), 0);
    QVERIFY(gathers >= 200);
    QCOMPARE(store->size(), std::uint64_t{kBatches * kBatch});
    QVERIFY(store->summary().chunks >= 30);
    QCOMPARE(*readDense(*store), patternRecords(0, kBatches * kBatch, kWidth));
}

void TestStoreConcurrency::gathersBesideRemoveAndCompact()
{
    constexpr std::size_t kWidth = 16;
    constexpr std::size_t kCount = 2000;
    TemporaryFolder folder;
    auto store = StoreAccess::create(folder / "s", denseBytes(kWidth), {}, posixFileSystem(), StoreLimits{3000, 256});
    ZR_VERIFY_OK(store);
    ZR_VERIFY_OK(store->append(patternRecords(0, kCount, kWidth)));
    std::atomic<bool> done{false};
    std::atomic<int> wrong{0};
    std::atomic<int> gathers{0};
    std::vector<std::thread> readers;
    for (unsigned seed = 0; seed < 3; ++seed)
        readers.emplace_back([&, seed] {
            std::mt19937_64 random(seed);
            std::vector<std::uint64_t> indices(50);
            Bytes bytes(indices.size() * kWidth);
            while (!done) {
                // Only places that exist to the end; which record lies there changes, but it is always a whole one.
                for (auto& index : indices)
                    index = random() % (kCount / 2);
                if (!store->gather(indices, bytes).ok())
                    ++wrong;
                for (std::size_t i = 0; i < indices.size(); ++i) {
                    const std::span record = std::span(bytes).subspan(i * kWidth, kWidth);
                    const std::uint64_t number = std::to_integer<std::uint64_t>(record[0]) | std::to_integer<std::uint64_t>(record[1]) << 8;
                    const Bytes expected = patternRecord(number, kWidth);
                    if (!std::equal(expected.begin(), expected.end(), record.begin()))
                        ++wrong;
                }
                ++gathers;
            }
        });
    Status failure;
    std::mt19937_64 random(99);
    for (int round = 0; round < 20 && failure.ok(); ++round) {
        std::vector<std::uint64_t> targets(50);
        for (auto& target : targets)
            target = random() % store->size();
        failure = store->remove(targets).status();
        if (failure.ok() && round % 3 == 0)
            failure = store->compact().status();
    }
    done = true;
    for (std::thread& reader : readers)
        reader.join();
    ZR_VERIFY_OK(failure);
    QCOMPARE(wrong.load(), 0);
    QVERIFY(gathers > 0);
    QVERIFY(store->verify()->clean());
}

void TestStoreConcurrency::cancelledVerifyAndCompact()
{
    TemporaryFolder folder;
    auto store = Store::create(folder / "s", denseBytes(64, Codec::Zstd));
    ZR_VERIFY_OK(store);
    ZR_VERIFY_OK(store->append(patternRecords(0, 20'000, 64)));
    const std::vector<std::uint64_t> targets{1, 2, 3};
    ZR_VERIFY_OK(store->remove(targets));
    const auto before = folderContents(folder / "s");
    // Stopped at the end of each stage in turn: the table is read, the records are copied, the new table is written.
    ZR_VERIFY_OK(store->stats());
    for (int stage = 1; stage <= 3; ++stage) {
        std::stop_source source;
        OperationContext context;
        context.stop = source.get_token();
        std::atomic<int> reports{0};
        context.progress = [&](const Progress& progress) {
            if (progress.done == progress.total && ++reports == stage)
                source.request_stop();
        };
        const auto compacted = store->compact(context);
        QVERIFY(source.stop_requested());
        ZR_COMPARE_CODE(compacted, ErrorCode::Cancelled);
        QVERIFY(folderContents(folder / "s") == before);
    }
    std::stop_source source;
    source.request_stop();
    OperationContext context;
    context.stop = source.get_token();
    ZR_COMPARE_CODE(store->verify({}, context), ErrorCode::Cancelled);
    ZR_COMPARE_CODE(store->compact(context), ErrorCode::Cancelled);
    QVERIFY(folderContents(folder / "s") == before);
    QVERIFY(store->verify()->clean());
}

QTEST_APPLESS_MAIN(TestStoreConcurrency)
#include "tst_store_concurrency.moc"
