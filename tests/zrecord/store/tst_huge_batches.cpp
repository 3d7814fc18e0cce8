#include <QTest>

#include <algorithm>
#include <cstring>

#include "support/repeated_memory.h"
#include "support/status_checks.h"
#include "support/store_builder.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

constexpr std::size_t kRecordBytes = std::size_t{64} << 20;
constexpr std::size_t kDistinct = 3;
constexpr std::size_t kBatch = 66;  // 4.125 GiB. An offset cut to 32 bits would put record 64 % 3 = 1 in the place of record 0.

/// Differs in every page, and from record to record.
Bytes largeRecords()
{
    Bytes bytes(kDistinct * kRecordBytes);
    for (std::size_t at = 0; at < bytes.size(); at += 512)
        bytes[at] = static_cast<std::byte>((at / kRecordBytes * 101 + at / 512 * 7 + 1) % 251);
    return bytes;
}

std::vector<std::uint64_t> batch()
{
    std::vector<std::uint64_t> indices;
    for (std::uint64_t i = 0; i < kBatch; ++i)
        indices.push_back(i % kDistinct);
    return indices;
}

}  // namespace

/// Batches above 4 GiB, into memory that shows the same three records again and again.
class TestHugeBatches : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void dense()
    {
        TemporaryFolder folder;
        auto store = Store::create(folder / "s", denseBytes(kRecordBytes));
        const Bytes records = largeRecords();
        ZR_VERIFY_OK(store->append(records));
        const RepeatedMemory memory(kDistinct * kRecordBytes, kBatch / kDistinct);
        QVERIFY(memory.all().size() > std::size_t{4} << 30);
        ZR_VERIFY_OK(store->gather(batch(), memory.all()));
        QVERIFY(std::ranges::equal(memory.period(), records));
    }

    void ragged()
    {
        TemporaryFolder folder;
        auto store = Store::create(folder / "s", raggedBytes());
        const Bytes records = largeRecords();
        const Shape shape{kRecordBytes};
        std::vector<RaggedRecord> views;
        for (std::size_t i = 0; i < kDistinct; ++i)
            views.push_back({std::span(records).subspan(i * kRecordBytes, kRecordBytes), shape});
        ZR_VERIFY_OK(store->append(views));
        const auto layout = store->layout(batch());
        ZR_VERIFY_OK(layout);
        QCOMPARE(layout->offsets.back(), std::uint64_t{kBatch} * kRecordBytes);
        const RepeatedMemory memory(kDistinct * kRecordBytes, kBatch / kDistinct);
        ZR_VERIFY_OK(store->gather(batch(), *layout, memory.all()));
        QVERIFY(std::ranges::equal(memory.period(), records));
    }
};

QTEST_APPLESS_MAIN(TestHugeBatches)
#include "tst_huge_batches.moc"
