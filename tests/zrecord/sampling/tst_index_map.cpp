#include <QTest>

#include "sampling/index_map.h"

using namespace zrecord;

namespace {

std::vector<std::uint64_t> all(const IndexMap& map)
{
    std::vector<std::uint64_t> values;
    for (std::uint64_t i = 0; i < map.size(); ++i)
        values.push_back(map.at(i));
    return values;
}

IndexMap mapOf(const std::vector<IndexRange>& ranges, std::uint64_t length = 1'000)
{
    auto map = IndexMap::create(ranges, length);
    Q_ASSERT(map.ok());
    return std::move(map).value();
}

}  // namespace

class TestIndexMap : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void rangesOfAnyStep()
    {
        QCOMPARE(all(mapOf({{10, 3, 1}, {990, 4, -3}, {0, 0, 1}, {5, 2, 100}})),
                 (std::vector<std::uint64_t>{10, 11, 12, 990, 987, 984, 981, 5, 105}));
        QCOMPARE(all(mapOf({{0, 8, 2}, {999, 8, -1}})),
                 (std::vector<std::uint64_t>{0, 2, 4, 6, 8, 10, 12, 14, 999, 998, 997, 996, 995, 994, 993, 992}));
        QCOMPARE(mapOf({}).size(), std::uint64_t{0});
    }

    // A file of single indices, regular and not.
    void listsOfIndices()
    {
        std::vector<IndexRange> runs;
        std::vector<IndexRange> scattered;
        for (std::uint64_t i = 0; i < 300; ++i) {
            runs.push_back({i / 100 * 200 + i % 100, 1, 1});
            scattered.push_back({i * i * 7 % 1'000, 1, 1});
        }
        const std::vector<std::uint64_t> regular = all(mapOf(runs));
        const std::vector<std::uint64_t> irregular = all(mapOf(scattered));
        for (std::uint64_t i = 0; i < 300; ++i) {
            QCOMPARE(regular[i], runs[i].start);
            QCOMPARE(irregular[i], scattered[i].start);
        }
    }

    void checksumSeesTheIndices()
    {
        QCOMPARE(mapOf({{0, 50, 1}, {50, 50, 1}}).checksum(), mapOf({{0, 100, 1}}).checksum());
        QVERIFY(mapOf({{0, 99, 1}}).checksum() != mapOf({{0, 100, 1}}).checksum());
        QVERIFY(mapOf({{0, 2, 3}}).checksum() != mapOf({{0, 2, 4}}).checksum());
    }

    void rangesThatLeave()
    {
        QCOMPARE(IndexMap::create({{0, 1'001, 1}}, 1'000).code(), ErrorCode::OutOfRange);
        QCOMPARE(IndexMap::create({{1'000, 1, 1}}, 1'000).code(), ErrorCode::OutOfRange);
        QCOMPARE(IndexMap::create({{5, 7, -1}}, 1'000).code(), ErrorCode::OutOfRange);
        QVERIFY(IndexMap::create({{5, 6, -1}}, 1'000).ok());
        const auto huge = IndexMap::create({{0, ~std::uint64_t{0}, std::numeric_limits<std::int64_t>::max()}}, 1'000);
        QVERIFY(huge.status().message().find("leaves the 1000 records") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(TestIndexMap)
#include "tst_index_map.moc"
