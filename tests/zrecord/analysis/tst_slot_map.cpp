#include <QTest>

#include <numeric>
#include <stop_token>

#include "support/status_checks.h"
#include "support/store_builder.h"
#include "zrecord/laboratory/slot_map.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

std::uint64_t sumOf(const SlotMap& map, std::uint64_t SlotCell::* part)
{
    std::uint64_t sum = 0;
    for (const SlotStrip& strip : map.strips)
        for (const SlotCell& cell : strip.cells)
            sum += cell.*part;
    return sum;
}

}  // namespace

/// Where records lie: cells add up to the store's own statistics, before and after records are removed and marked.
class TestSlotMap : public QObject {
    Q_OBJECT

private slots:
    void cellsOfARawStore();
    void addsUpToTheStatistics();
    void marksAreForecast();
    void raggedShapesAreCounted();
    void refusalsAndStop();
};

void TestSlotMap::cellsOfARawStore()
{
    TemporaryFolder folder;
    auto store = Store::create(folder / "s", denseBytes(10));
    ZR_VERIFY_OK(store->append(patternRecords(0, 10, 10)));  // bytes 0 … 99
    ZR_VERIFY_OK(store->remove(std::vector<std::uint64_t>{1}));  // record 9 is now called 1; bytes 10 … 19 are dead
    SlotMapOptions options;
    options.cells = 5;  // of 20 bytes
    const auto map = mapSlots(*store, options);
    ZR_VERIFY_OK(map);
    QCOMPARE(map->cellBytes, std::uint64_t{20});
    QCOMPARE(map->strips.size(), std::size_t{1});
    std::vector<std::uint64_t> live;
    std::vector<std::uint64_t> first;
    for (const SlotCell& cell : map->strips[0].cells) {
        live.push_back(cell.live);
        first.push_back(cell.first);
    }
    QCOMPARE(live, (std::vector<std::uint64_t>{10, 20, 20, 20, 20}));
    QCOMPARE(first, (std::vector<std::uint64_t>{0, 2, 4, 6, 8}));
    QCOMPARE(map->strips[0].cells[4].records, std::uint64_t{2});
    QCOMPARE(map->dead, std::uint64_t{10});
    QCOMPARE(map->sizes[3], std::uint64_t{9});  // 8 … 15 bytes
    QCOMPARE(map->ratios[4], std::uint64_t{9});  // once
    QCOMPARE(map->shapes, (std::vector<ShapeCount>{{Shape{10}, 9}}));
}

void TestSlotMap::addsUpToTheStatistics()
{
    for (const Codec codec : {Codec::Raw, Codec::Zstd, Codec::ZstdDict}) {
        TemporaryFolder folder;
        auto store = Store::create(folder / "s", withCodec(denseBytes(100), codec));
        ZR_VERIFY_OK(store->append(patternRecords(0, 500, 100)));
        std::vector<std::uint64_t> removed(200);
        std::iota(removed.begin(), removed.end(), 100);
        ZR_VERIFY_OK(store->remove(removed));
        const StoreStats stats = store->stats().value();
        for (const std::uint64_t cells : {UINT64_C(1), UINT64_C(7), UINT64_C(100000)}) {
            SlotMapOptions options;
            options.cells = cells;
            const auto map = mapSlots(*store, options);
            ZR_VERIFY_OK(map);
            QCOMPARE(map->records, stats.records);
            QCOMPARE(map->live, stats.liveBytes);
            QCOMPARE(map->dead, stats.reclaimable);
            QCOMPARE(map->plain, stats.plainBytes);
            QCOMPARE(sumOf(*map, &SlotCell::live), stats.liveBytes);
            QCOMPARE(sumOf(*map, &SlotCell::records), stats.records);
            QCOMPARE(sumOf(*map, &SlotCell::plain), stats.plainBytes);
            QCOMPARE(std::accumulate(map->sizes.begin(), map->sizes.end(), std::uint64_t{0}), stats.records);
        }
    }
}

void TestSlotMap::marksAreForecast()
{
    TemporaryFolder folder;
    auto store = Store::create(folder / "s", withCodec(denseBytes(100), Codec::Zstd));
    ZR_VERIFY_OK(store->append(patternRecords(0, 300, 100)));
    SlotMapOptions options;
    options.marked = {{10, 5}, {200, 40}};
    auto map = mapSlots(*store, options);
    ZR_VERIFY_OK(map);
    QCOMPARE(map->markedRecords, std::uint64_t{45});
    std::vector<std::uint64_t> marked(5);
    std::iota(marked.begin(), marked.end(), 10);
    marked.resize(45);
    std::iota(marked.begin() + 5, marked.end(), 200);
    // The forecast is what then happens.
    ZR_VERIFY_OK(store->remove(marked));
    const auto result = store->compact();
    ZR_VERIFY_OK(result);
    QCOMPARE(map->freedBytes(), result->before.chunkBytes - result->after.chunkBytes);
    QCOMPARE(map->neededBytes(), result->after.liveBytes);
    QCOMPARE(sumOf(*map, &SlotCell::marked), map->marked);
    // Marks are counted anew, not added.
    auto fresh = mapSlots(*store);
    ZR_VERIFY_OK(markSlots(*store, *fresh, {{0, 3}}));
    ZR_VERIFY_OK(markSlots(*store, *fresh, {{0, 1}}));
    QCOMPARE(fresh->markedRecords, std::uint64_t{1});
    QCOMPARE(fresh->marked, std::uint64_t{store->locate(0)->storedBytes});
}

void TestSlotMap::raggedShapesAreCounted()
{
    TemporaryFolder folder;
    auto store = Store::create(folder / "s", raggedBytes());
    std::vector<OwnedRagged> records;
    for (std::uint64_t i = 0; i < 60; ++i) {
        OwnedRagged record;
        const std::uint64_t length = i % 30 + 1;  // thirty shapes, two of each, but three of (1,)
        record.shape = {i == 59 ? 1 : length};
        record.bytes.assign(static_cast<std::size_t>(record.shape[0]), std::byte{1});
        records.push_back(record);
    }
    ZR_VERIFY_OK(appendRagged(*store, records));
    const auto map = mapSlots(*store);
    ZR_VERIFY_OK(map);
    QCOMPARE(map->live, store->stats()->liveBytes);
    QCOMPARE(map->shapes.size(), kShapesKept);
    QCOMPARE(map->shapes[0], (ShapeCount{Shape{1}, 3}));
    QCOMPARE(map->shapes[1], (ShapeCount{Shape{2}, 2}));
    std::uint64_t kept = 0;
    for (const ShapeCount& shape : map->shapes)
        kept += shape.records;
    QCOMPARE(kept + map->otherShapes, std::uint64_t{60});
}

void TestSlotMap::refusalsAndStop()
{
    TemporaryFolder folder;
    auto store = Store::create(folder / "s", denseBytes(10));
    const auto empty = mapSlots(*store);
    ZR_VERIFY_OK(empty);
    QCOMPARE(empty->records, std::uint64_t{0});
    QVERIFY(empty->shapes.empty());
    ZR_VERIFY_OK(store->append(patternRecords(0, 10, 10)));
    SlotMapOptions outside;
    outside.marked = {{8, 3}};
    ZR_COMPARE_CODE(mapSlots(*store, outside), ErrorCode::OutOfRange);
    std::stop_source source;
    source.request_stop();
    OperationContext context;
    context.stop = source.get_token();
    ZR_COMPARE_CODE(mapSlots(*store, {}, context), ErrorCode::Cancelled);
}

QTEST_APPLESS_MAIN(TestSlotMap)
#include "tst_slot_map.moc"
