#include <QTest>

#include <QJsonArray>
#include <QJsonObject>

#include <string>
#include <vector>

#include "golden_vectors.h"
#include "zrecord/sampler.h"

using namespace zrecord;

namespace {

std::vector<std::uint64_t> nextBatch(Sampler& sampler)
{
    std::vector<std::uint64_t> out(sampler.batchLength());
    return sampler.next(out).ok() ? out : std::vector<std::uint64_t>();
}

Sampler makeSampler(const SamplerOptions& options)
{
    auto made = Sampler::create(options);
    Q_ASSERT(made.ok());
    return std::move(made).value();
}

constexpr std::uint64_t kMax = ~std::uint64_t{0};

}  // namespace

class TestSampler : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void goldenVectors_data()
    {
        QTest::addColumn<QJsonObject>("vector");
        const QJsonArray vectors = samplerVectors();
        QCOMPARE(vectors.size(), 270);
        for (const QJsonValue& value : vectors) {
            const QJsonObject vector = value.toObject();
            QTest::addRow("mode %d length %lld batch %d seed %lld", vector[QLatin1String("mode")].toInt(),
                          static_cast<long long>(vector[QLatin1String("length")].toInteger()),
                          vector[QLatin1String("batch")].toInt(),
                          static_cast<long long>(vector[QLatin1String("seed")].toInteger()))
                << vector;
        }
    }

    void goldenVectors()
    {
        QFETCH(QJsonObject, vector);
        SamplerOptions options;
        options.length = number(vector[QLatin1String("length")]);
        options.batch = number(vector[QLatin1String("batch")]);
        options.mode = static_cast<SamplerMode>(vector[QLatin1String("mode")].toInt());
        options.seed = number(vector[QLatin1String("seed")]);
        Sampler sampler = makeSampler(options);
        const QJsonArray first = vector[QLatin1String("first")].toArray();
        for (const QJsonValue& batch : first)
            QCOMPARE(nextBatch(sampler), numbers(batch));
        const std::uint64_t step = number(vector[QLatin1String("step")]);
        const std::vector<std::uint64_t> atStep = numbers(vector[QLatin1String("at_step")]);
        QVERIFY(sampler.seek(step).ok());
        QCOMPARE(sampler.step(), step);
        QCOMPARE(nextBatch(sampler), atStep);
        QCOMPARE(sampler.step(), step + 1);
        for (qsizetype i = first.size(); i-- > 0;) {  // backwards
            QVERIFY(sampler.seek(static_cast<std::uint64_t>(i)).ok());
            QCOMPARE(nextBatch(sampler), numbers(first.at(i)));
        }
        QVERIFY(sampler.seek(step).ok());
        QCOMPARE(nextBatch(sampler), atStep);
    }

    // The table in docs/format/samplers.md.
    void workedExample()
    {
        using Batch = std::vector<std::uint64_t>;
        const std::vector<std::vector<Batch>> expected{
            {{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 0, 1}, {2, 3, 4, 5}},
            {{5, 4, 4, 6}, {1, 7, 1, 2}, {1, 8, 6, 1}, {9, 6, 9, 1}},
            {{4, 9, 2, 3}, {0, 7, 8, 5}, {6, 7, 3, 4}, {1, 0, 5, 2}},
        };
        for (std::size_t mode = 0; mode < expected.size(); ++mode) {
            Sampler sampler = makeSampler({10, 4, static_cast<SamplerMode>(mode), 42});
            for (const Batch& batch : expected[mode])
                QCOMPARE(nextBatch(sampler), batch);
        }
    }

    void everyStepEqualsASeek_data()
    {
        QTest::addColumn<int>("mode");
        for (const int mode : {0, 1, 2})
            QTest::addRow("mode %d", mode) << mode;
    }

    void everyStepEqualsASeek()
    {
        QFETCH(int, mode);
        for (const std::uint64_t length : {1ULL, 2ULL, 7ULL, 100ULL, (1ULL << 32) - 1, (1ULL << 32) + 1}) {
            for (const std::uint64_t batch : {1ULL, 3ULL, 8ULL, 130ULL}) {
                const SamplerOptions options{length, batch, static_cast<SamplerMode>(mode), 5};
                Sampler walking = makeSampler(options);
                Sampler seeking = makeSampler(options);
                for (std::uint64_t step = 0; step < 60; ++step) {
                    QVERIFY(seeking.seek((step * 37) % 60).ok());
                    QVERIFY(seeking.seek(step).ok());
                    QCOMPARE(nextBatch(walking), nextBatch(seeking));
                }
            }
        }
    }

    void batchLengthIsShortOnlyForCyclic()
    {
        QCOMPARE(makeSampler({10, 16, SamplerMode::Sequential, 0}).batchLength(), 16ULL);
        QCOMPARE(makeSampler({10, 16, SamplerMode::Iid, 0}).batchLength(), 16ULL);
        QCOMPARE(makeSampler({10, 16, SamplerMode::Cyclic, 0}).batchLength(), 10ULL);
        QCOMPARE(makeSampler({17, 16, SamplerMode::Cyclic, 0}).batchLength(), 16ULL);
    }

    void sequentialWrapsAround()
    {
        Sampler sampler = makeSampler({5, 3, SamplerMode::Sequential, 99});
        QCOMPARE(nextBatch(sampler), (std::vector<std::uint64_t>{0, 1, 2}));
        QCOMPARE(nextBatch(sampler), (std::vector<std::uint64_t>{3, 4, 0}));
        QCOMPARE(nextBatch(sampler), (std::vector<std::uint64_t>{1, 2, 3}));
        Sampler single = makeSampler({1, 4, SamplerMode::Sequential, 0});
        QCOMPARE(nextBatch(single), (std::vector<std::uint64_t>{0, 0, 0, 0}));
    }

    // The first position of a batch wraps at 2^64; inside the batch the indices simply go on.
    void sequentialPastTheEndOfTheNumbers()
    {
        Sampler sampler = makeSampler({10, 4, SamplerMode::Sequential, 0});
        QVERIFY(sampler.seek((1ULL << 62) - 1).ok());  // positions 2^64 − 4 …
        QCOMPARE(nextBatch(sampler), (std::vector<std::uint64_t>{2, 3, 4, 5}));
        QCOMPARE(nextBatch(sampler), (std::vector<std::uint64_t>{0, 1, 2, 3}));
        Sampler odd = makeSampler({10, 3, SamplerMode::Sequential, 0});
        QVERIFY(odd.seek(kMax / 3).ok());  // begins at 2^64 − 1
        QCOMPARE(nextBatch(odd), (std::vector<std::uint64_t>{5, 6, 7}));
        QCOMPARE(nextBatch(odd), (std::vector<std::uint64_t>{2, 3, 4}));
        Sampler whole = makeSampler({kMax, 2, SamplerMode::Sequential, 0});
        QVERIFY(whole.seek(kMax / 2).ok());  // begins at 2^64 − 2, the last of 2^64 − 1 records
        QCOMPARE(nextBatch(whole), (std::vector<std::uint64_t>{kMax - 1, 0}));
    }

    void lastStepIsReachable()
    {
        for (const SamplerMode mode : {SamplerMode::Sequential, SamplerMode::Cyclic}) {
            Sampler sampler = makeSampler({1'000, 7, mode, 1});
            QVERIFY(sampler.seek(kMax).ok());
            const auto batch = nextBatch(sampler);
            QCOMPARE(batch.size(), std::size_t{7});
            for (const std::uint64_t index : batch)
                QVERIFY(index < 1'000);
        }
    }

    void iidRefusesUnreachableSteps()
    {
        Sampler sampler = makeSampler({1'000, 256, SamplerMode::Iid, 1});
        static_cast<void>(nextBatch(sampler));
        const Status status = sampler.seek(kMax / 255);
        QVERIFY(status.code() == ErrorCode::OutOfRange);
        QCOMPARE(sampler.step(), 1ULL);
        Sampler other = makeSampler({1'000, 256, SamplerMode::Iid, 1});
        QVERIFY(other.seek(1).ok());
        QCOMPARE(nextBatch(sampler), nextBatch(other));
    }

    void seedsDiffer()
    {
        for (const SamplerMode mode : {SamplerMode::Iid, SamplerMode::Cyclic}) {
            Sampler a = makeSampler({1'000'000, 64, mode, 1});
            Sampler b = makeSampler({1'000'000, 64, mode, 2});
            Sampler c = makeSampler({1'000'000, 64, mode, kMax});
            const auto first = nextBatch(a);
            QVERIFY(first != nextBatch(b));
            QVERIFY(first != nextBatch(c));
        }
    }

    void invalidArguments()
    {
        QVERIFY(Sampler::create({0, 1, SamplerMode::Cyclic, 0}).code() == ErrorCode::InvalidArgument);
        QVERIFY(Sampler::create({1, 0, SamplerMode::Sequential, 0}).code() == ErrorCode::InvalidArgument);
        QVERIFY(Sampler::create({1, 1, static_cast<SamplerMode>(7), 0}).code() == ErrorCode::InvalidArgument);
        QVERIFY(Sampler::create({1, kMax, SamplerMode::Sequential, 0}).code() == ErrorCode::InvalidArgument);
        QVERIFY(Sampler::create({kMax, kMax, SamplerMode::Cyclic, 0}).code() == ErrorCode::InvalidArgument);
        QVERIFY(Sampler::create({kMax, 1, SamplerMode::Cyclic, 0}).ok());
        QVERIFY(Sampler::create({3, kMax, SamplerMode::Cyclic, 0}).ok());  // one batch of 3
    }

    void tooLittleRoomKeepsTheStep()
    {
        for (const SamplerMode mode : {SamplerMode::Sequential, SamplerMode::Iid, SamplerMode::Cyclic}) {
            Sampler sampler = makeSampler({100, 8, mode, 3});
            std::vector<std::uint64_t> small(7);
            QVERIFY(sampler.next(small).code() == ErrorCode::BufferTooSmall);
            QCOMPARE(sampler.step(), 0ULL);
            Sampler fresh = makeSampler({100, 8, mode, 3});
            QCOMPARE(nextBatch(sampler), nextBatch(fresh));
        }
    }

    void moreRoomIsLeftAlone()
    {
        Sampler sampler = makeSampler({100, 3, SamplerMode::Cyclic, 3});
        std::vector<std::uint64_t> room(5, kMax);
        QVERIFY(sampler.next(room).ok());
        QVERIFY(room[2] < 100);
        QCOMPARE(room[3], kMax);
        QCOMPARE(room[4], kMax);
    }

    void modesHaveNames()
    {
        for (const auto& [mode, name] : {std::pair{SamplerMode::Sequential, "sequential"}, {SamplerMode::Iid, "iid"}, {SamplerMode::Cyclic, "cyclic"}}) {
            QCOMPARE(std::string(samplerModeName(mode)), std::string(name));
            QVERIFY(parseSamplerMode(name).value() == mode);
            QVERIFY(parseSamplerMode(std::to_string(static_cast<int>(mode))).value() == mode);
        }
        for (const char* text : {"", "3", "-1", "Cyclic", "random", "01"})
            QVERIFY(parseSamplerMode(text).code() == ErrorCode::InvalidArgument);
    }

    // A state taken anywhere goes on there, in a sampler that has been elsewhere.
    void restoresItsState()
    {
        for (const SamplerMode mode : {SamplerMode::Sequential, SamplerMode::Iid, SamplerMode::Cyclic}) {
            const SamplerOptions options{1003, 8, mode, 42};
            Sampler sampler = makeSampler(options);
            Sampler other = makeSampler(options);
            QVERIFY(other.seek(500).ok());
            for (std::uint64_t step = 0; step < 300; ++step) {
                const SamplerState state = sampler.state();
                QCOMPARE(state.step, step);
                QCOMPARE(state.generator.has_value(), mode == SamplerMode::Iid);
                QVERIFY(other.restore(state).ok());
                QVERIFY(other.state() == state);
                QCOMPARE(nextBatch(other), nextBatch(sampler));
            }
            QVERIFY(other.restore({7, std::nullopt}).ok());  // replays
            QVERIFY(sampler.seek(7).ok());
            QCOMPARE(nextBatch(other), nextBatch(sampler));
        }
    }

    void refusesStatesOfOthers()
    {
        Sampler iid = makeSampler({1003, 8, SamplerMode::Iid, 42});
        Sampler cyclic = makeSampler({1003, 8, SamplerMode::Cyclic, 42});
        SamplerState state = iid.state();
        QCOMPARE(cyclic.restore(state).code(), ErrorCode::InvalidArgument);
        state.step = 1;  // 8 draws later the counter is at least 8 higher
        QCOMPARE(iid.restore(state).code(), ErrorCode::InvalidArgument);
        state.step = kMax / 4;
        QCOMPARE(iid.restore(state).code(), ErrorCode::InvalidArgument);
        QCOMPARE(iid.step(), std::uint64_t{0});
    }
};

QTEST_APPLESS_MAIN(TestSampler)
#include "tst_sampler.moc"
