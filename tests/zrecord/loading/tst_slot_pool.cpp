#include <QTest>

#include <memory>
#include <utility>
#include <vector>

#include "loading/slot_pool.h"

using namespace zrecord;

namespace {

std::shared_ptr<SlotPool> makePool(std::size_t spares, StoreKind kind = StoreKind::Dense)
{
    StoreSummary summary;
    summary.kind = kind;
    return std::make_shared<SlotPool>(std::vector<SlotPool::Stream>{{"a", summary}, {"b", summary}}, spares);
}

}  // namespace

class TestSlotPool : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void memoryIsUsedAgain()
    {
        const auto pool = makePool(2);
        const void* memory = nullptr;
        {
            const Batch batch = pool->take();
            QVERIFY(BatchSlot::of(batch).reserve(0, 10'000).ok());
            memory = BatchSlot::of(batch).memory(0);
            QCOMPARE(pool->size(), std::uint64_t{1});
            QCOMPARE(pool->bytes(), std::uint64_t{12'288});
        }
        const Batch again = pool->take();
        QCOMPARE(static_cast<const void*>(BatchSlot::of(again).memory(0)), memory);
        QVERIFY(BatchSlot::of(again).reserve(0, 10'000).ok());
        QCOMPARE(static_cast<const void*>(BatchSlot::of(again).memory(0)), memory);
        QCOMPARE(pool->size(), std::uint64_t{1});
    }

    void goesBackWithTheLastCopy()
    {
        const auto pool = makePool(2);
        Batch first = pool->take();
        BatchSlot* const slot = &BatchSlot::of(first);
        {
            Batch second = first;
            Batch third;
            third = second;
            second = Batch();
            first = std::move(third);
            QVERIFY(!third);  // what is left after a move is promised
            const Batch& same = first;
            first = same;
        }
        QVERIFY(first);
        const Batch other = pool->take();
        QVERIFY(&BatchSlot::of(other) != slot);
        first = Batch();
        const Batch again = pool->take();
        QCOMPARE(&BatchSlot::of(again), slot);
    }

    void keepsOnlySomeSpares()
    {
        const auto pool = makePool(2);
        std::vector<Batch> held;
        for (int i = 0; i < 5; ++i) {
            held.push_back(pool->take());
            QVERIFY(BatchSlot::of(held.back()).reserve(1, 4096).ok());
        }
        QCOMPARE(pool->size(), std::uint64_t{5});
        held.clear();
        QCOMPARE(pool->size(), std::uint64_t{2});
        QCOMPARE(pool->bytes(), std::uint64_t{8192});
        pool->close();
        QCOMPARE(pool->size(), std::uint64_t{0});
        QCOMPARE(pool->bytes(), std::uint64_t{0});
    }

    void batchesOutliveThePool()
    {
        auto pool = makePool(2);
        Batch batch = pool->take();
        const std::weak_ptr<SlotPool> watched = pool;
        QVERIFY(BatchSlot::of(batch).reserve(0, 3).ok());
        BatchSlot::of(batch).show(0, 3);
        pool->close();
        pool.reset();
        QVERIFY(!watched.expired());
        QVERIFY(batch.find("a") != nullptr);
        QCOMPARE(batch.find("a")->bytes.size(), std::size_t{3});
        QVERIFY(batch.find("c") == nullptr);
        batch = Batch();
        QVERIFY(watched.expired());
    }

    void attachmentsGoWithTheBatch()
    {
        const auto pool = makePool(2);
        auto attachment = std::make_shared<int>(5);
        Batch batch = pool->take();
        batch.setAttachment(attachment);
        const Batch copy = batch;
        batch = Batch();
        QCOMPARE(attachment.use_count(), 2L);
        QCOMPARE(*static_cast<int*>(copy.attachment().get()), 5);
        const_cast<Batch&>(copy) = Batch();
        QCOMPARE(attachment.use_count(), 1L);
        QVERIFY(pool->take().attachment() == nullptr);
    }

    // Ragged batches vary: a slot that grows takes what the largest of all slots needed, and a little more.
    void raggedSlotsGrowTogether()
    {
        const auto pool = makePool(4, StoreKind::Ragged);
        const Batch first = pool->take();
        const Batch second = pool->take();
        QVERIFY(BatchSlot::of(first).reserve(0, 80'000).ok());
        QVERIFY(BatchSlot::of(second).reserve(0, 10).ok());
        QCOMPARE(BatchSlot::of(first).capacity(), BatchSlot::of(second).capacity());
        QVERIFY(BatchSlot::of(second).capacity() >= 90'000);
        QVERIFY(first.streams()[0].layout != nullptr);
    }

    void checksumSeesEverything()
    {
        const auto pool = makePool(4, StoreKind::Ragged);
        Batch batch = pool->take();
        BatchSlot& slot = BatchSlot::of(batch);
        slot.step = 3;
        slot.indices = {4, 5};
        slot.layout(0).offsets = {0, 1, 2};
        QVERIFY(slot.reserve(0, 2).ok());
        slot.show(0, 2);
        const std::uint64_t before = batch.checksum();
        QCOMPARE(batch.checksum(), before);
        slot.layout(0).offsets = {0, 2, 2};
        QVERIFY(batch.checksum() != before);
        slot.layout(0).offsets = {0, 1, 2};
        QCOMPARE(batch.checksum(), before);
        batch.writableBytes(0)[1] = std::byte{9};
        QVERIFY(batch.checksum() != before);
        batch.writableBytes(0)[1] = std::byte{0};
        slot.indices = {5, 4};
        QVERIFY(batch.checksum() != before);
        slot.indices = {4, 5};
        slot.step = 4;
        QVERIFY(batch.checksum() != before);
    }
};

QTEST_APPLESS_MAIN(TestSlotPool)
#include "tst_slot_pool.moc"
