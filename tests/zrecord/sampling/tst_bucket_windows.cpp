#include <QTest>

#include <algorithm>
#include <atomic>

#include "order_statistics.h"
#include "zrecord/batch_order.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

using Indices = std::vector<std::uint64_t>;

constexpr std::uint64_t kRecords = 1'003;

// Lengths from 1 to 1,000, most of them short, without regularity.
std::uint64_t lengthOf(std::uint64_t record)
{
    const std::uint64_t mixed = record * 2'654'435'761 % 1'000;
    return 1 + mixed * mixed / 1'000;
}

Status readLengths(std::span<const std::uint64_t> records, std::span<std::uint64_t> lengths, const OperationContext&)
{
    std::ranges::transform(records, lengths.begin(), lengthOf);
    return {};
}

BatchOrder bucketed(std::uint64_t batch, CycleEnd end, std::uint64_t window, std::optional<std::uint64_t> epochs = {})
{
    return *BatchOrder::create(*makeShuffledOrder(kRecords), {batch, 5, end, epochs, {readLengths, "text", window}});
}

Indices stepOf(const BatchOrder& order, std::uint64_t step)
{
    Indices out;
    return order.fill(step, out).ok() ? out : Indices{};
}

/// What padding adds to the batches of the first cycle, as a share of the padded size.
double waste(const BatchOrder& order)
{
    double used = 0;
    double padded = 0;
    for (std::uint64_t step = 0; step < order.stepsPerCycle(); ++step) {
        std::uint64_t longest = 0;
        const Indices records = stepOf(order, step);
        for (const std::uint64_t record : records) {
            longest = std::max(longest, lengthOf(record));
            used += static_cast<double>(lengthOf(record));
        }
        padded += static_cast<double>(longest * records.size());
    }
    return 1 - used / padded;
}

}  // namespace

