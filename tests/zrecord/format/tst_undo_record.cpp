#include <QTest>

#include "format/undo_record.h"
#include "support/status_checks.h"
#include "support/temporary_store.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

UndoRecord sample(bool ragged)
{
    UndoRecord record;
    UndoSummary& summary = record.summary;
    summary.raggedPairs = ragged;
    summary.id[0] = std::byte{0xa0};
    summary.before.codec = Codec::Zstd;
    summary.before.tailOffset = 4711;
    summary.before.length = ragged ? 40 : 20;
    summary.after = summary.before;
    summary.after.length -= ragged ? 4 : 2;
    summary.storeChecksum = 0x1122334455667788;
    summary.records = 2;
    summary.when = 1'700'000'000;
    summary.guard = 0x99aabbccddeeff00;
    record.targets = {3, 19};
    for (std::uint32_t i = 0; i < (ragged ? 4U : 2U); ++i)
        record.entries.push_back({i, 10 + i, 20 + i, 30 + i});
    record.samples = {{0, 5}, {1, 6}};
    return record;
}

}  // namespace

class TestUndoRecord : public QObject {
    Q_OBJECT

private slots:
    void comesBackAsItWas_data();
    void comesBackAsItWas();
    void everyTruncationAndBitFlipIsRefused_data() { comesBackAsItWas_data(); }
    void everyTruncationAndBitFlipIsRefused();
    void bytesAreTheFormat();
    void nonsenseIsRefused();
};

void TestUndoRecord::comesBackAsItWas_data()
{
    QTest::addColumn<bool>("ragged");
    QTest::newRow("dense") << false;
    QTest::newRow("ragged") << true;
}

void TestUndoRecord::comesBackAsItWas()
{
    QFETCH(bool, ragged);
    const UndoRecord record = sample(ragged);
    const auto bytes = encodeUndoRecord(record);
    const auto read = decodeUndoRecord(bytes);
    ZR_VERIFY_OK(read);
    QVERIFY(*read == record);
    const auto summary = decodeUndoSummary(std::span(bytes).first(kUndoHeaderBytes));
    ZR_VERIFY_OK(summary);
    QVERIFY(*summary == record.summary);
}

void TestUndoRecord::everyTruncationAndBitFlipIsRefused()
{
    QFETCH(bool, ragged);
    auto bytes = encodeUndoRecord(sample(ragged));
    for (std::size_t size = 0; size < bytes.size(); ++size)
        ZR_COMPARE_CODE(decodeUndoRecord(std::span(bytes).first(size)), ErrorCode::BadFormat);
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
        bytes[bit / 8] ^= std::byte{1} << (bit % 8);
        ZR_COMPARE_CODE(decodeUndoRecord(bytes), ErrorCode::BadFormat);
        bytes[bit / 8] ^= std::byte{1} << (bit % 8);
    }
}

void TestUndoRecord::bytesAreTheFormat()
{
    const auto bytes = encodeUndoRecord(sample(false));
    QCOMPARE(bytes.size(), std::size_t{256 + 2 * 8 + 2 * 16 + 2 * 16});
    const auto part = [&](std::size_t at, std::size_t count) {
        const auto piece = std::span(bytes).subspan(at, count);
        return Bytes(piece.begin(), piece.end());
    };
    QCOMPARE(part(0, 10), bytesOf({'Z', 'R', 'X', 'U', '0', '0', '0', '1', 0, 0}));
    QCOMPARE(part(104, 8), bytesOf({2, 0, 0, 0, 0, 0, 0, 0}));
    QCOMPARE(part(112, 8), bytesOf({0x00, 0xf1, 0x53, 0x65, 0, 0, 0, 0}));
    QCOMPARE(part(128, 8), bytesOf({2, 0, 0, 0, 0, 0, 0, 0}));
    QCOMPARE(part(144, 104), Bytes(104));
    QCOMPARE(part(256, 16), bytesOf({3, 0, 0, 0, 0, 0, 0, 0, 19, 0, 0, 0, 0, 0, 0, 0}));
    QCOMPARE(part(272, 16), bytesOf({0, 0, 0, 0, 10, 0, 0, 0, 20, 0, 0, 0, 30, 0, 0, 0}));
    QCOMPARE(part(304, 16), bytesOf({0, 0, 0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 0, 0}));
}

void TestUndoRecord::nonsenseIsRefused()
{
    UndoRecord record = sample(false);
    record.targets = {19, 3};
    ZR_COMPARE_CODE(decodeUndoRecord(encodeUndoRecord(record)), ErrorCode::BadFormat);
    record = sample(false);
    record.targets[1] = 20;
    ZR_COMPARE_CODE(decodeUndoRecord(encodeUndoRecord(record)), ErrorCode::BadFormat);
    record = sample(false);
    record.samples[0].target = 2;
    ZR_COMPARE_CODE(decodeUndoRecord(encodeUndoRecord(record)), ErrorCode::BadFormat);
    record = sample(false);
    record.summary.after.length = 21;
    ZR_COMPARE_CODE(decodeUndoRecord(encodeUndoRecord(record)), ErrorCode::BadFormat);
    // A number of records that no file could hold takes no memory.
    record = sample(false);
    record.summary.before.length = std::uint64_t{1} << 62;
    record.summary.records = record.summary.before.length - record.summary.after.length;
    ZR_COMPARE_CODE(decodeUndoRecord(encodeUndoRecord(record)), ErrorCode::BadFormat);
}

QTEST_APPLESS_MAIN(TestUndoRecord)
#include "tst_undo_record.moc"
