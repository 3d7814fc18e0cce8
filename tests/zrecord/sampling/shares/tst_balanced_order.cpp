#include <QTest>

#include "sampling/order_statistics.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

/// Class 0 has half of the records, class 1 a quarter, …; the last two classes are equally small.
std::vector<std::uint32_t> skewedClasses(std::uint64_t records)
{
    std::vector<std::uint32_t> classOf;
    for (std::uint64_t i = 0; i < records; ++i) {
        const std::uint64_t mixed = i * 2'654'435'761 % 1'024;
        classOf.push_back(mixed == 0 ? 10U : static_cast<std::uint32_t>(10 - std::bit_width(mixed)));
    }
    return classOf;
}

}  // namespace

class TestBalancedOrder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Eleven classes from one half to a thousandth: each aligned run of eleven positions has one record of each.
    void equalShares()
    {
        const std::vector<std::uint32_t> classOf = skewedClasses(5'120);
        const SharedOrder order = *makeBalancedOrder(classOf);
        const std::vector<std::uint64_t> records = taken(*order, 3, 0, 11'000);
        for (std::size_t first = 0; first < records.size(); first += 11) {
            std::vector<std::uint64_t> counts(11);
            for (std::size_t i = 0; i < 11; ++i)
                ++counts[classOf[records[first + i]]];
            QCOMPARE(counts, std::vector<std::uint64_t>(11, 1));
        }
    }

    // Within a class no record comes twice before all have come, and all come equally often in the end.
    void classesAreCovered()
    {
        const std::vector<std::uint32_t> classOf = skewedClasses(5'120);
        const SharedOrder order = *makeBalancedOrder(classOf);
        const std::vector<std::uint64_t> counts = countsOf(taken(*order, 8, 0, 110'000), 5'120);
        std::vector<std::uint64_t> sizes(11);
        for (const std::uint32_t number : classOf)
            ++sizes[number];
        for (std::uint64_t record = 0; record < counts.size(); ++record) {
            const std::uint64_t size = sizes[classOf[record]];
            QVERIFY(counts[record] >= 10'000 / size && counts[record] <= 10'000 / size + 1);
        }
    }

    void givenShares()
    {
        const std::vector<std::uint32_t> classOf{0, 0, 0, 2, 2, 0, 0};
        const SharedOrder order = *makeBalancedOrder(classOf, std::vector<std::uint64_t>{1, 0, 3});
        std::uint64_t second = 0;
        for (const std::uint64_t record : taken(*order, 1, 0, 4'000))
            second += classOf[record] == 2 ? 1U : 0U;
        QCOMPARE(second, std::uint64_t{3'000});
    }

    // Which classes share a batch is chance: pairs of neighbours inside a run are even over all ordered pairs.
    void neighboursAreChance()
    {
        std::vector<std::uint32_t> classOf;
        for (std::uint32_t i = 0; i < 100; ++i)
            classOf.push_back(i % 10);
        const SharedOrder order = *makeBalancedOrder(classOf);
        const std::vector<std::uint64_t> records = taken(*order, 5, 0, 200'000);
        std::vector<std::uint64_t> pairs;
        std::vector<std::uint64_t> counts(100);
        for (std::size_t i = 0; i + 1 < records.size(); i += 10)
            ++counts[records[i] % 10 * 10 + records[i + 1] % 10];
        for (std::size_t pair = 0; pair < 100; ++pair) {
            if (pair / 10 == pair % 10)
                QCOMPARE(counts[pair], std::uint64_t{0});
            else
                pairs.push_back(counts[pair]);
        }
        QVERIFY(std::abs(chiSquareSigmas(pairs)) < 4);
    }

    void refused()
    {
        const std::vector<std::uint32_t> classOf{0, 2};
        const auto refusal = [&classOf](std::vector<std::uint64_t> shares) {
            return std::string(makeBalancedOrder(classOf, shares).status().what());
        };
        QCOMPARE(refusal({1, 1}), std::string("there are 2 shares for 3 classes"));
        QCOMPARE(refusal({1, 1, 1}), std::string("class 1 has a share, but no record"));
        QCOMPARE(refusal({0, 0, 0}), std::string("all shares are zero: there is nothing to draw from"));
        QCOMPARE(makeBalancedOrder({}).code(), ErrorCode::InvalidArgument);
        QVERIFY((*makeBalancedOrder(classOf))->identity() != (*makeBalancedOrder(classOf, std::vector<std::uint64_t>{1, 0, 2}))->identity());
    }
};

QTEST_APPLESS_MAIN(TestBalancedOrder)
#include "tst_balanced_order.moc"
