#include <QTest>

#include "sampling/order_statistics.h"

using namespace zrecord;
using namespace zrecord::test;

class TestMixtureOrder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // 1,000, 30 and 7 records in proportions 5 : 3 : 2: exact in every ten positions, each part by its own cycles.
    void proportionsAndCoverage()
    {
        const SharedOrder order = *makeMixtureOrder({{*makeShuffledOrder(1'000), 50}, {*makeShuffledOrder(30), 30}, {*makeStoredOrder(7), 20}});
        QCOMPARE(order->length(), std::uint64_t{1'037});
        QCOMPARE(order->identity(), std::string("mixture(5*shuffled(1000),3*shuffled(30),2*stored(7))"));
        const std::vector<std::uint64_t> records = taken(*order, 3, 0, 20'000);
        const auto partOf = [](std::uint64_t record) { return record < 1'000 ? 0U : record < 1'030 ? 1U : 2U; };
        for (std::size_t first = 0; first < records.size(); first += 10) {
            std::vector<std::uint64_t> counts(3);
            for (std::size_t i = 0; i < 10; ++i)
                ++counts[partOf(records[first + i])];
            QCOMPARE(counts, (std::vector<std::uint64_t>{5, 3, 2}));
        }
        const std::vector<std::uint64_t> counts = countsOf(records, 1'037);
        for (std::uint64_t record = 0; record < counts.size(); ++record) {
            const std::uint64_t expected = std::vector<std::uint64_t>{10, 200, 571}[partOf(record)];
            QVERIFY(counts[record] == expected || (record >= 1'030 && counts[record] == expected + 1));
        }
    }

    // Two parts of one length do not walk in step.
    void partsHaveSeedsOfTheirOwn()
    {
        const SharedOrder order = *makeMixtureOrder({{*makeIndependentOrder(1'000), 1}, {*makeIndependentOrder(1'000), 1}});
        std::vector<std::uint64_t> products(100);
        const std::vector<std::uint64_t> records = taken(*order, 3, 0, 100'000);
        for (std::size_t i = 0; i < records.size(); i += 2)
            ++products[records[i] % 1'000 / 100 * 10 + records[i + 1] % 1'000 / 100];
        QVERIFY(std::abs(chiSquareSigmas(products)) < 4);
    }

    void seekingEqualsWalking()
    {
        const SharedOrder order = *makeMixtureOrder({{*makeLocalOrder(100, {8, 2}), 2}, {*makeIndependentOrder(9), 3}});
        const std::vector<std::uint64_t> walk = taken(*order, 5, 0, 800);
        for (std::uint64_t position = 0; position < 790; ++position)
            QVERIFY(std::ranges::equal(taken(*order, 5, position, 10), std::span(walk).subspan(position, 10)));
    }

    void refused()
    {
        QCOMPARE(makeMixtureOrder({}).code(), ErrorCode::InvalidArgument);
        QCOMPARE(makeMixtureOrder({{nullptr, 1}}).code(), ErrorCode::InvalidArgument);
        QCOMPARE(makeMixtureOrder({{*makeStoredOrder(4), 0}}).code(), ErrorCode::InvalidArgument);
        QCOMPARE(makeMixtureOrder({{*makeStoredOrder(~std::uint64_t{0}), 1}, {*makeStoredOrder(4), 1}}).code(), ErrorCode::InvalidArgument);
    }
};

QTEST_APPLESS_MAIN(TestMixtureOrder)
#include "tst_mixture_order.moc"
