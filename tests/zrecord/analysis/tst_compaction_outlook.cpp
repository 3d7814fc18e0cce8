#include <QTest>

#include <numeric>
#include <stop_token>
#include <vector>

#include "support/status_checks.h"
#include "support/store_builder.h"
#include "zrecord/laboratory/compaction_outlook.h"

using namespace zrecord;
using namespace zrecord::test;

class TestCompactionOutlook : public QObject {
    Q_OBJECT

private Q_SLOTS:
    /// The outlook with marks is what compacting says of itself once they are removed.
    void isWhatThenHappens_data()
    {
        QTest::addColumn<bool>("ragged");
        QTest::newRow("dense") << false;
        QTest::newRow("ragged") << true;
    }
    void isWhatThenHappens()
    {
        QFETCH(bool, ragged);
        TemporaryFolder folder;
        auto store = Store::create(folder / "s", withCodec(ragged ? raggedBytes() : denseBytes(100), Codec::Zstd));
        if (ragged) {
            std::vector<OwnedRagged> records;
            for (std::uint64_t i = 0; i < 300; ++i)
                records.push_back(patternRagged(i));
            ZR_VERIFY_OK(appendRagged(*store, records));
        } else {
            ZR_VERIFY_OK(store->append(patternRecords(0, 300, 100)));
        }
        SlotMapOptions options;
        options.marked = {{10, 45, 1}};
        const auto map = mapSlots(*store, options);
        ZR_VERIFY_OK(map);
        const auto rates = measureCompaction([&store](std::uint64_t index) { return store->locate(index); }, folder / "s", *map);
        ZR_VERIFY_OK(rates);
        QVERIFY(rates->recordSeconds > 0 && rates->copyBytesPerSecond > 0);
        const CompactionOutlook outlook = foresee(*map, *rates);
        std::vector<std::uint64_t> marked(45);
        std::iota(marked.begin(), marked.end(), 10);
        ZR_VERIFY_OK(store->remove(marked));
        const auto forecast = store->forecastCompaction();
        ZR_VERIFY_OK(forecast);
        QCOMPARE(outlook.neededBytes, forecast->neededBytes);
        QCOMPARE(outlook.freedBytes, forecast->freedBytes);
        const auto result = store->compact();
        ZR_VERIFY_OK(result);
        QCOMPARE(outlook.freedBytes, result->before.chunkBytes - result->after.chunkBytes);
    }

    void partsAreInProportion()
    {
        SlotMap map;
        map.records = 100;
        map.live = 1'000;
        CompactionRates rates{16, 0.02, 0};
        QCOMPARE(foresee(map, rates).seconds, 0.0);  // nothing can be written there
        rates.copyBytesPerSecond = 1'300;
        QCOMPARE(foresee(map, rates).seconds, 100 * 0.02 + 2'600 / 1'300.0);
        map.markedRecords = 50;
        map.marked = 500;
        QCOMPARE(foresee(map, rates).seconds, 50 * 0.02 + 1'300 / 1'300.0);
    }

    void canBeStopped()
    {
        TemporaryFolder folder;
        auto store = Store::create(folder / "s", denseBytes(10));
        const auto empty = mapSlots(*store);
        const auto locate = [&store](std::uint64_t index) { return store->locate(index); };
        QCOMPARE(measureCompaction(locate, folder / "s", *empty)->copyBytesPerSecond, 0.0);
        ZR_VERIFY_OK(store->append(patternRecords(0, 10, 10)));
        std::stop_source stop;
        stop.request_stop();
        OperationContext context;
        context.stop = stop.get_token();
        ZR_COMPARE_CODE(measureCompaction(locate, folder / "s", *mapSlots(*store), context), ErrorCode::Cancelled);
    }
};

QTEST_APPLESS_MAIN(TestCompactionOutlook)
#include "tst_compaction_outlook.moc"
