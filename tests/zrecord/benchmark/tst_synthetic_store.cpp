#include <QTest>

#include <algorithm>
#include <array>
#include <filesystem>
#include <set>
#include <stop_token>
#include <vector>

#include "benchmark/synthetic_store.h"
#include "support/status_checks.h"
#include "support/store_builder.h"

using namespace zrecord;
using namespace zrecord::test;

class TestSyntheticStore : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void recordsAreOfThePhrasesOrRandom()
    {
        TemporaryFolder folder;
        SyntheticData data;
        data.itemShape = {4'096};
        data.records = 300;
        data.compressibility = 0.25;
        data.codec = Codec::Raw;
        ZR_VERIFY_OK(makeSyntheticStore(folder / "a", data, {}));
        const auto store = Store::open(folder / "a");
        ZR_VERIFY_OK(store);
        QCOMPARE(store->size(), std::uint64_t{300});
        std::vector<std::uint64_t> all(300);
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = i;
        std::vector<std::byte> bytes(300 * 4'096);
        ZR_VERIFY_OK(store->gather(all, bytes));
        // Random stretches are all different; the others are 64.
        std::multiset<std::vector<std::byte>> stretches;
        for (std::size_t at = 0; at < bytes.size(); at += 32)
            stretches.insert({bytes.begin() + static_cast<std::ptrdiff_t>(at), bytes.begin() + static_cast<std::ptrdiff_t>(at + 32)});
        std::size_t phrases = 0;
        std::size_t repeated = 0;
        for (auto at = stretches.begin(); at != stretches.end(); at = stretches.upper_bound(*at))
            if (const std::size_t count = stretches.count(*at); count > 1) {
                ++phrases;
                repeated += count;
            }
        QCOMPARE(phrases, std::size_t{64});
        // 38,400 stretches, a quarter of them: the deviation of that many draws is 85.
        QVERIFY2(repeated > 9'600 - 500 && repeated < 9'600 + 500, qPrintable(QString::number(repeated)));
    }

    void compressibilityIsWhatZstdFinds()
    {
        TemporaryFolder folder;
        for (const auto& [share, least, most] : {std::array{0.0, 0.99, 1.01}, std::array{0.5, 1.4, 2.0}, std::array{0.9, 3.0, 10.0}}) {
            SyntheticData data;
            data.itemShape = {128, 128};
            data.records = 60;
            data.compressibility = share;
            const auto path = folder / std::to_string(share);
            ZR_VERIFY_OK(makeSyntheticStore(path, data, {}));
            const StoreStats stats = Store::open(path)->stats().value();
            const double ratio = static_cast<double>(stats.plainBytes) / static_cast<double>(stats.liveBytes);
            QVERIFY2(ratio > least && ratio < most, qPrintable(QString::number(ratio)));
        }
    }

    void theSeedDecides()
    {
        TemporaryFolder folder;
        BenchmarkOptions options;
        options.rounds = 1;
        options.batches = 2;
        options.workFolder = folder / "work";
        SyntheticData data;
        data.records = 500;
        const auto first = runBenchmark(data, options);
        const auto again = runBenchmark(data, options);
        data.seed = 43;
        const auto other = runBenchmark(data, options);
        for (const auto* report : {&first, &again, &other})
            ZR_VERIFY_OK(*report);
        QCOMPARE(first->fingerprint, again->fingerprint);
        QVERIFY(first->fingerprint != other->fingerprint);
        QCOMPARE(first->store.path.string(), std::string("synthetic |u1 (28, 28), compressibility 0.5, zstd, 500 records"));
        QVERIFY(first->find("limit: libzstd") != nullptr);
        QVERIFY(std::filesystem::is_empty(folder / "work"));
    }

    void everyCodec()
    {
        TemporaryFolder folder;
        BenchmarkOptions options;
        options.rounds = 1;
        options.batches = 2;
        for (const Codec codec : {Codec::Raw, Codec::ZstdDict}) {
            SyntheticData data;
            data.records = 3'000;
            data.codec = codec;
            const auto report = runBenchmark(data, options);
            ZR_VERIFY_OK(report);
            QCOMPARE(report->store.codec, codec);
        }
    }

    void refusalsAndStop()
    {
        TemporaryFolder folder;
        SyntheticData data;
        data.compressibility = 1.5;
        ZR_COMPARE_CODE(makeSyntheticStore(folder / "a", data, {}), ErrorCode::InvalidArgument);
        data.compressibility = 0.5;
        std::stop_source stop;
        stop.request_stop();
        OperationContext context;
        context.stop = stop.get_token();
        BenchmarkOptions options;
        options.workFolder = folder / "work";
        ZR_COMPARE_CODE(runBenchmark(data, options, {}, context), ErrorCode::Cancelled);
        QVERIFY(std::filesystem::is_empty(folder / "work"));
    }
};

QTEST_APPLESS_MAIN(TestSyntheticStore)
#include "tst_synthetic_store.moc"
