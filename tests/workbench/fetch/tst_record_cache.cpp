#include "workbench/fetch/record_cache.h"

#include <algorithm>
#include <memory>

#include <QSignalSpy>
#include <QTest>

#include "workbench/document/index_remap.h"
#include "workbench/support/fake_source.h"

using namespace zrecord;
using namespace zrecord::workbench;
using zrecord::workbench::test::FakeSource;

class RecordCacheTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void blockSizeFollowsRecordSize_data();
    void blockSizeFollowsRecordSize();
    void statesFromNothingToReady();
    void answersOfAnotherGenerationAreDropped();
    void newSourceMakesBlocksStale();
    void oneBadRecordFailsAlone();
    void staysWithinItsBytesOverAHundredMillion();
    void leastRecentlyUsedLeavesFirst();
    void oneBlockAboveTheLimitStays();
    void remapKeepsOnlyUntouchedBlocks();
    void lastBlockOfAGrownStoreIsAskedAgain();
    void forgottenFailuresAreAskedAgain();
};

namespace {

bool put(RecordCache& cache, const FakeSource& source, std::uint64_t block, std::size_t stream = 0) {
    const std::uint64_t size = cache.blockRecords(stream);
    const std::uint64_t first = block * size;
    return cache.insert(stream, block, source.generation(), source.block(stream, first, std::min(size, source.recordCount() - first)));
}

}  // namespace

void RecordCacheTest::blockSizeFollowsRecordSize_data() {
    QTest::addColumn<qulonglong>("recordBytes");
    QTest::addColumn<qulonglong>("records");
    QTest::newRow("label") << 1ULL << 1024ULL;
    QTest::newRow("28 x 28") << 784ULL << 1024ULL;
    QTest::newRow("10 kB") << 10'000ULL << 64ULL;
    QTest::newRow("a megabyte") << (1ULL << 20) << 1ULL;
    QTest::newRow("a gigabyte") << (1ULL << 30) << 1ULL;
}

void RecordCacheTest::blockSizeFollowsRecordSize() {
    QFETCH(qulonglong, recordBytes);
    QFETCH(qulonglong, records);
    RecordCache cache;
    cache.setSource(std::make_shared<FakeSource>(10, Shape{recordBytes}));
    QCOMPARE(qulonglong{cache.blockRecords(0)}, records);
}

void RecordCacheTest::statesFromNothingToReady() {
    auto source = std::make_shared<FakeSource>(5000);
    RecordCache cache;
    cache.setSource(source);
    QSignalSpy changed(&cache, &RecordCache::recordsChanged);
    QCOMPARE(cache.state(0, 1500), RecordState::NotRequested);
    QVERIFY(cache.record(0, 1500).isNull());
    cache.setLoading(0, 1, true);
    QCOMPARE(cache.state(0, 1500), RecordState::Loading);
    QCOMPARE(changed.count(), 1);
    QVERIFY(put(cache, *source, 1));
    QCOMPARE(cache.state(0, 1500), RecordState::Ready);
    QCOMPARE(changed.count(), 2);
    QCOMPARE(changed.at(1).at(1).value<std::uint64_t>(), std::uint64_t{1024});
    QCOMPARE(changed.at(1).at(2).value<std::uint64_t>(), std::uint64_t{1024});
    const DecodedRecord record = cache.record(0, 1500);
    QCOMPARE(record.bytes().size(), std::size_t{4});
    QCOMPARE(std::to_integer<int>(record.bytes()[3]), 1500 % 256);
    // The last block is a short one.
    QVERIFY(put(cache, *source, 4));
    QCOMPARE(cache.state(0, 4999), RecordState::Ready);
    QCOMPARE(cache.state(0, 5000), RecordState::NotRequested);
}

void RecordCacheTest::answersOfAnotherGenerationAreDropped() {
    auto source = std::make_shared<FakeSource>(5000);
    RecordCache cache;
    cache.setSource(source);
    QVERIFY(!cache.insert(0, 0, 7, source->block(0, 0, 1024)));
    QCOMPARE(cache.state(0, 3), RecordState::NotRequested);
    QCOMPARE(cache.bytes(), std::uint64_t{0});
}

void RecordCacheTest::newSourceMakesBlocksStale() {
    auto source = std::make_shared<FakeSource>(5000);
    RecordCache cache;
    cache.setSource(source);
    put(cache, *source, 0);
    auto next = std::make_shared<FakeSource>(5000);
    next->m_generation = 2;
    QSignalSpy all(&cache, &RecordCache::allChanged);
    cache.setSource(next);
    QCOMPARE(all.count(), 1);
    QCOMPARE(cache.state(0, 3), RecordState::Stale);
    QVERIFY(!cache.record(0, 3).isNull());
    QVERIFY(!cache.hasBlock(0, 0));
    QVERIFY(put(cache, *next, 0));
    QCOMPARE(cache.state(0, 3), RecordState::Ready);
    cache.setSource(nullptr);
    QCOMPARE(cache.bytes(), std::uint64_t{0});
}

