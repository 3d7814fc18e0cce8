#include <QTest>

#include "sampling/batch_cut.h"

using namespace zrecord;

namespace {

BatchCut cutOf(std::uint64_t cycle, std::uint64_t batch, CycleEnd end, std::optional<std::uint64_t> epochs = {})
{
    BatchCut cut(cycle, {batch, 42, end, epochs});
    const bool done = cut.limit(epochs).ok();
    Q_ASSERT(done);
    static_cast<void>(done);
    return cut;
}

QString windowText(const BatchCut& cut, std::uint64_t step, std::uint64_t window)
{
    const BatchCut::Window found = cut.windowOf(step, window);
    return QString::number(found.first) + QStringLiteral("-") + QString::number(found.end);
}

}  // namespace

/// Where batches begin and end is in tst_batch_order.
class TestBatchCut : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // 10 records in batches of 3: windows of two steps do not cross the end of a cycle of 3 or 4 steps.
    void windowsEndWithTheCycle()
    {
        const BatchCut drop = cutOf(10, 3, CycleEnd::Drop);
        const QStringList expected{"0-2", "0-2", "2-3", "3-5", "3-5", "5-6"};
        for (std::uint64_t step = 0; step < 6; ++step)
            QCOMPARE(windowText(drop, step, 2), expected[static_cast<qsizetype>(step)]);
        const BatchCut keep = cutOf(10, 3, CycleEnd::Keep);
        QCOMPARE(windowText(keep, 3, 3), QStringLiteral("3-4"));
        QCOMPARE(windowText(keep, 4, 3), QStringLiteral("4-7"));
        QCOMPARE(windowText(keep, 4, 100), QStringLiteral("4-8"));
    }

    void windowsThatRunOnEndWithTheLastStep()
    {
        const BatchCut cut = cutOf(10, 3, CycleEnd::Continue, 2);
        QCOMPARE(cut.endStep(), std::optional<std::uint64_t>(7));
        QCOMPARE(windowText(cut, 3, 4), QStringLiteral("0-4"));
        QCOMPARE(windowText(cut, 5, 4), QStringLiteral("4-7"));
        QCOMPARE(windowText(cutOf(10, 3, CycleEnd::Continue), ~std::uint64_t{0}, 4), QStringLiteral("18446744073709551612-18446744073709551615"));
    }

    void lastPieces()
    {
        QCOMPARE(cutOf(10, 3, CycleEnd::Continue, 2).pieceOf(6)->count, std::uint64_t{2});
        QCOMPARE(cutOf(10, 3, CycleEnd::Keep).pieceOf(7)->count, std::uint64_t{1});
        QCOMPARE(cutOf(10, 3, CycleEnd::Keep).pieceOf(7)->position, std::uint64_t{19});
        QCOMPARE(cutOf(10, 3, CycleEnd::Keep, 2).pieceOf(8).code(), ErrorCode::OutOfRange);
    }
};

QTEST_APPLESS_MAIN(TestBatchCut)
#include "tst_batch_cut.moc"
