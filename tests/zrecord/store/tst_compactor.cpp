#include <QTest>

#include <algorithm>
#include <random>

#include "store/compactor.h"
#include "store/placement_list.h"
#include "store/store_access.h"
#include "support/faulty_file_system.h"
#include "support/status_checks.h"
#include "support/store_builder.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

OpenOptions writing()
{
    OpenOptions options;
    options.access = Access::ReadWrite;
    return options;
}

}  // namespace

/// Where compact puts records, what it leaves behind, and what it does not touch.
class TestCompactor : public QObject {
    Q_OBJECT

private slots:
    void keepsPhysicalOrderAndPacks();
    void packsAcrossChunksByTheRuleOfAppend();
    void packedStoreIsLeftAlone();
    void garbageBehindTheEndGoes();
    void headerFileStaysTheSameFile();
    void leftoversOfAnEarlierRunGo();
    void shuffledTablesComeOutRight();
    void overlapsAreFoundWhereverTheyAre();
    void rawRunsAreCopiedInOnePiece();
};

void TestCompactor::keepsPhysicalOrderAndPacks()
{
    TemporaryFolder folder;
    auto store = Store::create(folder / "s", denseBytes(10));
    ZR_VERIFY_OK(store->append(patternRecords(0, 6, 10)));
    // Record 5 moves to index 1; it still lies last.
    const std::vector<std::uint64_t> targets{1};
    ZR_VERIFY_OK(store->remove(targets));
    const auto forecast = store->forecastCompaction();
    QCOMPARE(forecast->freedBytes, std::uint64_t{10});
    const auto result = store->compact();
    ZR_VERIFY_OK(result);
    QCOMPARE(result->before, (StoreStats{5, 50, 60, 10, 50}));
    QCOMPARE(result->after, (StoreStats{5, 50, 50, 0, 50}));
    QCOMPARE(store->locate(1)->offset, 40u);
    QCOMPARE(store->locate(2)->offset, 10u);
    QCOMPARE(store->locate(4)->offset, 30u);
    QCOMPARE(std::filesystem::file_size(folder / "s/0.chunk"), std::uintmax_t{50});
    QCOMPARE(std::filesystem::file_size(folder / "s/0.loc"), std::uintmax_t{80});
    QVERIFY(!std::filesystem::exists(folder / "s/.zrx-compact"));
    QCOMPARE(*readDense(*store, {1}), patternRecord(5, 10));
    // The same handle goes on behind the new end.
    ZR_VERIFY_OK(store->append(patternRecord(9, 10)));
    QCOMPARE(store->locate(5)->offset, 50u);
}

void TestCompactor::packsAcrossChunksByTheRuleOfAppend()
{
    const StoreLimits limits{64, 8};  // three records of 16 bytes a chunk
    TemporaryFolder folder;
    auto store = StoreAccess::create(folder / "s", denseBytes(16), {}, posixFileSystem(), limits);
    ZR_VERIFY_OK(store->append(patternRecords(0, 20, 16)));
    QCOMPARE(store->summary().chunks, 7u);
    const std::vector<std::uint64_t> targets{0, 1, 2, 6, 7, 11, 19};
    ZR_VERIFY_OK(store->remove(targets));
    const auto expected = readDense(*store);
    ZR_VERIFY_OK(store->compact());
    QCOMPARE(store->summary().chunks, 5u);
    QCOMPARE(*readDense(*store), *expected);
    std::vector<std::uint64_t> places;
    for (std::uint64_t i = 0; i < 13; ++i)
        places.push_back(store->locate(i)->chunk * std::uint64_t{64} + store->locate(i)->offset);
    std::ranges::sort(places);
    for (std::uint64_t i = 0; i < 13; ++i)
        QCOMPARE(places[i], i / 3 * 64 + i % 3 * 16);
    QVERIFY(!std::filesystem::exists(folder / "s/5.chunk"));
    QVERIFY(!std::filesystem::exists(folder / "s/2.loc"));
    QVERIFY(std::filesystem::exists(folder / "s/1.loc"));
}

void TestCompactor::packedStoreIsLeftAlone()
{
    TemporaryFolder folder;
    FaultyFileSystem system;
    auto store = StoreAccess::create(folder / "s", denseBytes(16), {}, system);
    ZR_VERIFY_OK(store->append(patternRecords(0, 20, 16)));
    system.reset();
    const std::uint64_t generation = store->generation();
    ZR_VERIFY_OK(store->compact());
    QCOMPARE(system.calls(FaultyFileSystem::Call::Write), std::uint64_t{0});
    QCOMPARE(system.calls(FaultyFileSystem::Call::Rename), std::uint64_t{0});
    QCOMPARE(store->generation(), generation);
}

void TestCompactor::garbageBehindTheEndGoes()
{
    TemporaryFolder folder;
    auto store = Store::create(folder / "s", denseBytes(16));
    ZR_VERIFY_OK(store->append(patternRecords(0, 20, 16)));
    resizeFile(folder / "s/0.chunk", 5000);
    ZR_VERIFY_OK(store->compact());
    QCOMPARE(std::filesystem::file_size(folder / "s/0.chunk"), std::uintmax_t{320});
    QCOMPARE(*readDense(*store), patternRecords(0, 20, 16));
}