void RecordCacheTest::oneBadRecordFailsAlone() {
    FakeSource source(100);
    source.m_bad = {17};
    ReadRequest request{0, 0, 100, 1};
    const Result<RecordBlock> block = readIsolating(source, request, {});
    QVERIFY(block.ok());
    auto shared = std::make_shared<FakeSource>(100);
    RecordCache cache;
    cache.setSource(shared);
    QVERIFY(cache.insert(0, 0, 1, *block));
    QCOMPARE(cache.state(0, 16), RecordState::Ready);
    QCOMPARE(cache.state(0, 17), RecordState::Failed);
    QCOMPARE(cache.state(0, 18), RecordState::Ready);
    QCOMPARE(cache.status(0, 17).code(), ErrorCode::CorruptRecord);
    QVERIFY(cache.status(0, 16).ok());
    QCOMPARE(std::to_integer<int>(cache.record(0, 18).bytes()[0]), 18);
}

void RecordCacheTest::staysWithinItsBytesOverAHundredMillion() {
    constexpr std::uint64_t kLimit = 4 << 20;
    auto source = std::make_shared<FakeSource>(100'000'000, Shape{});
    RecordCache cache(kLimit);
    cache.setSource(source);
    // Jumps all over the store, as somebody does who drags the scroll bar.
    for (std::uint64_t i = 0; i < 3000; ++i) {
        put(cache, *source, i * 7919 % (100'000'000 / 1024));
        QVERIFY(cache.bytes() <= kLimit);
    }
    QVERIFY(cache.blockCount() < 100);
    cache.setByteLimit(kLimit / 4);
    QVERIFY(cache.bytes() <= kLimit / 4);
}

void RecordCacheTest::leastRecentlyUsedLeavesFirst() {
    auto source = std::make_shared<FakeSource>(10'000);
    RecordCache cache;
    cache.setSource(source);
    put(cache, *source, 0);
    const std::uint64_t one = cache.bytes();
    put(cache, *source, 1);
    static_cast<void>(cache.record(0, 5));
    cache.setByteLimit(2 * one);
    put(cache, *source, 2);
    QVERIFY(cache.hasBlock(0, 0));
    QVERIFY(!cache.hasBlock(0, 1));
    QVERIFY(cache.hasBlock(0, 2));
}

void RecordCacheTest::oneBlockAboveTheLimitStays() {
    auto source = std::make_shared<FakeSource>(10, Shape{1 << 20});
    RecordCache cache(1000);
    cache.setSource(source);
    put(cache, *source, 0);
    QVERIFY(cache.hasBlock(0, 0));
    put(cache, *source, 1);
    QVERIFY(!cache.hasBlock(0, 0));
    QVERIFY(cache.hasBlock(0, 1));
}

void RecordCacheTest::remapKeepsOnlyUntouchedBlocks() {
    auto source = std::make_shared<FakeSource>(4096);
    RecordCache cache;
    cache.setSource(source);
    for (std::uint64_t block = 0; block < 4; ++block)
        put(cache, *source, block);
    // 1030 is removed and the last record moves there: block 1 has another record, block 3 is shorter.
    cache.applyRemap(IndexRemap::plan(RecordRanges(1030, 1), 4096), 2);
    QCOMPARE(cache.generation(), std::uint64_t{2});
    QVERIFY(cache.hasBlock(0, 0));
    QVERIFY(!cache.hasBlock(0, 1));
    QVERIFY(cache.hasBlock(0, 2));
    QVERIFY(!cache.hasBlock(0, 3));
    QCOMPARE(cache.state(0, 1030), RecordState::NotRequested);
    QVERIFY(!put(cache, *source, 1));
}

void RecordCacheTest::lastBlockOfAGrownStoreIsAskedAgain() {
    auto source = std::make_shared<FakeSource>(1500);
    RecordCache cache;
    cache.setSource(source);
    put(cache, *source, 0);
    cache.insert(0, 1, 1, source->block(0, 1024, 476));
    QVERIFY(cache.hasBlock(0, 1));
    // The same records under the same generation, and more of them behind: as after an append.
    cache.setSource(std::make_shared<FakeSource>(1501));
    QVERIFY(cache.hasBlock(0, 0));
    QVERIFY(!cache.hasBlock(0, 1));
    QCOMPARE(cache.state(0, 1499), RecordState::Ready);
}

void RecordCacheTest::forgottenFailuresAreAskedAgain() {
    FakeSource source(100);
    source.m_bad = {17};
    RecordCache cache;
    cache.setSource(std::make_shared<FakeSource>(100));
    cache.insert(0, 0, 1, *readIsolating(source, {0, 0, 100, 1}, {}));
    QVERIFY(cache.hasBlock(0, 0));
    cache.forgetFailures(0, 0, 0);
    QVERIFY(cache.hasBlock(0, 0));
    cache.forgetFailures(0, 90, 10);
    QVERIFY(!cache.hasBlock(0, 0));
}

QTEST_GUILESS_MAIN(RecordCacheTest)
#include "tst_record_cache.moc"
