#include <QTest>

#include <algorithm>
#include <set>

#include "order_statistics.h"
#include "sampling/local_order.h"

using namespace zrecord;
using namespace zrecord::test;

class TestLocalOrder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyRecordOnceACycle_data()
    {
        QTest::addColumn<quint64>("length");
        QTest::addColumn<quint64>("block");
        QTest::addColumn<quint64>("window");
        for (const quint64 length : {1U, 2U, 63U, 64U, 65U, 1'000U, 1'003U})
            for (const quint64 block : {1U, 7U, 64U, 5'000U})
                for (const quint64 window : {1U, 3U, 1'000U})
                    QTest::addRow("%llu %llu %llu", static_cast<unsigned long long>(length), static_cast<unsigned long long>(block),
                                  static_cast<unsigned long long>(window))
                        << length << block << window;
    }

    void everyRecordOnceACycle()
    {
        QFETCH(quint64, length);
        QFETCH(quint64, block);
        QFETCH(quint64, window);
        const SharedOrder order = *makeLocalOrder(length, {block, window});
        for (std::uint64_t cycle = 0; cycle < 4; ++cycle) {
            std::vector<std::uint64_t> values = taken(*order, 3, cycle * length, length);
            for (std::uint64_t i = 0; i < length; i += 1 + length / 20)
                QCOMPARE(taken(*order, 3, cycle * length + i, 1).front(), values[i]);
            std::ranges::sort(values);
            for (std::uint64_t i = 0; i < length; ++i)
                QCOMPARE(values[i], i);
        }
    }

    void windowsFollowEachOther()
    {
        for (const std::uint64_t length : {1U, 100U, 1'003U, 99'999U}) {
            const LocalOrder order(length, {7, 5});
            std::uint64_t place = 0;
            for (std::uint64_t number = 0; place < length; ++number) {
                const LocalOrder::Window window = order.windowOf(place);
                QCOMPARE(window.number, number);
                QCOMPARE(window.first, place);
                QVERIFY(window.end > place && window.end - place <= 35);
                QCOMPARE(order.windowOf(window.end - 1).number, number);
                // No window is left with next to nothing.
                QVERIFY(length < 36 || window.end - place > 35 / 2 - 7);
                place = window.end;
            }
        }
    }

    // What it is for: a window's records come from `window` runs of neighbours (one more where a run goes round the end).
    void windowsReadFewRuns()
    {
        constexpr std::uint64_t kLength = 100'000;
        const LocalOrder order(kLength, {50, 20});
        for (std::uint64_t place = 0; place < kLength;) {
            const LocalOrder::Window window = order.windowOf(place);
            std::vector<std::uint64_t> records = taken(order, 8, kLength + place, window.end - place);
            std::ranges::sort(records);
            std::uint64_t runs = 1;
            for (std::size_t i = 1; i < records.size(); ++i)
                runs += records[i] == records[i - 1] + 1 ? 0U : 1U;
            QVERIFY2(runs <= 21, qPrintable(QString::number(runs)));
            place = window.end;
        }
    }

    // A record has no preferred place in the cycle, and no place a preferred record.
    void recordsComeUpEverywhere()
    {
        constexpr std::uint64_t kLength = 103;
        constexpr std::uint64_t kCycles = 20'000;
        const SharedOrder order = *makeLocalOrder(kLength, {8, 3});
        std::vector<std::uint64_t> counts(kLength * kLength);
        for (std::uint64_t cycle = 0; cycle < kCycles; ++cycle) {
            const std::vector<std::uint64_t> values = taken(*order, 6, cycle * kLength, kLength);
            for (std::uint64_t place = 0; place < kLength; ++place)
                ++counts[place * kLength + values[place]];
        }
        const double sigmas = chiSquareSigmas(counts);
        QVERIFY2(sigmas < 4, qPrintable(QString::number(sigmas)));
    }

    // How much neighbours in time are neighbours in the store: not at all with windows of 100 blocks or a whole cycle; the
    // price of small windows shows.
    void serialCorrelationFallsWithTheWindow()
    {
        constexpr std::uint64_t kLength = 100'000;
        const auto correlation = [](std::uint64_t window) {
            return serialCorrelation(taken(**makeLocalOrder(kLength, {100, window}), 1, 0, kLength), 1);
        };
        QVERIFY2(correlation(1) > 0.95, qPrintable(QString::number(correlation(1))));
        QVERIFY2(correlation(10) > 0.02 && correlation(10) < 0.2, qPrintable(QString::number(correlation(10))));
        QVERIFY2(std::abs(correlation(100)) < 0.03, qPrintable(QString::number(correlation(100))));
        QVERIFY2(std::abs(correlation(1'000)) < 0.013, qPrintable(QString::number(correlation(1'000))));
    }

    void hugeLengths()
    {
        constexpr std::uint64_t kLength = ~std::uint64_t{0} / 2;
        const SharedOrder order = *makeLocalOrder(kLength, {1 << 20, 1 << 10});
        const std::vector<std::uint64_t> values = taken(*order, 1, kLength - 500, 1'000);
        QVERIFY(std::ranges::all_of(values, [](std::uint64_t value) { return value < kLength; }));
        QCOMPARE(std::set<std::uint64_t>(values.begin(), values.begin() + 500).size(), std::size_t{500});
    }

    void refused()
    {
        QCOMPARE(makeLocalOrder(0).code(), ErrorCode::InvalidArgument);
        QCOMPARE(makeLocalOrder(5, {0, 1}).code(), ErrorCode::InvalidArgument);
        QCOMPARE(makeLocalOrder(5, {1, 0}).code(), ErrorCode::InvalidArgument);
        QCOMPARE((*makeLocalOrder(500, {8, 4}))->identity(), std::string("local(500,block=8,window=4)"));
    }
};

QTEST_APPLESS_MAIN(TestLocalOrder)
#include "tst_local_order.moc"
