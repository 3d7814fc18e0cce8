#include <QTest>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <thread>

#include "loading_stores.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

using Indices = std::vector<std::uint64_t>;

LoaderOptions optionsOf(std::uint64_t batch, SamplerMode mode, std::uint64_t prefetch, unsigned threads = 0)
{
    LoaderOptions options;
    options.batch = batch;
    options.mode = mode;
    options.seed = 11;
    options.prefetch = prefetch;
    options.threads = threads;
    return options;
}

std::vector<std::uint64_t> checksums(DataLoader& loader, std::uint64_t count)
{
    std::vector<std::uint64_t> sums;
    for (std::uint64_t i = 0; i < count; ++i) {
        const auto batch = loader.next();
        if (!batch.ok() || !*batch)
            break;
        sums.push_back(batch->checksum());
    }
    return sums;
}

}  // namespace

class TestDataLoader : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void batchesEqualTheSampler_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<quint64>("batch");
        QTest::addColumn<int>("codec");
        for (int mode = 0; mode < 3; ++mode)
            for (const quint64 batch : {1U, 8U, 100U, 150U})
                for (int codec = 0; codec < 3; ++codec)
                    QTest::addRow("mode %d batch %d codec %d", mode, static_cast<int>(batch), codec) << mode << batch << codec;
    }

    // Dense and ragged streams of every codec; batches of one record and larger than the store.
    void batchesEqualTheSampler()
    {
        QFETCH(int, mode);
        QFETCH(quint64, batch);
        QFETCH(int, codec);
        constexpr std::uint64_t kRecords = 101;
        LoadingStores stores;
        stores.addDense("image", kRecords, 300, static_cast<Codec>(codec));
        stores.addRagged("text", kRecords, static_cast<Codec>(codec));
        stores.addDense("label", kRecords, 1);
        const auto samplerMode = static_cast<SamplerMode>(mode);
        const auto expected = samplerSteps({kRecords, batch, samplerMode, 11}, 0, 40);
        for (const std::uint64_t prefetch : {0U, 3U}) {
            DataLoader loader = makeLoader(stores.streams(), optionsOf(batch, samplerMode, prefetch));
            QCOMPARE(loader.batchLength(), std::uint64_t{expected[0].size()});
            for (std::uint64_t step = 0; step < expected.size(); ++step) {
                const auto got = loader.next();
                QVERIFY2(got.ok(), qPrintable(messageOf(got.status())));
                QCOMPARE(got->step(), step);
                QCOMPARE(stores.difference(*got, expected[step]), QString());
            }
        }
    }

    void resumesAfterEveryStep_data()
    {
        QTest::addColumn<int>("mode");
        QTest::addColumn<quint64>("prefetch");
        for (int mode = 0; mode < 3; ++mode)
            for (const quint64 prefetch : {0U, 1U, 8U})
                QTest::addRow("mode %d prefetch %d", mode, static_cast<int>(prefetch)) << mode << prefetch;
    }

    // Three cycles: a state taken after any step goes on bit for bit, through its JSON, in new handles of the stores, with
    // another prefetch and another number of threads.
    void resumesAfterEveryStep()
    {
        QFETCH(int, mode);
        QFETCH(quint64, prefetch);
        constexpr std::uint64_t kRecords = 43;
        constexpr std::uint64_t kSteps = 3 * (kRecords / 8);
        LoadingStores stores;
        stores.addDense("a", kRecords, 20, Codec::Zstd);
        stores.addRagged("b", kRecords);
        LoaderOptions options = optionsOf(8, static_cast<SamplerMode>(mode), prefetch, 2);
        std::vector<std::uint64_t> whole;
        std::vector<std::string> states;
        {
            DataLoader loader = makeLoader(stores.streams(), options);
            states.push_back(loader.state().toJson());
            for (std::uint64_t step = 0; step < kSteps + 5; ++step) {
                const auto batch = loader.next();
                QVERIFY(batch.ok());
                whole.push_back(batch->checksum());
                states.push_back(loader.state().toJson());
            }
        }
        stores.closeAll();
        const auto set = AlignedSet::open(stores.path());
        QVERIFY(set.ok());
        const std::uint64_t otherPrefetches[] = {0, 1, 8, 3};
        for (std::uint64_t step = 0; step <= kSteps; ++step) {
            const auto state = LoaderState::fromJson(states[step]);
            QVERIFY(state.ok());
            QCOMPARE(state->step, step);
            options.prefetch = otherPrefetches[step % 4];
            options.threads = static_cast<unsigned>(step % 3);
            options.resume = *state;
            DataLoader loader = makeLoader(LoaderStream::borrowed(*set), options);
            const std::vector<std::uint64_t> rest(whole.begin() + static_cast<std::ptrdiff_t>(step), whole.begin() + static_cast<std::ptrdiff_t>(step + 5));
            QCOMPARE(checksums(loader, 5), rest);
            QCOMPARE(loader.state().toJson(), states[step + 5]);
        }
    }

    // A state of a resumed loader, of a resumed loader, …
    void resumesInAChain()
    {
        LoadingStores stores;
        stores.addDense("a", 29, 9);
        LoaderOptions options = optionsOf(4, SamplerMode::Iid, 2);
        DataLoader reference = makeLoader(stores.streams(), options);
        const auto whole = checksums(reference, 30);
        std::vector<std::uint64_t> pieces;
        while (pieces.size() < whole.size()) {
            DataLoader loader = makeLoader(stores.streams(), options);
            const auto some = checksums(loader, 3);
            pieces.insert(pieces.end(), some.begin(), some.end());
            options.resume = loader.state();
        }
        QCOMPARE(pieces, whole);
    }

    // The state has the generator, so an IID loader goes on at step 10^15 at once; replaying would take years.
    void resumingIidIsImmediate()
    {
        LoadingStores stores;
        stores.addDense("a", 29, 9);
        LoaderOptions options = optionsOf(4, SamplerMode::Iid, 2);
        LoaderState state = makeLoader(stores.streams(), options).state();
        QVERIFY(state.generator.has_value());
        state.step = 1'000'000'000'000'000;
        options.resume = state;
        QCOMPARE(DataLoader::create(stores.streams(), options).code(), ErrorCode::InvalidArgument);
        (*options.resume->generator)[3] += state.step * 4;
        QVERIFY(DataLoader::create(stores.streams(), options).ok());
    }

    void ranks_data()
    {
        QTest::addColumn<quint64>("world");
        QTest::addColumn<quint64>("records");
        QTest::addColumn<int>("mode");
        for (const quint64 world : {1U, 2U, 3U, 7U})
            for (const quint64 records : {10U, 1000U, 1003U})
                for (int mode = 0; mode < 3; ++mode)
                    QTest::addRow("world %d records %d mode %d", static_cast<int>(world), static_cast<int>(records), mode) << world << records << mode;
    }

    // Equal step counts, disjoint parts, and a union that is the order of one rank whatever the world size.
    void ranks()
    {
        QFETCH(quint64, world);
        QFETCH(quint64, records);
        QFETCH(int, mode);
        LoadingStores stores;
        stores.addDense("a", records, 8);
        const auto samplerMode = static_cast<SamplerMode>(mode);
        const auto global = samplerSteps({records, 8, samplerMode, 11}, 0, 20);
        for (const RankSplit split : {RankSplit::Strided, RankSplit::Blocked})
            for (const RankRemainder remainder : {RankRemainder::Drop, RankRemainder::Wrap, RankRemainder::Uneven}) {
                std::vector<std::multimap<std::uint64_t, std::uint64_t>> seen(global.size());
                for (std::uint64_t rank = 0; rank < world; ++rank) {
                    LoaderOptions options = optionsOf(8, samplerMode, 2);
                    options.rank = rank;
                    options.world = world;
                    options.split = split;
                    options.remainder = remainder;
                    options.endStep = global.size();
                    DataLoader loader = makeLoader(stores.streams(), options);
                    for (std::size_t step = 0; step < global.size(); ++step) {
                        const auto batch = loader.next();
                        QVERIFY(batch.ok() && *batch);
                        QCOMPARE(stores.difference(*batch, batch->indices()), QString());
                        for (const std::uint64_t record : batch->indices())
                            seen[step].emplace(record, rank);
                    }
                    const auto after = loader.next();
                    QVERIFY(after.ok() && !*after);
                }
                for (std::size_t step = 0; step < global.size(); ++step) {
                    Indices found;
                    for (const auto& [record, rank] : seen[step])
                        found.push_back(record);
                    Indices expected = global[step];
                    if (remainder == RankRemainder::Drop)
                        expected.resize(expected.size() - expected.size() % world);
                    while (remainder == RankRemainder::Wrap && expected.size() % world != 0)
                        expected.push_back(expected[expected.size() - global[step].size()]);
                    std::ranges::sort(expected);
                    QCOMPARE(found, expected);
                }
            }
    }

    // Two ranks are stopped at different times of different steps, and three go on from the earlier state.
    void elastic()
    {
        LoadingStores stores;
        stores.addDense("a", 1003, 8);
        for (const SamplerMode mode : {SamplerMode::Sequential, SamplerMode::Iid, SamplerMode::Cyclic}) {
            const auto global = samplerSteps({1003, 12, mode, 11}, 0, 400);
            LoaderOptions options = optionsOf(12, mode, 4);
            options.world = 2;
            options.rank = 1;
            DataLoader first = makeLoader(stores.streams(), options);
            QCOMPARE(checksums(first, 321).size(), std::size_t{321});
            options.resume = first.state();
            options.world = 3;
            for (std::uint64_t rank = 0; rank < 3; ++rank) {
                options.rank = rank;
                DataLoader loader = makeLoader(stores.streams(), options);
                for (std::size_t step = 321; step < 330; ++step) {
                    const auto batch = loader.next();
                    QVERIFY(batch.ok());
                    QCOMPARE(batch->step(), std::uint64_t{step});
                    QCOMPARE(indicesOf(*batch), (Indices{global[step][rank], global[step][rank + 3], global[step][rank + 6], global[step][rank + 9]}));
                }
            }
        }
    }

    void refusedAtTheStart()
    {
        LoadingStores stores;
        stores.addDense("image", 100, 8);
        stores.addDense("label", 99, 1);
        const auto unequal = DataLoader::create(stores.streams());
        QCOMPARE(unequal.code(), ErrorCode::InvalidArgument);
        const QString what = QString::fromStdString(std::string(unequal.status().what()));
        QCOMPARE(what, QStringLiteral("the streams do not belong together: 'image' has 100 records, 'label' has 99 records"));

        QCOMPARE(DataLoader::create({}).code(), ErrorCode::InvalidArgument);
        std::vector<LoaderStream> streams = stores.streams();
        streams[1] = LoaderStream::borrowed("image", stores.store(0));
        QCOMPARE(DataLoader::create(streams).code(), ErrorCode::InvalidArgument);
        streams[1].name = "other";
        QVERIFY(DataLoader::create(streams).ok());

        const auto refused = [&streams](auto change) {
            LoaderOptions options = optionsOf(8, SamplerMode::Cyclic, 2);
            change(options);
            return DataLoader::create(streams, options).code();
        };
        QCOMPARE(refused([](LoaderOptions& options) { options.batch = 0; }), ErrorCode::InvalidArgument);
        QCOMPARE(refused([](LoaderOptions& options) { options.batch = UINT64_MAX; options.mode = SamplerMode::Iid; }), ErrorCode::InvalidArgument);
        // What no memory can hold is found when the batch is made, see batchesBeyondAllMemory().
        QCOMPARE(refused([](LoaderOptions& options) { options.batch = UINT64_MAX / 16; options.mode = SamplerMode::Iid; }), ErrorCode::Ok);
        QCOMPARE(refused([](LoaderOptions& options) { options.world = 0; }), ErrorCode::InvalidArgument);
        QCOMPARE(refused([](LoaderOptions& options) { options.world = 2; options.rank = 2; }), ErrorCode::InvalidArgument);
        QCOMPARE(refused([](LoaderOptions& options) { options.world = 9; }), ErrorCode::InvalidArgument);
        QCOMPARE(refused([](LoaderOptions& options) { options.world = 9; options.remainder = RankRemainder::Wrap; }), ErrorCode::Ok);
        QCOMPARE(refused([](LoaderOptions& options) { options.prefetch = 1'000'000; }), ErrorCode::InvalidArgument);
        QCOMPARE(refused([](LoaderOptions& options) { options.mode = static_cast<SamplerMode>(7); }), ErrorCode::InvalidArgument);

        QVERIFY(stores.store(0).close().ok());
        QCOMPARE(DataLoader::create(stores.streams()).code(), ErrorCode::Closed);
        LoadingStores empty;
        empty.addDense("nothing", 0, 4);
        QCOMPARE(DataLoader::create(empty.streams()).code(), ErrorCode::InvalidArgument);
    }

    void batchesBeyondAllMemory()
    {
        LoadingStores stores;
        stores.addDense("a", 100, 8);
        for (const std::uint64_t prefetch : {0U, 2U}) {
            DataLoader loader = makeLoader(stores.streams(), optionsOf(UINT64_MAX / 64, SamplerMode::Iid, prefetch));
            QCOMPARE(loader.next().code(), ErrorCode::OutOfMemory);
            QCOMPARE(loader.next().code(), ErrorCode::OutOfMemory);
        }
    }

    void statesThatDoNotFit()
    {
        LoadingStores stores;
        stores.addDense("a", 50, 4);
        LoaderOptions options = optionsOf(8, SamplerMode::Cyclic, 0);
        const LoaderState state = makeLoader(stores.streams(), options).state();
        const auto refused = [&](auto change) {
            LoaderOptions changed = options;
            changed.resume = state;
            change(changed);
            const auto loader = DataLoader::create(stores.streams(), changed);
            return loader.ok() ? std::string() : std::string(loader.status().what());
        };
        QCOMPARE(refused([](LoaderOptions&) {}), std::string());
        QCOMPARE(refused([](LoaderOptions& o) { o.seed = 12; }), std::string("the state was saved with seed 11, and this loader has 12"));
        QCOMPARE(refused([](LoaderOptions& o) { o.batch = 9; }), std::string("the state was saved with batch 8, and this loader has 9"));
        QCOMPARE(refused([](LoaderOptions& o) { o.mode = SamplerMode::Iid; }), std::string("the state was saved with mode cyclic, and this loader has iid"));
        QCOMPARE(refused([](LoaderOptions& o) { o.resume->length = 51; }), std::string("the state was saved with length 51, and this loader has 50"));
        QCOMPARE(refused([](LoaderOptions& o) { o.firstStep = 1; }), std::string("a state and a first step exclude each other"));
        QCOMPARE(refused([](LoaderOptions& o) { o.rank = 3; o.world = 4; o.split = RankSplit::Blocked; o.prefetch = 5; }), std::string());
    }

    void firstAndLastStep()
    {
        LoadingStores stores;
        stores.addDense("a", 50, 4);
        for (const SamplerMode mode : {SamplerMode::Sequential, SamplerMode::Iid, SamplerMode::Cyclic})
            for (const std::uint64_t prefetch : {0U, 4U}) {
                LoaderOptions options = optionsOf(8, mode, prefetch);
                options.firstStep = 17;
                options.endStep = 20;
                const auto expected = samplerSteps({50, 8, mode, 11}, 17, 3);
                DataLoader loader = makeLoader(stores.streams(), options);
                for (const Indices& step : expected)
                    QCOMPARE(indicesOf(*loader.next()), step);
                for (int i = 0; i < 3; ++i) {
                    const auto end = loader.next();
                    QVERIFY(end.ok() && !*end);
                }
                QCOMPARE(loader.state().step, std::uint64_t{20});
                QCOMPARE(loader.stepsPerCycle(), std::uint64_t{6});
                options.firstStep = 30;
                QVERIFY(!*makeLoader(stores.streams(), options).next());
            }
    }

    void ownedStreamsOutliveTheirMaker()
    {
        LoadingStores stores;
        stores.addDense("a", 50, 4);
        stores.addRagged("b", 50);
        stores.closeAll();
        std::optional<Batch> kept;
        {
            auto set = AlignedSet::open(stores.path());
            QVERIFY(set.ok());
            DataLoader loader = makeLoader(LoaderStream::owned(std::move(*set)), optionsOf(5, SamplerMode::Sequential, 3));
            QCOMPARE(loader.streams().size(), std::size_t{2});
            kept = *loader.next();
        }
        QCOMPARE(stores.difference(*kept, Indices{0, 1, 2, 3, 4}), QString());
        QCOMPARE(kept->find("b")->summary->dtype.str(), std::string("<u2"));
    }

    // References to 50 batches: none changes, and their memory comes back when they go.
    void heldBatchesNeverChange()
    {
        LoadingStores stores;
        stores.addDense("a", 500, 64, Codec::Zstd);
        stores.addRagged("b", 500);
        for (const std::uint64_t prefetch : {0U, 6U}) {
            DataLoader loader = makeLoader(stores.streams(), optionsOf(16, SamplerMode::Cyclic, prefetch, 2));
            std::vector<Batch> held;
            std::vector<std::uint64_t> sums;
            for (int i = 0; i < 50; ++i) {
                held.push_back(*loader.next());
                sums.push_back(held.back().checksum());
            }
            for (int i = 0; i < 100; ++i)
                QVERIFY(loader.next().ok());
            const auto expected = samplerSteps({500, 16, SamplerMode::Cyclic, 11}, 0, 50);
            for (std::size_t i = 0; i < held.size(); ++i) {
                QCOMPARE(held[i].checksum(), sums[i]);
                QCOMPARE(stores.difference(held[i], expected[i]), QString());
            }
            QVERIFY(loader.stats().memories >= 50);
            QVERIFY(loader.stats().memories <= 50 + prefetch + 2 + 2);
            held.clear();
            QVERIFY2(loader.stats().memories <= 2 * prefetch + 4, qPrintable(QString::number(loader.stats().memories)));
        }
    }

    // Every batch says what it took, anew: a transform that sleeps is seen, and the next batch does not carry its time on.
    void batchesKnowTheirTimes()
    {
        LoadingStores stores;
        stores.addDense("a", 500, 64, Codec::Zstd);
        LoaderOptions options = optionsOf(16, SamplerMode::Cyclic, 0);
        options.transform = [](Batch&, const TransformContext& context) {
            if (context.step % 2 == 0)
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
            return Status();
        };
        DataLoader loader = makeLoader(stores.streams(), options);
        for (int i = 0; i < 4; ++i) {
            const Batch batch = *loader.next();
            QVERIFY(batch.times().sampling.count() > 0);
            QVERIFY(batch.times().reading.count() > 0);
            QVERIFY(i % 2 != 0 || batch.times().transforming >= std::chrono::milliseconds(20));
            QVERIFY(i % 2 == 0 || batch.times().transforming.count() > 0);
        }
    }

    void policyNames()
    {
        for (const OnCorrupt policy : {OnCorrupt::Raise, OnCorrupt::Skip, OnCorrupt::Replace})
            QVERIFY(*parseOnCorrupt(onCorruptName(policy)) == policy);
        QCOMPARE(parseOnCorrupt("ignore").code(), ErrorCode::InvalidArgument);
    }
};

QTEST_APPLESS_MAIN(TestDataLoader)
#include "tst_data_loader.moc"
