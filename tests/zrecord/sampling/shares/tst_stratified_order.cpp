#include <QTest>

#include <algorithm>
#include <cmath>
#include <set>

#include "sampling/order_statistics.h"
#include "zrecord/batch_order.h"

using namespace zrecord;
using namespace zrecord::test;

class TestStratifiedOrder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void batchesMirrorTheWhole_data()
    {
        QTest::addColumn<quint64>("records");
        QTest::addColumn<quint64>("batch");
        for (const quint64 records : {40U, 1'000U, 1'003U})
            for (const quint64 batch : {1U, 7U, 32U, 256U, 5'000U})
                QTest::addRow("%llu in %llu", static_cast<unsigned long long>(records), static_cast<unsigned long long>(batch))
                    << records << batch;
    }

    // Shares of 0.7, 0.2, 0.06, 0.04: every batch of every cycle has them, rounded up or down, and no record comes twice.
    void batchesMirrorTheWhole()
    {
        QFETCH(quint64, records);
        QFETCH(quint64, batch);
        std::vector<std::uint32_t> classOf;
        std::vector<double> sizes(4);
        for (std::uint64_t i = 0; i < records; ++i) {
            const std::uint64_t percent = i * 37 % 100;
            classOf.push_back(percent < 70 ? 0 : percent < 90 ? 1 : percent < 96 ? 2 : 3);
            ++sizes[classOf.back()];
        }
        const BatchOrder order = *BatchOrder::create(*makeStratifiedOrder(classOf, batch), {batch, 3, CycleEnd::Drop, {}});
        std::vector<std::uint64_t> indices;
        for (std::uint64_t cycle = 0; cycle < 4; ++cycle) {
            std::set<std::uint64_t> seen;
            for (std::uint64_t step = 0; step < order.stepsPerCycle(); ++step) {
                QVERIFY(order.fill(cycle * order.stepsPerCycle() + step, indices).ok());
                QCOMPARE(indices.size(), std::size_t{std::min(batch, records)});
                std::vector<double> counts(4);
                for (const std::uint64_t record : indices) {
                    QVERIFY(seen.insert(record).second);
                    ++counts[classOf[record]];
                }
                for (std::size_t number = 0; number < 4; ++number) {
                    const double exact = sizes[number] * static_cast<double>(indices.size()) / static_cast<double>(records);
                    QVERIFY2(counts[number] >= std::floor(exact) && counts[number] <= std::ceil(exact),
                             qPrintable(QString::number(counts[number]) + " of " + QString::number(exact)));
                }
            }
            QCOMPARE(order.stepsPerCycle(), std::max<std::uint64_t>(records / batch, 1));
        }
    }

    // Every record comes up at every place of a cycle, and is left out, equally often.
    void recordsComeUpEverywhere()
    {
        constexpr std::uint64_t kRecords = 43;
        constexpr std::uint64_t kCycles = 20'000;
        std::vector<std::uint32_t> classOf;
        for (std::uint64_t i = 0; i < kRecords; ++i)
            classOf.push_back(i % 10 < 7 ? 0 : 1);
        const SharedOrder order = *makeStratifiedOrder(classOf, 8);
        QCOMPARE(order->cycleLength(), std::uint64_t{40});
        std::vector<std::uint64_t> counts(40 * kRecords);
        for (std::uint64_t cycle = 0; cycle < kCycles; ++cycle) {
            const std::vector<std::uint64_t> records = taken(*order, 6, cycle * 40, 40);
            for (std::uint64_t place = 0; place < 40; ++place)
                ++counts[place * kRecords + records[place]];
        }
        const double sigmas = chiSquareSigmas(counts);
        QVERIFY2(sigmas < 4, qPrintable(QString::number(sigmas)));
    }

    void seekingEqualsWalking()
    {
        std::vector<std::uint32_t> classOf(100);
        for (std::size_t i = 0; i < 100; ++i)
            classOf[i] = static_cast<std::uint32_t>(i % 3);
        const SharedOrder order = *makeStratifiedOrder(classOf, 9);
        const std::vector<std::uint64_t> walk = taken(*order, 5, 0, 500);
        for (std::uint64_t position = 0; position < 490; ++position)
            QVERIFY(std::ranges::equal(taken(*order, 5, position, 10), std::span(walk).subspan(position, 10)));
        QCOMPARE(makeStratifiedOrder(classOf, 0).code(), ErrorCode::InvalidArgument);
        QCOMPARE(makeStratifiedOrder({}, 4).code(), ErrorCode::InvalidArgument);
        QVERIFY(order->identity().starts_with("stratified(100,batch=9,xxh3="));
    }
};

QTEST_APPLESS_MAIN(TestStratifiedOrder)
#include "tst_stratified_order.moc"
