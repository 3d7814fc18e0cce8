#include <QTest>

#include <array>
#include <cmath>

#include "sampling/random_engine.h"

using zrecord::RandomEngine;

class TestRandomEngine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Worked out by hand-written 64-bit arithmetic from the page docs/format/samplers.md.
    void firstOutputs()
    {
        RandomEngine zero(0);
        QCOMPARE(zero.next(), 0x3acfa029e3cc6041ULL);
        QCOMPARE(zero.next(), 0xf5b6515bf2ee419cULL);
        RandomEngine seeded(42);
        QCOMPARE(seeded.next(), 0x8523e80b9315250fULL);
        QCOMPARE(seeded.next(), 0x6eed2e597dc42594ULL);
    }

    void boundOneIsAlwaysZero()
    {
        RandomEngine engine(3);
        for (int i = 0; i < 1'000; ++i)
            QCOMPARE(engine.nextBelow(1), 0ULL);
    }

    void boundsAreKept()
    {
        RandomEngine engine(9);
        for (const std::uint64_t bound : {2ULL, 3ULL, 1ULL << 32, (1ULL << 63) + 1, ~0ULL}) {
            for (int i = 0; i < 10'000; ++i)
                QVERIFY(engine.nextBelow(bound) < bound);
        }
    }

    // A bound just above half of the range: without the rejection the low values would come up twice as often.
    void rejectionRemovesTheBias()
    {
        RandomEngine engine(5);
        const std::uint64_t bound = (1ULL << 63) + (1ULL << 62);
        constexpr int kDraws = 300'000;
        std::array<int, 3> thirds{};
        for (int i = 0; i < kDraws; ++i)
            ++thirds[static_cast<std::size_t>(engine.nextBelow(bound) / (bound / 3))];
        const double sigma = std::sqrt(kDraws * (1.0 / 3) * (2.0 / 3));
        for (const int n : thirds)
            QVERIFY(std::abs(n - kDraws / 3.0) < 4 * sigma);
    }
};

QTEST_APPLESS_MAIN(TestRandomEngine)
#include "tst_random_engine.moc"
