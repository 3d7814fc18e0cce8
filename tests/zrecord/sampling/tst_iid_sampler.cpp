#include <QTest>

#include <stop_token>
#include <vector>

#include "sampling/iid_sampler.h"

using namespace zrecord;
using enum IidSampler::SeekOutcome;

namespace {

constexpr std::uint64_t kBatch = 1U << 14U;
constexpr std::uint64_t kSteps = 640;  // ten checkpoints
constexpr std::uint64_t kSeed = 42;

std::vector<std::uint64_t> nextBatch(IidSampler& sampler)
{
    std::vector<std::uint64_t> out(kBatch);
    sampler.fill(out);
    return out;
}

/// The generator before each step, by drawing alone.
const std::vector<RandomEngine::State>& generators(std::uint64_t length)
{
    static std::uint64_t of = 0;
    static std::vector<RandomEngine::State> states;
    if (of != length) {
        states.clear();
        RandomEngine engine(kSeed);
        for (std::uint64_t step = 0; step < kSteps; ++step) {
            states.push_back(engine.state());
            for (std::uint64_t i = 0; i < kBatch; ++i)
                engine.nextBelow(length);
        }
        of = length;
    }
    return states;
}

}  // namespace

class TestIidSampler : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Lengths with and without draws that take more than one output.
    void anyStepFromAnyOther_data()
    {
        QTest::addColumn<quint64>("length");
        QTest::newRow("a million") << quint64{1'000'000};
        QTest::newRow("one draw in four is redrawn") << quint64{(1ULL << 63) + (1ULL << 62)};
    }

    void anyStepFromAnyOther()
    {
        QFETCH(quint64, length);
        const auto& expected = generators(length);
        IidSampler sampler(length, kBatch, kSeed);
        std::uint64_t next = 1;
        for (int i = 0; i < 60; ++i) {
            next = next * 6364136223846793005ULL + 1442695040888963407ULL;
            const std::uint64_t step = (next >> 33) % kSteps;
            QVERIFY(sampler.seek(step) == Done);
            QVERIFY(sampler.generator() == expected[step]);
            if (i % 8 != 0)
                continue;
            RandomEngine engine(expected[step]);
            for (const std::uint64_t index : nextBatch(sampler)) {
                if (index != engine.nextBelow(length))
                    QFAIL("another sequence");
            }
        }
    }

    // Walking leaves checkpoints too: a stop that is asked for at once stops every replay longer than none.
    void walkingLeavesCheckpoints()
    {
        IidSampler sampler(1'000, kBatch, kSeed);
        for (std::uint64_t step = 0; step < 130; ++step)
            static_cast<void>(nextBatch(sampler));
        std::stop_source stopped;
        stopped.request_stop();
        QVERIFY(sampler.seek(100, stopped.get_token()) == Stopped);
        QVERIFY(sampler.generator() == generators(1'000)[130]);
        QVERIFY(sampler.seek(64, stopped.get_token()) == Done);
        QVERIFY(sampler.generator() == generators(1'000)[64]);
        QVERIFY(sampler.seek(128, stopped.get_token()) == Done);
        QVERIFY(sampler.generator() == generators(1'000)[128]);
    }

    // A generator of another seed draws on as it is told to, and is gone after going back.
    void foreignGeneratorsLeaveNoCheckpoints()
    {
        RandomEngine foreign(kSeed + 1);
        for (std::uint64_t i = 0; i < 10 * kBatch; ++i)
            foreign.nextBelow(1'000);
        IidSampler sampler(1'000, kBatch, kSeed);
        QVERIFY(sampler.restore(10, foreign.state()));
        QVERIFY(sampler.seek(200) == Done);
        for (std::uint64_t step = 200; step < 300; ++step)
            static_cast<void>(nextBatch(sampler));
        for (const std::uint64_t step : {130ULL, 64ULL, 200ULL, 299ULL}) {
            QVERIFY(sampler.seek(0) == Done);
            QVERIFY(sampler.seek(step) == Done);
            QVERIFY(sampler.generator() == generators(1'000)[step]);
        }
    }
};

QTEST_APPLESS_MAIN(TestIidSampler)
#include "tst_iid_sampler.moc"
