#include <QTest>

#include <atomic>
#include <chrono>
#include <set>
#include <stdexcept>
#include <thread>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "loading/step_fault.h"
#include "loading_stores.h"

using namespace zrecord;
using namespace zrecord::test;
using namespace std::chrono_literals;

namespace {

using Indices = std::vector<std::uint64_t>;
using Clock = std::chrono::steady_clock;

LoaderOptions sequential(std::uint64_t batch, std::uint64_t prefetch, unsigned threads)
{
    LoaderOptions options;
    options.batch = batch;
    options.mode = SamplerMode::Sequential;
    options.prefetch = prefetch;
    options.threads = threads;
    return options;
}

bool waitFor(const std::function<bool()>& condition)
{
    const auto deadline = Clock::now() + 20s;
    while (!condition()) {
        if (Clock::now() > deadline)
            return false;
        std::this_thread::sleep_for(1ms);
    }
    return true;
}

}  // namespace

/// Two small stores of 1,000 records, and every way to use, break and end a loader over them.
class TestLoaderPipeline : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_stores = std::make_unique<LoadingStores>();
        m_stores->addDense("a", 1000, 40);
        m_stores->addRagged("b", 1000, Codec::Zstd);
    }
    void cleanup() { m_stores.reset(); }

    void readsNoFurtherThanPrefetch()
    {
        DataLoader loader = makeLoader(m_stores->streams(), sequential(4, 5, 3));
        QVERIFY(waitFor([&] { return loader.stats().ready == 5; }));
        std::this_thread::sleep_for(20ms);
        LoaderStats stats = loader.stats();
        QCOMPARE(stats.ready, std::uint64_t{5});
        QCOMPARE(stats.inWork, std::uint64_t{0});
        QCOMPARE(stats.memories, std::uint64_t{5});
        QCOMPARE(loader.state().step, std::uint64_t{0});
        QVERIFY(loader.next().ok());
        QVERIFY(waitFor([&] { return loader.stats().ready == 5; }));
        stats = loader.stats();
        QCOMPARE(stats.delivered, std::uint64_t{1});
        QCOMPARE(stats.records, std::uint64_t{4});
        QVERIFY(stats.bytes > 4 * 40);
        QCOMPARE(stats.stalls, std::uint64_t{0});
        QCOMPARE(loader.state().step, std::uint64_t{1});
    }

    void withoutPrefetchNothingIsReadAhead()
    {
        std::atomic<int> read{0};
        LoaderOptions options = sequential(4, 0, 0);
        options.transform = [&](Batch&, const TransformContext&) { ++read; return Status(); };
        DataLoader loader = makeLoader(m_stores->streams(), options);
        QVERIFY(loader.waitReady(0ms));
        QCOMPARE(read.load(), 0);
        for (std::uint64_t step = 0; step < 5; ++step) {
            QCOMPARE(indicesOf(*loader.next()), (Indices{4 * step, 4 * step + 1, 4 * step + 2, 4 * step + 3}));
            QCOMPARE(read.load(), static_cast<int>(step + 1));
        }
        QVERIFY(loader.stats().memories <= 2);
    }

    // Batches before a damaged record come first, then its error at its step, then the same error for ever.
    void failuresComeInOrder()
    {
        m_stores->damage(1, 4 * 7 + 2);
        m_stores->damage(1, 4 * 9);
        for (const std::uint64_t prefetch : {0U, 1U, 8U}) {
            DataLoader loader = makeLoader(m_stores->streams(), sequential(4, prefetch, 3));
            for (std::uint64_t step = 0; step < 7; ++step) {
                const auto batch = loader.next();
                QVERIFY2(batch.ok(), qPrintable(messageOf(batch.status())));
                QCOMPARE(batch->step(), step);
                std::this_thread::sleep_for(2ms);  // lets the workers come to both damaged records
            }
            for (int i = 0; i < 3; ++i) {
                const auto failed = loader.next();
                QCOMPARE(failed.code(), ErrorCode::CorruptRecord);
                QCOMPARE(failed.status().record(), std::optional<std::uint64_t>(30));
                QVERIFY(failed.status().what().starts_with("step 7: stream 'b': "));
                QVERIFY(failed.status().store().ends_with("/b"));
            }
            QCOMPARE(loader.state().step, std::uint64_t{7});
            // What a worker still had in hand is given back too.
            QVERIFY(waitFor([&] { return loader.stats().inWork == 0; }));
            QCOMPARE(loader.stats().ready, std::uint64_t{0});
        }
    }

    void skipsAndGoesOn()
    {
        m_stores->damage(1, 30);
        m_stores->damage(0, 31);
        LoaderOptions options = sequential(4, 3, 2);
        options.onCorrupt = OnCorrupt::Skip;
        DataLoader loader = makeLoader(m_stores->streams(), options);
        for (std::uint64_t step = 0; step < 20; ++step) {
            const Batch batch = *loader.next();
            QCOMPARE(batch.step(), step);
            QCOMPARE(batch.records(), std::size_t{step == 7 ? 2U : 4U});
            QCOMPARE(batch.issues().size(), std::size_t{step == 7 ? 2U : 0U});
        }
        QCOMPARE(loader.stats().issues, std::uint64_t{2});
    }

    void lengthChangesAreReported()
    {
        for (const std::uint64_t prefetch : {0U, 2U}) {
            DataLoader loader = makeLoader(m_stores->streams(), sequential(4, prefetch, 2));
            QVERIFY(loader.next().ok());
            const std::uint64_t last = m_stores->store(0).size() - 1;
            QVERIFY(m_stores->store(0).append(denseRecord(last + 1, 40)).ok());
            Status status;
            for (int i = 0; i < 5 && status.ok(); ++i)
                status = loader.next().status();
            QCOMPARE(status.code(), ErrorCode::WrongKind);
            QVERIFY2(status.what().find("stream 'a' had 1000 records") != std::string_view::npos, qPrintable(messageOf(status)));
            QVERIFY(m_stores->store(0).remove(Indices{last + 1}).ok());
        }
    }

    void transformsChangeBatches()
    {
        std::mutex mutex;
        std::map<std::uint64_t, std::uint64_t> seeds;
        LoaderOptions options = sequential(4, 4, 3);
        options.seed = 5;
        options.transform = [&](Batch& batch, const TransformContext& context) {
            for (std::byte& byte : batch.writableBytes(0))
                byte ^= std::byte{0xFF};
            batch.setAttachment(std::make_shared<std::uint64_t>(context.step * 10));
            const std::lock_guard lock(mutex);
            seeds[context.step] = context.seed;
            return Status();
        };
        DataLoader loader = makeLoader(m_stores->streams(), options);
        for (std::uint64_t step = 0; step < 300; ++step) {
            const Batch batch = *loader.next();
            const auto plain = denseRecord(step * 4 % 1000, 40);
            QCOMPARE(batch.streams()[0].bytes[0], plain[0] ^ std::byte{0xFF});
            QCOMPARE(batch.streams()[0].bytes[39], plain[39] ^ std::byte{0xFF});
            QCOMPARE(*static_cast<std::uint64_t*>(batch.attachment().get()), step * 10);
        }
        loader.stop();
        std::set<std::uint64_t> different;
        for (const auto& [step, seed] : seeds) {
            QCOMPARE(seed, transformSeed(5, step, 0));
            different.insert(seed);
        }
        QCOMPARE(different.size(), seeds.size());
        QVERIFY(transformSeed(5, 1, 0) != transformSeed(5, 0, 1));
        QVERIFY(transformSeed(5, 1, 0) != transformSeed(6, 1, 0));
    }

    // The very object that was thrown, at its step, after everything before it.
    void exceptionsOfTransforms()
    {
        struct Odd {
            int first;
            int second;
        };
        for (const std::uint64_t prefetch : {0U, 8U}) {
            LoaderOptions options = sequential(4, prefetch, 2);
            options.transform = [](Batch&, const TransformContext& context) -> Status {
                if (context.step == 7)
                    throw Odd{1, 2};
                if (context.step == 9)
                    throw std::runtime_error("nine");
                return {};
            };
            DataLoader loader = makeLoader(m_stores->streams(), options);
            for (std::uint64_t step = 0; step < 7; ++step)
                QCOMPARE(loader.next()->step(), step);
            QVERIFY(!loader.transformException());
            const auto failed = loader.next();
            QCOMPARE(failed.code(), ErrorCode::InvalidArgument);
            QVERIFY(failed.status().what().starts_with("step 7: the transform failed"));
            try {
                std::rethrow_exception(loader.transformException());
            } catch (const Odd& odd) {
                QCOMPARE(odd.first * 10 + odd.second, 12);
            }
            QCOMPARE(loader.next().status().message(), failed.status().message());
        }
    }

    void unorderedGivesWhatIsReady()
    {
        std::atomic<bool> release{false};
        LoaderOptions options = sequential(4, 4, 4);
        options.ordered = false;
        options.transform = [&](Batch& batch, const TransformContext&) {
            while (batch.step() == 1 && !release)
                std::this_thread::sleep_for(1ms);
            return Status();
        };
        DataLoader loader = makeLoader(m_stores->streams(), options);
        std::multiset<std::uint64_t> steps;
        for (int i = 0; i < 4; ++i)  // 0, 2, 3, 4: the window ends four steps after the slow one
            steps.insert(loader.next()->step());
        QCOMPARE(steps, (std::multiset<std::uint64_t>{0, 2, 3, 4}));
        QVERIFY(!loader.waitReady(20ms));
        QCOMPARE(loader.state().step, std::uint64_t{1});
        release = true;
        for (int i = 0; i < 200; ++i)
            steps.insert(loader.next()->step());
        for (std::uint64_t step = 0; step < 200; ++step)
            QCOMPARE(steps.count(step), std::size_t{1});
    }

    void waitingCanBeCancelled()
    {
        std::atomic<bool> release{false};
        for (const std::uint64_t prefetch : {0U, 2U}) {
            release = false;
            LoaderOptions options = sequential(4, prefetch, 2);
            options.transform = [&](Batch&, const TransformContext& context) {
                while (!release && !context.stop.stop_requested())
                    std::this_thread::sleep_for(1ms);
                return release ? Status() : Status(ErrorCode::Cancelled, "stopped");
            };
            DataLoader loader = makeLoader(m_stores->streams(), options);
            std::stop_source source;
            std::jthread later([&] {
                std::this_thread::sleep_for(20ms);
                source.request_stop();
            });
            QCOMPARE(loader.next(source.get_token()).code(), ErrorCode::Cancelled);
            QCOMPARE(loader.state().step, std::uint64_t{0});
            release = true;
            for (std::uint64_t step = 0; step < 10; ++step)  // nothing was lost
                QCOMPARE(indicesOf(*loader.next()), (Indices{4 * step, 4 * step + 1, 4 * step + 2, 4 * step + 3}));
        }
    }

    void severalConsumersShareTheBatches()
    {
        for (const std::uint64_t prefetch : {0U, 4U}) {
            LoaderOptions options = sequential(4, prefetch, 2);
            options.endStep = 400;
            DataLoader loader = makeLoader(m_stores->streams(), options);
            std::mutex mutex;
            std::multiset<std::uint64_t> steps;
            QString wrong;
            const auto consume = [&] {
                for (;;) {
                    const auto batch = loader.next();
                    const std::lock_guard lock(mutex);
                    if (!batch.ok())
                        wrong = messageOf(batch.status());
                    if (!batch.ok() || !*batch)
                        return;
                    if (const QString difference = m_stores->difference(*batch, batch->indices()); !difference.isEmpty())
                        wrong = difference;
                    steps.insert(batch->step());
                }
            };
            {
                std::jthread first(consume);
                std::jthread second(consume);
                std::jthread third(consume);
            }
            QCOMPARE(wrong, QString());
            QCOMPARE(steps.size(), std::size_t{400});
            QCOMPARE(*steps.begin(), std::uint64_t{0});
            QCOMPARE(*steps.rbegin(), std::uint64_t{399});
            QCOMPARE(std::set<std::uint64_t>(steps.begin(), steps.end()).size(), std::size_t{400});
        }
    }

    // A thousand loaders end at any moment of their life: while starting, reading, full, waited for.
    void stopsAtAnyMoment()
    {
        const auto start = Clock::now();
        auto slowest = Clock::duration::zero();
        for (unsigned i = 0; i < 1000; ++i) {
            LoaderOptions options = sequential(1 + i % 50, i % 9, i % 4);
            options.ordered = i % 3 != 0;
            auto loader = std::make_unique<DataLoader>(makeLoader(m_stores->streams(), options));
            std::atomic<bool> ended{false};
            std::jthread consumer;
            if (i % 2 == 0)
                consumer = std::jthread([&] {
                    for (auto batch = loader->next(); batch.ok(); batch = loader->next())
                        if (!*batch)
                            return;
                    ended = true;
                });
            for (unsigned k = 0; k < i % 5; ++k)
                QVERIFY(loader->next().ok());
            std::this_thread::sleep_for(std::chrono::microseconds(i * 7 % 400));
            const auto before = Clock::now();
            loader->stop();
            slowest = std::max(slowest, Clock::now() - before);
            if (consumer.joinable()) {
                consumer.join();
                QVERIFY(ended);
            }
            QCOMPARE(loader->next().code(), ErrorCode::Closed);
            loader.reset();
        }
        QVERIFY(slowest < 2s);
        QVERIFY(Clock::now() - start < 60s);
    }

    // A transform that sleeps and does not look at its stop token.
    void sleepingTransformsAreLeftBehind()
    {
        const auto release = std::make_shared<std::atomic<bool>>(false);
        const auto left = std::make_shared<std::atomic<int>>(0);
        LoaderOptions options = sequential(4, 2, 2);
        options.abandonTransformsAfter = 50ms;
        options.transform = [release, left](Batch&, const TransformContext&) {
            while (!*release)
                std::this_thread::sleep_for(1ms);
            ++*left;
            return Status();
        };
        {
            DataLoader loader = makeLoader(m_stores->streams(), std::move(options));
            QVERIFY(waitFor([&] { return loader.stats().inWork == 2; }));
            std::this_thread::sleep_for(20ms);
            const auto before = Clock::now();
            loader.stop();
            QVERIFY(Clock::now() - before < 5s);
            QVERIFY(Clock::now() - before >= 45ms);
        }
        QCOMPARE(left->load(), 0);
        *release = true;
        QVERIFY(waitFor([&] { return left->load() == 2 && release.use_count() == 1; }));
    }

    void childOfAForkIsTold()
    {
        auto loader = std::make_unique<DataLoader>(makeLoader(m_stores->streams(), sequential(4, 4, 2)));
        Batch held = *loader->next();
        const ::pid_t child = ::fork();
        if (child == 0) {
            ::alarm(10);
            const bool told = loader->next().code() == ErrorCode::Closed;
            const bool ready = loader->waitReady(10s);
            static_cast<void>(loader->state());
            static_cast<void>(loader->stats());
            loader->stop();
            held = Batch();
            loader.reset();
            ::_exit(told && ready ? 0 : 1);
        }
        int status = -1;
        QCOMPARE(::waitpid(child, &status, 0), child);
        QVERIFY(WIFEXITED(status));
        QCOMPARE(WEXITSTATUS(status), 0);
        for (std::uint64_t step = 1; step < 20; ++step)
            QCOMPARE(loader->next()->step(), step);
    }

    // After every memory has been used once, batches of 1 MiB cost no fresh pages.
    void steadyStateHasNoPageFaults()
    {
        LoadingStores stores;
        stores.addDense("big", 64, 32'768);
        stores.addRagged("small", 64);
        LoaderOptions options = sequential(32, 4, 2);
        DataLoader loader = makeLoader(stores.streams(), options);
        for (int i = 0; i < 100; ++i)
            QVERIFY(loader.next().ok());
        rusage before{};
        rusage after{};
        ::getrusage(RUSAGE_SELF, &before);
        for (int i = 0; i < 200; ++i)
            QVERIFY(loader.next().ok());
        ::getrusage(RUSAGE_SELF, &after);
        // 256 pages each: fresh memory would cost 51,200 faults. What is counted is the whole process, so a few remain.
        QVERIFY2(after.ru_minflt - before.ru_minflt < 2'560, qPrintable(QString::number(after.ru_minflt - before.ru_minflt)));
        QVERIFY(loader.stats().memories <= 7);
    }

private:
    std::unique_ptr<LoadingStores> m_stores;
};

QTEST_APPLESS_MAIN(TestLoaderPipeline)
#include "tst_loader_pipeline.moc"