void TestCompactor::headerFileStaysTheSameFile()
{
    TemporaryFolder folder;
    {
        auto store = Store::create(folder / "s", denseBytes(16));
        ZR_VERIFY_OK(store->append(patternRecords(0, 20, 16)));
    }
    patchFile(folder / "s/meta.zr", 22, bytesOf({1, 2, 3}));
    const auto before = posixFileSystem().identityOf(folder / "s/meta.zr");
    auto store = Store::open(folder / "s", writing());
    const std::vector<std::uint64_t> targets{3};
    ZR_VERIFY_OK(store->remove(targets));
    ZR_VERIFY_OK(store->compact());
    QVERIFY(*posixFileSystem().identityOf(folder / "s/meta.zr") == *before);
    // Reserved bytes are kept as found.
    QCOMPARE(std::to_integer<int>(readAll(folder / "s/meta.zr")[24]), 3);
    ZR_COMPARE_CODE(Store::open(folder / "s"), ErrorCode::Busy);
}

void TestCompactor::leftoversOfAnEarlierRunGo()
{
    TemporaryFolder folder;
    auto store = Store::create(folder / "s", denseBytes(16));
    ZR_VERIFY_OK(store->append(patternRecords(0, 20, 16)));
    const std::vector<std::uint64_t> targets{3};
    ZR_VERIFY_OK(store->remove(targets));
    std::filesystem::create_directories(folder / "s/.zrx/tmp-00112233445566778899");
    writeAll(folder / "s/.zrx/tmp-00112233445566778899/0.chunk", Bytes(1000, std::byte{7}));
    writeAll(folder / "s/.zrx/journal.tmp", Bytes(100, std::byte{7}));
    ZR_VERIFY_OK(store->compact());
    QVERIFY(!std::filesystem::exists(folder / "s/.zrx"));
    QVERIFY(store->verify()->clean());
    QCOMPARE(std::filesystem::file_size(folder / "s/0.chunk"), std::uintmax_t{19 * 16});
}

void TestCompactor::shuffledTablesComeOutRight()
{
    // Many rounds of delete and append leave the table in no order at all.
    TemporaryFolder folder;
    auto store = Store::create(folder / "s", denseBytes(4, Codec::Zstd));
    std::mt19937_64 random(5);
    std::uint64_t next = 0;
    for (int round = 0; round < 40; ++round) {
        ZR_VERIFY_OK(store->append(patternRecords(next, 200, 4)));
        next += 200;
        std::vector<std::uint64_t> targets(150);
        for (auto& target : targets)
            target = random() % store->size();
        ZR_VERIFY_OK(store->remove(targets));
    }
    const auto expected = readDense(*store);
    const auto before = store->stats();
    ZR_VERIFY_OK(store->compact());
    QCOMPARE(*readDense(*store), *expected);
    QCOMPARE(store->stats()->chunkBytes, before->liveBytes);
    QVERIFY(store->verify()->clean());
}

void TestCompactor::overlapsAreFoundWhereverTheyAre()
{
    const auto overlaps = [](std::vector<Placement> placements) {
        std::vector<std::uint32_t> found;
        forEachOverlap(placements, [&](const Placement&, const Placement& later) {
            found.push_back(later.index);
            return true;
        });
        return found;
    };
    QVERIFY(overlaps({}).empty());
    QVERIFY(overlaps({{0, 10, 0}, {10, 5, 1}, {20, 5, 2}}).empty());
    QCOMPARE(overlaps({{0, 10, 0}, {9, 1, 1}}), std::vector<std::uint32_t>{1});
    // Two short ones inside a long one, the second does not touch the first.
    QCOMPARE(overlaps({{0, 100, 0}, {10, 5, 1}, {50, 5, 2}, {100, 5, 3}}), (std::vector<std::uint32_t>{1, 2}));
    // The end of one chunk is not the beginning of the next.
    QVERIFY(overlaps({{(std::uint64_t{1} << 32) - 10, 10, 0}, {std::uint64_t{1} << 32, 10, 1}}).empty());
}

void TestCompactor::rawRunsAreCopiedInOnePiece()
{
    TemporaryFolder folder;
    FaultyFileSystem system;
    auto store = StoreAccess::create(folder / "s", denseBytes(1), {}, system);
    const Bytes records = patternRecords(0, 1, 300'000);
    ZR_VERIFY_OK(store->append(records));
    std::vector<std::uint64_t> targets;
    for (std::uint64_t i = 0; i < 300'000; i += 100)
        targets.push_back(i);
    ZR_VERIFY_OK(store->remove(targets));
    const auto expected = readDense(*store);
    system.reset();
    ZR_VERIFY_OK(store->compact());
    QVERIFY2(system.calls() < 150, qPrintable(QString::number(system.calls())));
    QCOMPARE(*readDense(*store), *expected);
}

QTEST_APPLESS_MAIN(TestCompactor)
#include "tst_compactor.moc"
