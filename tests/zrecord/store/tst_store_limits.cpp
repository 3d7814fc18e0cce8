#include <QTest>

#include "base/little_endian.h"
#include "format/location_entry.h"
#include "store/store_access.h"
#include "support/status_checks.h"
#include "support/store_builder.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

constexpr std::uint64_t kTailOffsetAt = 10;
constexpr std::uint64_t kLengthAt = 14;
constexpr std::uint64_t kChunk = std::uint64_t{1} << 32;
constexpr std::uint64_t kSegment = std::uint64_t{1} << 28;

OpenOptions writing()
{
    OpenOptions options;
    options.access = Access::ReadWrite;
    return options;
}

void patchEntry(const std::filesystem::path& file, std::uint64_t index, const LocationEntry& entry)
{
    std::byte bytes[kLocationEntryBytes];
    storeLocationEntry(bytes, entry);
    patchFile(file, index * kLocationEntryBytes, bytes);
}

}  // namespace

/// The real borders of the format, with sparse files: 2^32 bytes of a chunk, 2^28 entries of a table file.
class TestStoreLimits : public QObject {
    Q_OBJECT

private slots:
    void init();
    void chunkBorder_data();
    void chunkBorder();
    void tableBorder();
    void lastTableEntryOfThird();
    void surplusFilesAreReused();
    void smallLimitsRollOverAtTheSameRule();
    void recordTooLargeForAChunk();
    void batchBeyondOneChunk();

private:
    std::unique_ptr<TemporaryFolder> m_folder;
    std::filesystem::path m_path;
};

void TestStoreLimits::init()
{
    m_folder = std::make_unique<TemporaryFolder>();
    m_path = *m_folder / "s";
    auto store = Store::create(m_path, denseBytes(16));
    ZR_VERIFY_OK(store);
    ZR_VERIFY_OK(store->append(patternRecords(0, 3, 16)));
    ZR_VERIFY_OK(store->close());
}

void TestStoreLimits::chunkBorder_data()
{
    QTest::addColumn<std::uint64_t>("tailOffset");
    QTest::addColumn<std::uint64_t>("chunk");
    QTest::addColumn<std::uint64_t>("offset");
    // A record that would end at 2^32 or later begins the next chunk.
    QTest::newRow("ends one below") << kChunk - 17 << std::uint64_t{0} << kChunk - 17;
    QTest::newRow("ends at 2^32") << kChunk - 16 << std::uint64_t{1} << std::uint64_t{0};
    QTest::newRow("ends one above") << kChunk - 15 << std::uint64_t{1} << std::uint64_t{0};
    QTest::newRow("last byte") << kChunk - 1 << std::uint64_t{1} << std::uint64_t{0};
}

void TestStoreLimits::chunkBorder()
{
    QFETCH(std::uint64_t, tailOffset);
    QFETCH(std::uint64_t, chunk);
    QFETCH(std::uint64_t, offset);
    resizeFile(m_path / "0.chunk", tailOffset);
    patchU32(m_path / "meta.zr", kTailOffsetAt, static_cast<std::uint32_t>(tailOffset));
    auto store = Store::open(m_path, writing());
    ZR_VERIFY_OK(store);
    ZR_VERIFY_OK(store->append(patternRecords(3, 2, 16)));
    const auto location = store->locate(3);
    ZR_VERIFY_OK(location);
    QCOMPARE(std::uint64_t{location->chunk}, std::uint64_t{chunk});
    QCOMPARE(std::uint64_t{location->offset}, std::uint64_t{offset});
    QCOMPARE(store->locate(4)->chunk, std::uint32_t{1});
    QCOMPARE(*readDense(*store), patternRecords(0, 5, 16));
    QCOMPARE(store->summary().chunkBytes, kChunk + (chunk == 1 ? 32 : 16));
    ZR_VERIFY_OK(store->close());
    auto reopened = Store::open(m_path, writing());
    ZR_VERIFY_OK(reopened);
    QCOMPARE(*readDense(*reopened), patternRecords(0, 5, 16));
    const auto compacted = reopened->compact();
    ZR_VERIFY_OK(compacted);
    QCOMPARE(compacted->after.chunkBytes, std::uint64_t{80});
    QVERIFY(!std::filesystem::exists(m_path / "1.chunk"));
    QCOMPARE(*readDense(*reopened), patternRecords(0, 5, 16));
}

void TestStoreLimits::tableBorder()
{
    resizeFile(m_path / "0.loc", 16 * (kSegment - 2));
    patchU64(m_path / "meta.zr", kLengthAt, kSegment - 2);
    auto store = Store::open(m_path, writing());
    ZR_VERIFY_OK(store);
    const auto first = store->append(patternRecords(3, 4, 16));
    ZR_VERIFY_OK(first);
    QCOMPARE(*first, kSegment - 2);
    QCOMPARE(std::filesystem::file_size(m_path / "0.loc"), std::uintmax_t{16 * kSegment});
    QCOMPARE(std::filesystem::file_size(m_path / "1.loc"), std::uintmax_t{32});
    QCOMPARE(*readDense(*store, {kSegment - 2, kSegment - 1, kSegment, kSegment + 1}), patternRecords(3, 4, 16));
    QCOMPARE(*readDense(*store, {kSegment, 1, kSegment - 1}), [&] {
        Bytes expected = patternRecord(5, 16);
        for (const std::uint64_t number : {std::uint64_t{1}, std::uint64_t{4}}) {
            const Bytes record = patternRecord(number, 16);
            expected.insert(expected.end(), record.begin(), record.end());
        }
        return expected;
    }());
    // Across the border: the last two go, one of them moves down.
    const std::vector<std::uint64_t> targets{kSegment + 1, 1};
    const auto removed = store->remove(targets);
    ZR_VERIFY_OK(removed);
    QCOMPARE(removed->moves, (std::vector<RecordMove>{{kSegment, 1}}));
    QCOMPARE(*readDense(*store, {1}), patternRecord(5, 16));
    const auto hole = readDense(*store, {kSegment / 2});
    ZR_COMPARE_CODE(hole, ErrorCode::CorruptRecord);
    QCOMPARE(hole.status().offset(), std::optional<std::uint64_t>(16 * (kSegment / 2)));
    QCOMPARE(hole.status().record(), std::optional<std::uint64_t>(kSegment / 2));
}

