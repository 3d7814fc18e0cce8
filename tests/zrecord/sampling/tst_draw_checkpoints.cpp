#include <QTest>

#include "sampling/draw_checkpoints.h"

using namespace zrecord;

namespace {

/// A generator that names its step.
RandomEngine engineOf(std::uint64_t step)
{
    return RandomEngine(RandomEngine::State{step, step * 3, ~step, step + RandomEngine::kFirstCounter});
}

}  // namespace

class TestDrawCheckpoints : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void nothingIsKnownAtFirst()
    {
        DrawCheckpoints checkpoints(256);
        QVERIFY(!checkpoints.before(0));
        QVERIFY(!checkpoints.before(~0ULL));
        checkpoints.pass(0, engineOf(0));
        checkpoints.pass(4'095, engineOf(4'095));  // 2^20 draws are 4,096 steps of 256
        QVERIFY(!checkpoints.before(~0ULL));
        checkpoints.pass(4'096, engineOf(4'096));
        QVERIFY(!checkpoints.before(4'095));
        QCOMPARE(checkpoints.before(4'096)->step, 4'096ULL);
    }

    // However long the stream: the last checkpoint before any step is a true one, and not far away.
    void staysDenseEnough()
    {
        DrawCheckpoints checkpoints(1U << 20U);  // one step apart at first
        constexpr std::uint64_t kSteps = 10'000;
        for (std::uint64_t step = 0; step < kSteps; ++step)
            checkpoints.pass(step, engineOf(step));
        QCOMPARE(checkpoints.stepsApart(), 64ULL);  // 10,000 / 64 fit, 10,000 / 32 do not
        for (std::uint64_t step = 2 * checkpoints.stepsApart(); step < kSteps; ++step) {
            const auto* checkpoint = checkpoints.before(step);
            QVERIFY(checkpoint);
            QVERIFY(checkpoint->step <= step && step - checkpoint->step < 2 * checkpoints.stepsApart());
            QVERIFY(checkpoint->generator == engineOf(checkpoint->step).state());
        }
    }

    void passingTwiceChangesNothing()
    {
        DrawCheckpoints checkpoints(1U << 20U);
        for (const std::uint64_t step : {1ULL, 2ULL, 3ULL, 1ULL, 2ULL, 3ULL, 4ULL})
            checkpoints.pass(step, engineOf(step));
        for (const std::uint64_t step : {1ULL, 2ULL, 3ULL, 4ULL})
            QCOMPARE(checkpoints.before(step)->step, step);
    }

    void theLastStepsOfAll()
    {
        DrawCheckpoints checkpoints(1);
        checkpoints.pass(~0ULL - 5, engineOf(1));
        checkpoints.pass(~0ULL, engineOf(2));
        QCOMPARE(checkpoints.before(~0ULL - 1)->step, ~0ULL - 5);
        QCOMPARE(checkpoints.before(~0ULL)->step, ~0ULL);
    }
};

QTEST_APPLESS_MAIN(TestDrawCheckpoints)
#include "tst_draw_checkpoints.moc"