class TestBucketWindows : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void windowsKeepTheirRecords_data()
    {
        QTest::addColumn<int>("end");
        QTest::addColumn<quint64>("window");
        for (int end = 0; end < 3; ++end)
            for (const quint64 window : {1U, 5U, 1'000U})
                QTest::addRow("end %d window %d", end, static_cast<int>(window)) << end << window;
    }

    // Sorted or not, a window holds the same records, its steps have the sizes they had, and no step of another window changes.
    void windowsKeepTheirRecords()
    {
        QFETCH(int, end);
        QFETCH(quint64, window);
        const BatchOrder plain = *BatchOrder::create(*makeShuffledOrder(kRecords), {32, 5, static_cast<CycleEnd>(end), 2});
        const BatchOrder order = bucketed(32, static_cast<CycleEnd>(end), window, 2);
        QCOMPARE(order.endStep(), plain.endStep());
        Indices before;
        Indices after;
        std::vector<std::size_t> sizesBefore;
        std::vector<std::size_t> sizesAfter;
        for (std::uint64_t step = 0; step < *order.endStep(); ++step) {
            const Indices a = stepOf(plain, step);
            const Indices b = stepOf(order, step);
            sizesBefore.push_back(a.size());
            sizesAfter.push_back(b.size());
            before.insert(before.end(), a.begin(), a.end());
            after.insert(after.end(), b.begin(), b.end());
            // A window that begins anew with each cycle ends with it, too.
            const std::uint64_t inCycle = end == 2 ? step : step % order.stepsPerCycle();
            const bool closes = (inCycle + 1) % window == 0 || step + 1 == *order.endStep() || (end != 2 && inCycle + 1 == order.stepsPerCycle());
            if (!closes)
                continue;
            std::ranges::sort(before);
            std::ranges::sort(after);
            QCOMPARE(after, before);
            before.clear();
            after.clear();
        }
        QCOMPARE(sizesAfter, sizesBefore);
    }

    void seekingEqualsWalking()
    {
        const BatchOrder order = bucketed(16, CycleEnd::Keep, 7);
        std::vector<Indices> walk;
        for (std::uint64_t step = 0; step < 150; ++step)
            walk.push_back(stepOf(order, step));
        const BatchOrder other = bucketed(16, CycleEnd::Keep, 7);
        for (std::uint64_t i = 0; i < 150; ++i) {
            const std::uint64_t step = i * 37 % 150;
            QCOMPARE(stepOf(other, step), walk[step]);
        }
        QVERIFY(!stepOf(order, 1'000'000'000'000).empty());
    }

    // 60 percent and more are padding without buckets; with windows of one batch nothing changes, with 8 and 31 it falls.
    void lessIsPadded()
    {
        const double without = waste(*BatchOrder::create(*makeShuffledOrder(kRecords), {32, 5, CycleEnd::Keep, {}}));
        QVERIFY2(without > 0.6, qPrintable(QString::number(without)));
        QCOMPARE(waste(bucketed(32, CycleEnd::Keep, 1)), without);
        const double eight = waste(bucketed(32, CycleEnd::Keep, 8));
        QVERIFY2(eight < 0.3, qPrintable(QString::number(eight)));
        const double all = waste(bucketed(32, CycleEnd::Keep, 32));
        QVERIFY2(all < 0.1, qPrintable(QString::number(all)));
    }

    // Short batches do not come first: the mean length of step k of a window says nothing about k.
    void stepsOfAWindowAreInRandomOrder()
    {
        const BatchOrder order = bucketed(10, CycleEnd::Drop, 5);
        std::vector<std::uint64_t> shortest(5);
        for (std::uint64_t window = 0; window < 2'000; ++window) {
            std::uint64_t best = 0;
            std::uint64_t least = ~std::uint64_t{0};
            for (std::uint64_t step = 0; step < 5; ++step) {
                std::uint64_t sum = 0;
                for (const std::uint64_t record : stepOf(order, window * 5 + step))
                    sum += lengthOf(record);
                if (sum < least) {
                    least = sum;
                    best = step;
                }
            }
            ++shortest[best];
        }
        QVERIFY2(std::abs(chiSquareSigmas(shortest)) < 4, qPrintable(QString::number(chiSquareSigmas(shortest))));
    }

    // Nor do short records in a batch: the first half of its places is not shorter than the second.
    void placesOfABatchAreInRandomOrder()
    {
        const BatchOrder order = bucketed(32, CycleEnd::Drop, 8);
        std::vector<std::uint64_t> firstHalf(2);
        for (std::uint64_t step = 0; step < 2'000; ++step) {
            const Indices records = stepOf(order, step);
            const auto longest = std::ranges::max_element(records, {}, lengthOf);
            ++firstHalf[longest - records.begin() < 16 ? 0 : 1];
        }
        QVERIFY2(std::abs(chiSquareSigmas(firstHalf)) < 4, qPrintable(QString::number(chiSquareSigmas(firstHalf))));
    }

    // Lengths are read once for each window, however its steps are asked for; failures are passed on and not kept.
    void lengthsAreReadOnce()
    {
        std::uint64_t calls = 0;
        bool fails = false;
        const LengthReader counting = [&](std::span<const std::uint64_t> records, std::span<std::uint64_t> lengths, const OperationContext& context) {
            ++calls;
            return fails ? Status(ErrorCode::IoError, "no lengths today") : readLengths(records, lengths, context);
        };
        const BatchOrder order = *BatchOrder::create(*makeShuffledOrder(kRecords), {16, 5, CycleEnd::Drop, {}, {counting, "text", 8}});
        for (const std::uint64_t step : {0U, 7U, 8U, 3U, 9U, 15U, 1U})
            QCOMPARE(stepOf(order, step).size(), std::size_t{16});
        QCOMPARE(calls, std::uint64_t{2});
        fails = true;
        Indices out;
        QCOMPARE(order.fill(16, out).code(), ErrorCode::IoError);
        fails = false;
        QVERIFY(order.fill(16, out).ok());
    }

    void refused()
    {
        QCOMPARE(BatchOrder::create(*makeShuffledOrder(10), {4, 5, CycleEnd::Drop, {}, {readLengths, "text", 0}}).code(), ErrorCode::InvalidArgument);
        QCOMPARE(bucketed(4, CycleEnd::Keep, 8).identity(), std::string("shuffled(1003)/keep/buckets(text,window=8)"));
        Indices out;
        QCOMPARE(bucketed(4, CycleEnd::Keep, 8, 1).fill(1'000, out).code(), ErrorCode::OutOfRange);
    }
};

QTEST_APPLESS_MAIN(TestBucketWindows)
#include "tst_bucket_windows.moc"
