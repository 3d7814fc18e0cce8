#include "fact_stores.h"
#include "zrecord/record_finder.h"

namespace zrecord {

using Groups = std::vector<std::vector<std::uint64_t>>;

class TestDuplicates : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void groupsOfEqualRecords()
    {
        test::FactStores stores;
        const Store store = stores.dense<std::uint8_t>("a", "|u1", {}, {5, 1, 2, 3, 5, 9, 1, 8, 7, 5});
        const auto groups = findDuplicates({{&store}, 10, nullptr}, 0);
        QVERIFY2(groups.ok(), groups.status().message().c_str());
        QCOMPARE(*groups, (Groups{{0, 4, 9}, {1, 6}}));
    }

    void shapeCounts()
    {
        test::FactStores stores;
        const Store store = stores.ragged("r", {{0, 0}, {0}, {0, 0}, {0, 0, 0}});
        QCOMPARE(*findDuplicates({{&store}, 4, nullptr}, 0), (Groups{{0, 2}}));
    }

    void manyEqualOnesAreOneGroup()
    {
        test::FactStores stores;
        const Store store = stores.dense("m", "|u1", {3}, std::vector<std::uint8_t>(3 * 5000, 7), Codec::Zstd);
        const auto groups = findDuplicates({{&store}, 5000, nullptr}, 0);
        QCOMPARE(groups->size(), std::size_t{1});
        QCOMPARE(groups->front().size(), std::size_t{5000});
        QCOMPARE(groups->front()[4999], std::uint64_t{4999});
    }

    void nothingTwice()
    {
        test::FactStores stores;
        const Store store = stores.dense<std::int32_t>("n", "<i4", {}, {1, 2, 3});
        QVERIFY(findDuplicates({{&store}, 3, nullptr}, 0)->empty());
    }

    /// However it is asked, one of each group stays.
    void oneOfEachStays()
    {
        const Groups groups{{0, 4, 9}, {1, 6}};
        QCOMPARE(redundantRecords(groups), (std::vector<std::uint64_t>{4, 6, 9}));
        QCOMPARE(redundantRecords(groups, KeepRule::Last), (std::vector<std::uint64_t>{0, 1, 4}));
        QVERIFY(redundantRecords(Groups{{3}, {}}).empty());
    }

    void negativeZeroIsNotZero()
    {
        test::FactStores stores;
        const Store store = stores.dense<double>("z", "<f8", {}, {0.0, -0.0, 0.0});
        QCOMPARE(*findDuplicates({{&store}, 3, nullptr}, 0), (Groups{{0, 2}}));
    }
};

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestDuplicates)
#include "tst_duplicates.moc"
