#include <QTest>

#include <algorithm>

#include "order_statistics.h"

using namespace zrecord;
using namespace zrecord::test;

class TestSubsetOrder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void mapsWhatTheOrderGives()
    {
        const std::vector<IndexRange> ranges{{100, 10, 1}, {500, 10, -1}};
        const SharedOrder inner = *makeShuffledOrder(20);
        const SharedOrder subset = *makeSubsetOrder(inner, ranges, 1'000);
        QCOMPARE(subset->length(), std::uint64_t{1'000});
        QCOMPARE(subset->cycleLength(), std::uint64_t{20});
        const std::vector<std::uint64_t> places = taken(*inner, 4, 7, 60);
        const std::vector<std::uint64_t> records = taken(*subset, 4, 7, 60);
        for (std::size_t i = 0; i < places.size(); ++i)
            QCOMPARE(records[i], places[i] < 10 ? 100 + places[i] : 510 - places[i]);
    }

    // A cycle holds exactly the records of the subset.
    void coverage()
    {
        std::vector<IndexRange> ranges;
        for (std::uint64_t i = 0; i < 333; ++i)
            ranges.push_back({i * 3, 1, 1});
        const SharedOrder subset = *makeSubsetOrder(*makeLocalOrder(333, {8, 4}), ranges, 1'000);
        std::vector<std::uint64_t> records = taken(*subset, 4, 333, 333);
        std::ranges::sort(records);
        for (std::uint64_t i = 0; i < 333; ++i)
            QCOMPARE(records[i], i * 3);
    }

    void identityNamesTheRecords()
    {
        const SharedOrder inner = *makeShuffledOrder(10);
        const auto identity = [&inner](std::uint64_t start) { return (*makeSubsetOrder(inner, {{start, 10, 1}}, 1'000))->identity(); };
        QVERIFY(identity(1) != identity(2));
        QCOMPARE(identity(3), identity(3));
        QVERIFY(identity(1).starts_with("subset(shuffled(10),of=1000,xxh3="));
    }

    void refused()
    {
        const auto mismatch = makeSubsetOrder(*makeShuffledOrder(11), {{0, 10, 1}}, 1'000);
        QCOMPARE(mismatch.code(), ErrorCode::InvalidArgument);
        QVERIFY(mismatch.status().message().find("name 10 records, and the order is one of 11") != std::string::npos);
        QCOMPARE(makeSubsetOrder(nullptr, {{0, 10, 1}}, 1'000).code(), ErrorCode::InvalidArgument);
        QCOMPARE(makeSubsetOrder(*makeShuffledOrder(10), {{991, 10, 1}}, 1'000).code(), ErrorCode::OutOfRange);
    }
};

QTEST_APPLESS_MAIN(TestSubsetOrder)
#include "tst_subset_order.moc"
