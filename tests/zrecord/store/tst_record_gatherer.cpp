#include <QTest>

#include <algorithm>
#include <random>

#include "format/location_entry.h"
#include "store/store_access.h"
#include "support/faulty_file_system.h"
#include "support/status_checks.h"
#include "support/store_builder.h"

using namespace zrecord;
using namespace zrecord::test;

/// What a gather returns, what it refuses, and how many calls it makes.
class TestRecordGatherer : public QObject {
    Q_OBJECT

private slots:
    void sequentialReadsAreLarge_data();
    void sequentialReadsAreLarge();
    void neighboursAreReadTogether_data();
    void neighboursAreReadTogether();
    void argumentsAreCheckedFirst();
    void emptyBatch();
    void hugeStoredSizeCostsNoMemory();
    void layoutMustFit();
    void locateAndStoredBytes();
    void progressEndsAtTheTotal();
};

void TestRecordGatherer::sequentialReadsAreLarge_data()
{
    QTest::addColumn<Codec>("codec");
    QTest::addColumn<bool>("ragged");
    QTest::newRow("dense raw") << Codec::Raw << false;
    QTest::newRow("dense zstd") << Codec::Zstd << false;
    QTest::newRow("ragged raw") << Codec::Raw << true;
    QTest::newRow("ragged zstd") << Codec::Zstd << true;
}

void TestRecordGatherer::sequentialReadsAreLarge()
{
    QFETCH(Codec, codec);
    QFETCH(bool, ragged);
    const std::size_t count = codec == Codec::Raw && !ragged ? 1'000'000 : 50'000;
    TemporaryFolder folder;
    FaultyFileSystem system;
    Bytes expected = patternRecords(0, 1, count);
    {
        auto store = StoreAccess::create(folder / "s", ragged ? raggedBytes(codec) : denseBytes(1, codec), {}, system);
        ZR_VERIFY_OK(store);
        if (ragged) {
            std::vector<RaggedRecord> records(count);
            for (std::size_t i = 0; i < count; ++i)
                records[i].bytes = std::span(expected).subspan(i, 1);
            ZR_VERIFY_OK(store->append(records));
        } else {
            ZR_VERIFY_OK(store->append(expected));
        }
        QVERIFY2(system.calls(FaultyFileSystem::Call::Write) < 60, qPrintable(QString::number(system.calls(FaultyFileSystem::Call::Write))));
    }
    const auto store = StoreAccess::open(folder / "s", {}, system);
    ZR_VERIFY_OK(store);
    system.reset();
    Bytes bytes(count);
    if (ragged) {
        const auto layout = store->layout(allIndices(count));
        ZR_VERIFY_OK(layout);
        ZR_VERIFY_OK(store->gather(allIndices(count), *layout, bytes));
    } else {
        ZR_VERIFY_OK(store->gather(allIndices(count), bytes));
    }
    QVERIFY(bytes == expected);
    QVERIFY2(system.calls() < 2200, qPrintable(QString::number(system.calls())));
}

void TestRecordGatherer::neighboursAreReadTogether_data()
{
    QTest::addColumn<int>("order");
    QTest::newRow("every second") << 0;
    QTest::newRow("backwards") << 1;
    QTest::newRow("the same again and again") << 2;
    QTest::newRow("shuffled within a small range") << 3;
}

void TestRecordGatherer::neighboursAreReadTogether()
{
    QFETCH(int, order);
    constexpr std::size_t kCount = 20'000;
    TemporaryFolder folder;
    FaultyFileSystem system;
    auto store = StoreAccess::create(folder / "s", denseBytes(8), {}, system);
    ZR_VERIFY_OK(store->append(patternRecords(0, kCount, 8)));
    std::vector<std::uint64_t> indices(5000);
    std::mt19937_64 random(3);
    for (std::size_t i = 0; i < indices.size(); ++i)
        indices[i] = order == 0 ? 2 * i : order == 1 ? kCount - 1 - i : order == 2 ? 77 : 500 + random() % 60;
    system.reset();
    const auto read = readDense(*store, indices);
    ZR_VERIFY_OK(read);
    for (std::size_t i = 0; i < indices.size(); ++i) {
        const Bytes record = patternRecord(indices[i], 8);
        QVERIFY(std::equal(record.begin(), record.end(), read->begin() + static_cast<std::ptrdiff_t>(8 * i)));
    }
    QVERIFY2(system.calls() < 100, qPrintable(QString::number(system.calls())));
}

void TestRecordGatherer::argumentsAreCheckedFirst()
{
    TemporaryFolder folder;
    auto store = Store::create(folder / "s", denseBytes(4));
    ZR_VERIFY_OK(store->append(patternRecords(0, 10, 4)));
    Bytes bytes(8, std::byte{0xaa});
    const std::vector<std::uint64_t> outside{3, 10};
    const Status status = store->gather(outside, bytes);
    ZR_COMPARE_CODE(status, ErrorCode::OutOfRange);
    QVERIFY(status.message().find("index 10 is outside the store, which has 10 records") != std::string::npos);
    QCOMPARE(bytes, Bytes(8, std::byte{0xaa}));
    const std::vector<std::uint64_t> three{1, 2, 3};
    ZR_COMPARE_CODE(store->gather(three, bytes), ErrorCode::BufferTooSmall);
    QCOMPARE(bytes, Bytes(8, std::byte{0xaa}));
    ZR_COMPARE_CODE(store->layout(three), ErrorCode::WrongKind);
}

