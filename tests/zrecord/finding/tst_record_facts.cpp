#include <fstream>

#include "fact_stores.h"
#include "zrecord/record_facts.h"

namespace zrecord {

class TestRecordFacts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void denseRecords()
    {
        test::FactStores stores;
        const Store store = stores.dense<std::uint8_t>("a", "|u1", {2, 2}, {0, 0, 0, 4, 9, 9, 9, 9, 0, 0, 0, 4});
        const auto block = gatherFacts(store, 0, 3, {true, true});
        QVERIFY2(block.ok(), block.status().message().c_str());
        QCOMPARE(block->facts.size(), std::size_t{3});
        QCOMPARE(block->facts[0].mean, 1.0);
        QCOMPARE(block->facts[1].std, 0.0);
        QCOMPARE(block->facts[1].storedBytes, std::uint64_t{4});
        QCOMPARE(block->facts[0].hash, block->facts[2].hash);
        QVERIFY(block->facts[0].hash != block->facts[1].hash);
        QCOMPARE(block->shape(1).size(), std::size_t{2});
        const auto part = gatherFacts(store, 1, 1, {});
        QCOMPARE(part->facts.front().elements, std::uint64_t{4});
        QVERIFY(std::isnan(part->facts.front().mean));
        QCOMPARE(gatherFacts(store, 2, 2, {}).code(), ErrorCode::OutOfRange);
    }

    void raggedRecords()
    {
        test::FactStores stores;
        const Store store = stores.ragged("r", {{5}, {1, 3}, {5}, {-1, -1, 8}});
        const auto block = gatherFacts(store, 1, 3, {true, true});
        QVERIFY2(block.ok(), block.status().message().c_str());
        QCOMPARE(block->facts[0].mean, 2.0);
        QCOMPARE(block->shape(0)[0], std::uint64_t{2});
        QCOMPARE(block->facts[1].value, 5.0);
        QCOMPARE(block->facts[2].elements, std::uint64_t{3});
        QCOMPARE(block->shape(2)[0], std::uint64_t{3});
        const auto location = store.locate(1);
        QCOMPARE(block->facts[0].storedBytes, std::uint64_t{location->storedBytes} + location->shapeStoredBytes);
    }

    void sameBytesInAnotherShapeAreAnotherRecord()
    {
        test::FactStores stores;
        StoreDescription description;
        description.kind = StoreKind::Ragged;
        Store store = std::move(Store::create(stores.path("s"), description)).value();
        const std::vector<std::byte> bytes(4, std::byte{7});
        const std::vector<std::uint64_t> flat{4};
        const std::vector<std::uint64_t> square{2, 2};
        const std::vector<RaggedRecord> records{{bytes, flat}, {bytes, square}, {bytes, flat}};
        QVERIFY(store.append(records).ok());
        const auto block = gatherFacts(store, 0, 3, {false, true});
        QCOMPARE(block->facts[0].hash, block->facts[2].hash);
        QVERIFY(block->facts[0].hash != block->facts[1].hash);
    }

    void oneDamagedRecordDoesNotHideTheOthers()
    {
        test::FactStores stores;
        std::vector<std::uint8_t> values(10 * 64);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<std::uint8_t>(i / 64);
        std::uint32_t offset = 0;
        {
            Store store = stores.dense("z", "|u1", {64}, values, Codec::Zstd);
            offset = store.locate(4)->offset;
            QVERIFY(store.close().ok());
        }
        std::fstream chunk(stores.path("z") / "0.chunk", std::ios::in | std::ios::out | std::ios::binary);
        QVERIFY(chunk.is_open());
        chunk.seekp(offset);
        chunk.write("\xff\xff\xff\xff", 4);
        chunk.close();
        const Result<Store> store = Store::open(stores.path("z"));
        const auto block = gatherFacts(*store, 0, 10, {true, true});
        QVERIFY2(block.ok(), block.status().message().c_str());
        for (std::size_t i = 0; i < 10; ++i) {
            QCOMPARE(block->facts[i].readable, i != 4);
            if (i != 4)
                QCOMPARE(block->facts[i].mean, static_cast<double>(i));
        }
    }

    void stopsWhenAsked()
    {
        test::FactStores stores;
        const Store store = stores.dense<std::uint8_t>("a", "|u1", {}, std::vector<std::uint8_t>(100, 1));
        std::stop_source stop;
        stop.request_stop();
        QCOMPARE(gatherFacts(store, 0, 100, {false, true}, {stop.get_token(), {}, nullptr}).code(), ErrorCode::Cancelled);
    }
};

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestRecordFacts)
#include "tst_record_facts.moc"