void TestStoreLimits::lastTableEntryOfThird()
{
    constexpr std::uint64_t kLength = 3 * kSegment + 5;
    for (int number = 0; number < 3; ++number)
        resizeFile(m_path / (std::to_string(number) + ".loc"), 16 * kSegment);
    resizeFile(m_path / "3.loc", 16 * 5);
    patchEntry(m_path / "3.loc", 4, {16, 16, 16, 0});
    patchEntry(m_path / "2.loc", kSegment - 1, {32, 16, 16, 0});
    patchU64(m_path / "meta.zr", kLengthAt, kLength);
    const auto store = Store::open(m_path);
    ZR_VERIFY_OK(store);
    QCOMPARE(store->size(), kLength);
    Bytes expected = patternRecord(1, 16);
    const Bytes second = patternRecord(2, 16);
    expected.insert(expected.end(), second.begin(), second.end());
    QCOMPARE(*readDense(*store, {kLength - 1, 3 * kSegment - 1}), expected);
    const auto outside = readDense(*store, {kLength});
    ZR_COMPARE_CODE(outside, ErrorCode::OutOfRange);
}

void TestStoreLimits::surplusFilesAreReused()
{
    const StoreLimits limits{100, 4};
    const std::filesystem::path path = *m_folder / "surplus";
    auto store = StoreAccess::create(path, denseBytes(16), {}, posixFileSystem(), limits);
    ZR_VERIFY_OK(store);
    writeAll(path / "1.chunk", Bytes(500, std::byte{0xee}));
    writeAll(path / "1.loc", Bytes(300, std::byte{0xee}));
    ZR_VERIFY_OK(store->append(patternRecords(0, 8, 16)));
    QCOMPARE(*readDense(*store), patternRecords(0, 8, 16));
    QCOMPARE(std::filesystem::file_size(path / "1.chunk"), std::uintmax_t{500});
    QCOMPARE(std::filesystem::file_size(path / "1.loc"), std::uintmax_t{300});
    ZR_VERIFY_OK(store->close());
    const auto reopened = StoreAccess::open(path, {}, posixFileSystem(), limits);
    ZR_VERIFY_OK(reopened);
    QCOMPARE(*readDense(*reopened), patternRecords(0, 8, 16));
}

void TestStoreLimits::smallLimitsRollOverAtTheSameRule()
{
    // Capacity 64: a fourth record of 16 bytes would end at 64, so three fit.
    auto store = StoreAccess::create(*m_folder / "small", denseBytes(16), {}, posixFileSystem(), StoreLimits{64, 2});
    ZR_VERIFY_OK(store);
    ZR_VERIFY_OK(store->append(patternRecords(0, 7, 16)));
    for (std::uint64_t i = 0; i < 7; ++i) {
        QCOMPARE(std::uint64_t{store->locate(i)->chunk}, i / 3);
        QCOMPARE(std::uint64_t{store->locate(i)->offset}, i % 3 * 16);
    }
    QCOMPARE(store->summary().chunkBytes, 2 * kChunk + 16);
}

void TestStoreLimits::recordTooLargeForAChunk()
{
    auto store = StoreAccess::create(*m_folder / "small", denseBytes(64), {}, posixFileSystem(), StoreLimits{64, 2});
    ZR_VERIFY_OK(store);
    ZR_COMPARE_CODE(store->append(patternRecord(0, 64)), ErrorCode::RecordTooLarge);
    QCOMPARE(store->size(), std::uint64_t{0});
    ZR_COMPARE_CODE(Store::create(*m_folder / "huge", denseBytes((std::uint64_t{1} << 31) + 1)), ErrorCode::RecordTooLarge);
    QVERIFY(!std::filesystem::exists(*m_folder / "huge"));
}

void TestStoreLimits::batchBeyondOneChunk()
{
    // One call that fills several chunks and tables, in both codecs.
    for (const Codec codec : {Codec::Raw, Codec::Zstd}) {
        TemporaryFolder folder;
        auto store = StoreAccess::create(folder / "s", denseBytes(100, codec), {}, posixFileSystem(), StoreLimits{10'000, 1000});
        ZR_VERIFY_OK(store);
        const Bytes records = patternRecords(0, 5000, 100);
        ZR_VERIFY_OK(store->append(records));
        QVERIFY(store->summary().chunks > 15);
        const auto read = readDense(*store);
        ZR_VERIFY_OK(read);
        QVERIFY(*read == records);
    }
}

QTEST_APPLESS_MAIN(TestStoreLimits)
#include "tst_store_limits.moc"