void TestRecordGatherer::emptyBatch()
{
    TemporaryFolder folder;
    const auto dense = Store::create(folder / "d", denseBytes(4));
    ZR_VERIFY_OK(dense->gather({}, {}));
    const auto ragged = Store::create(folder / "r", raggedBytes());
    const auto layout = ragged->layout({});
    ZR_VERIFY_OK(layout);
    QCOMPARE(layout->size(), std::size_t{0});
    ZR_VERIFY_OK(ragged->gather({}, *layout, {}));
}

void TestRecordGatherer::hugeStoredSizeCostsNoMemory()
{
    // An entry in a chunk before the last may claim almost 4 GiB; the file decides.
    TemporaryFolder folder;
    const StoreLimits limits{200, 1000};
    {
        auto store = StoreAccess::create(folder / "s", denseBytes(64, Codec::Zstd), {}, posixFileSystem(), limits);
        ZR_VERIFY_OK(store->append(patternRecords(0, 10, 64)));
        QVERIFY(store->summary().chunks > 1);
    }
    std::byte entry[kLocationEntryBytes];
    storeLocationEntry(entry, {0, 0xfffffff0, 64, 0});
    patchFile(folder / "s/0.loc", 16, entry);
    const auto store = StoreAccess::open(folder / "s", {}, posixFileSystem(), limits);
    const auto read = readDense(*store, {1});
    ZR_COMPARE_CODE(read, ErrorCode::CorruptRecord);
    QCOMPARE(read.status().record(), std::optional<std::uint64_t>(1));
    QCOMPARE(read.status().file(), std::string_view("0.chunk"));
    ZR_COMPARE_CODE(store->storedBytes(1), ErrorCode::CorruptRecord);
    ZR_VERIFY_OK(readDense(*store, {0, 2, 3}));
}

void TestRecordGatherer::layoutMustFit()
{
    TemporaryFolder folder;
    auto store = Store::create(folder / "s", raggedBytes());
    ZR_VERIFY_OK(appendRagged(*store, {{patternRecord(0, 6), {2, 3}}, {patternRecord(1, 4), {4}}, {patternRecord(2, 1), {}}}));
    const std::vector<std::uint64_t> indices{2, 0};
    const auto layout = store->layout(indices);
    ZR_VERIFY_OK(layout);
    QCOMPARE(layout->offsets, (std::vector<std::uint64_t>{0, 1, 7}));
    QCOMPARE(layout->shapeOffsets, (std::vector<std::uint64_t>{0, 0, 2}));
    QCOMPARE(layout->dimensions, (std::vector<std::uint64_t>{2, 3}));
    Bytes bytes(7);
    const std::vector<std::uint64_t> others{0, 2};
    ZR_COMPARE_CODE(store->gather(others, *layout, bytes), ErrorCode::InvalidArgument);
    const std::vector<std::uint64_t> one{0};
    ZR_COMPARE_CODE(store->gather(one, *layout, bytes), ErrorCode::InvalidArgument);
    ZR_COMPARE_CODE(store->gather(indices, *layout, std::span(bytes).first(6)), ErrorCode::BufferTooSmall);
    ZR_VERIFY_OK(store->gather(indices, *layout, bytes));
    Bytes expected = patternRecord(2, 1);
    const Bytes other = patternRecord(0, 6);
    expected.insert(expected.end(), other.begin(), other.end());
    QCOMPARE(bytes, expected);
}

void TestRecordGatherer::locateAndStoredBytes()
{
    TemporaryFolder folder;
    auto store = Store::create(folder / "s", raggedBytes());
    ZR_VERIFY_OK(appendRagged(*store, {{patternRecord(0, 6), {2, 3}}, {patternRecord(1, 4), {4}}}));
    const auto location = store->locate(1);
    ZR_VERIFY_OK(location);
    // 6 bytes and a shape of 24 lie before it.
    QCOMPARE(location->offset, 30u);
    QCOMPARE(location->storedBytes, 4u);
    QCOMPARE(location->plainBytes, 4u);
    QCOMPARE(location->shapeOffset, 34u);
    QCOMPARE(location->shapeStoredBytes, 16u);
    QCOMPARE(*store->storedBytes(1), patternRecord(1, 4));
    ZR_COMPARE_CODE(store->locate(2), ErrorCode::OutOfRange);
    ZR_COMPARE_CODE(store->storedBytes(2), ErrorCode::OutOfRange);
}

void TestRecordGatherer::progressEndsAtTheTotal()
{
    TemporaryFolder folder;
    auto store = Store::create(folder / "s", denseBytes(100));
    ZR_VERIFY_OK(store->append(patternRecords(0, 30'000, 100)));
    Progress last;
    OperationContext context;
    context.progress = [&](const Progress& progress) { last = progress; };
    Bytes bytes(3'000'000);
    ZR_VERIFY_OK(store->gather(allIndices(30'000), bytes, context));
    QCOMPARE(last.done, std::uint64_t{30'000});
    QCOMPARE(last.total, std::uint64_t{30'000});
    QVERIFY(bytes == patternRecords(0, 30'000, 100));
}

QTEST_APPLESS_MAIN(TestRecordGatherer)
#include "tst_record_gatherer.moc"
