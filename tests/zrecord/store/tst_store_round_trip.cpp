#include <QTest>

#include <algorithm>
#include <random>

#include "platform/file_system.h"
#include "store/store_access.h"
#include "support/status_checks.h"
#include "support/store_builder.h"

using namespace zrecord;
using namespace zrecord::test;

Q_DECLARE_METATYPE(zrecord::Codec)

/// Every kind with every codec through create, append, close, open, gather, remove, compact; chunks and tables small, so
/// that every operation crosses their borders.
class TestStoreRoundTrip : public QObject {
    Q_OBJECT

private slots:
    void codecs_data();
    void dense_data() { codecs_data(); }
    void dense();
    void ragged_data() { codecs_data(); }
    void ragged();
    void randomScripts_data() { codecs_data(); }
    void randomScripts();
    void largeBatchOverWindows();
    void raggedScalarsAndBigRecords();
    void dictionaryIsKept();
};

void TestStoreRoundTrip::codecs_data()
{
    QTest::addColumn<Codec>("codec");
    for (const Codec codec : {Codec::Raw, Codec::Zstd, Codec::ZstdDict})
        QTest::newRow(codecName(codec).data()) << codec;
}

void TestStoreRoundTrip::dense()
{
    QFETCH(Codec, codec);
    constexpr std::size_t kWidth = 48;
    constexpr std::size_t kCount = 500;
    const StoreLimits limits{1000, 64};
    TemporaryFolder folder;
    const Bytes records = patternRecords(0, kCount, kWidth);
    {
        auto store = StoreAccess::create(folder / "s", denseBytes(kWidth, codec), {}, posixFileSystem(), limits);
        ZR_VERIFY_OK(store);
        const auto first = store->append(std::span(records).first(7 * kWidth));
        ZR_VERIFY_OK(first);
        QCOMPARE(*first, std::uint64_t{0});
        const auto second = store->append(std::span(records).subspan(7 * kWidth));
        ZR_VERIFY_OK(second);
        QCOMPARE(*second, std::uint64_t{7});
        ZR_VERIFY_OK(store->close());
        ZR_COMPARE_CODE(readDense(*store), ErrorCode::Closed);
    }
    const auto store = StoreAccess::open(folder / "s", {}, posixFileSystem(), limits);
    ZR_VERIFY_OK(store);
    QCOMPARE(store->size(), std::uint64_t{kCount});
    QVERIFY(store->summary().chunks > 10);
    QVERIFY(std::filesystem::exists(folder / "s/7.loc"));
    const auto read = readDense(*store);
    ZR_VERIFY_OK(read);
    QCOMPARE(*read, records);
    // Any order, repeats.
    std::mt19937_64 random(7);
    std::vector<std::uint64_t> indices(3000);
    std::ranges::generate(indices, [&] { return random() % kCount; });
    const auto shuffled = readDense(*store, indices);
    ZR_VERIFY_OK(shuffled);
    for (std::size_t i = 0; i < indices.size(); ++i)
        QVERIFY(std::equal(shuffled->begin() + static_cast<std::ptrdiff_t>(i * kWidth), shuffled->begin() + static_cast<std::ptrdiff_t>((i + 1) * kWidth),
                           records.begin() + static_cast<std::ptrdiff_t>(indices[i] * kWidth)));
    const auto report = store->verify();
    ZR_VERIFY_OK(report);
    QVERIFY(report->clean());
    QCOMPARE(report->recordsChecked, std::uint64_t{kCount});
    QCOMPARE(report->bytesChecked, store->stats()->liveBytes);
    QCOMPARE(store->stats()->plainBytes, std::uint64_t{kCount * kWidth});
}

void TestStoreRoundTrip::ragged()
{
    QFETCH(Codec, codec);
    const StoreLimits limits{2000, 64};
    TemporaryFolder folder;
    std::vector<OwnedRagged> records;
    for (std::uint64_t i = 0; i < 300; ++i)
        records.push_back(patternRagged(i));
    {
        auto store = StoreAccess::create(folder / "s", raggedBytes(codec), {}, posixFileSystem(), limits);
        ZR_VERIFY_OK(store);
        ZR_VERIFY_OK(appendRagged(*store, records));
        ZR_VERIFY_OK(store->close());
    }
    auto store = StoreAccess::open(folder / "s", {}, posixFileSystem(), limits);
    ZR_VERIFY_OK(store);
    const auto read = readRagged(*store);
    ZR_VERIFY_OK(read);
    QCOMPARE(*read, records);
    const auto picked = readRagged(*store, {299, 0, 17, 17, 18, 19, 16});
    ZR_VERIFY_OK(picked);
    QCOMPARE(*picked, (std::vector<OwnedRagged>{records[299], records[0], records[17], records[17], records[18], records[19], records[16]}));
    const auto report = store->verify();
    ZR_VERIFY_OK(report);
    QVERIFY(report->clean());
}

/// Append, remove, compact and reopen at random beside a model in memory.
void TestStoreRoundTrip::randomScripts()
{
    QFETCH(Codec, codec);
    constexpr std::size_t kWidth = 24;
    const StoreLimits limits{700, 32};
    OpenOptions writing;
    writing.access = Access::ReadWrite;
    for (unsigned seed = 0; seed < 5; ++seed) {
        std::mt19937_64 random(seed);
        TemporaryFolder folder;
        std::vector<std::uint64_t> model;
        std::uint64_t next = 0;
        auto store = StoreAccess::create(folder / "s", denseBytes(kWidth, codec), {}, posixFileSystem(), limits);
        for (int step = 0; step < 30; ++step) {
            ZR_VERIFY_OK(store);
            const auto action = random() % 10;
            if (action < 5) {
                const std::size_t count = 1 + random() % 40;
                ZR_VERIFY_OK(store->append(patternRecords(next, count, kWidth)));
                for (std::size_t i = 0; i < count; ++i)
                    model.push_back(next++);
            } else if (action < 8 && !model.empty()) {
                std::vector<std::uint64_t> targets(1 + random() % model.size());
                std::ranges::generate(targets, [&] { return random() % model.size(); });
                ZR_VERIFY_OK(store->remove(targets));
                std::ranges::sort(targets, std::greater<>());
                targets.erase(std::unique(targets.begin(), targets.end()), targets.end());
                for (const std::uint64_t target : targets) {
                    model[target] = model.back();
                    model.pop_back();
                }
            } else if (action == 8) {
                const auto compacted = store->compact();
                ZR_VERIFY_OK(compacted);
                QCOMPARE(compacted->after.liveBytes, compacted->before.liveBytes);
            } else {
                ZR_VERIFY_OK(store->close());
                store = StoreAccess::open(folder / "s", writing, posixFileSystem(), limits);
                ZR_VERIFY_OK(store);
            }
            QCOMPARE(store->size(), static_cast<std::uint64_t>(model.size()));
            Bytes expected;
            for (const std::uint64_t number : model) {
                const Bytes record = patternRecord(number, kWidth);
                expected.insert(expected.end(), record.begin(), record.end());
            }
            const auto read = readDense(*store);
            ZR_VERIFY_OK(read);
            QVERIFY2(*read == expected, qPrintable(QStringLiteral("seed %1 step %2").arg(seed).arg(step)));
        }
        const auto report = store->verify();
        ZR_VERIFY_OK(report);
        QVERIFY(report->clean());
    }
}

void TestStoreRoundTrip::largeBatchOverWindows()
{
    // More encoded bytes than one encoding window holds, in one append.
    constexpr std::size_t kWidth = 1 << 20;
    TemporaryFolder folder;
    Bytes records = patternRecords(0, 80, kWidth);
    auto store = Store::create(folder / "s", denseBytes(kWidth, Codec::Zstd));
    ZR_VERIFY_OK(store);
    ZR_VERIFY_OK(store->append(records));
    const auto read = readDense(*store);
    ZR_VERIFY_OK(read);
    QVERIFY(*read == records);
    // Written in record order.
    std::uint32_t last = 0;
    for (std::uint64_t i = 0; i < 80; ++i) {
        const auto location = store->locate(i);
        ZR_VERIFY_OK(location);
        QVERIFY(i == 0 || location->offset > last);
        last = location->offset;
        QCOMPARE(location->plainBytes, std::uint32_t{kWidth});
    }
}

void TestStoreRoundTrip::raggedScalarsAndBigRecords()
{
    for (const Codec codec : {Codec::Raw, Codec::Zstd}) {
        TemporaryFolder folder;
        StoreDescription description = raggedBytes(codec);
        const auto dtype = DType::parse("<f4");
        ZR_VERIFY_OK(dtype);
        description.dtype = *dtype;
        auto store = Store::create(folder / "s", description);
        ZR_VERIFY_OK(store);
        const std::vector<OwnedRagged> records{{patternRecord(1, 4), {}}, {patternRecord(2, 4 << 20), {1024, 1024}}, {patternRecord(3, 8), {1, 2, 1}}};
        ZR_VERIFY_OK(appendRagged(*store, records));
        const auto read = readRagged(*store);
        ZR_VERIFY_OK(read);
        QVERIFY(*read == records);
        ZR_COMPARE_CODE(appendRagged(*store, {{patternRecord(1, 8), {3}}}), ErrorCode::InvalidArgument);
        ZR_COMPARE_CODE(appendRagged(*store, {{patternRecord(1, 6), {}}}), ErrorCode::InvalidArgument);
        ZR_COMPARE_CODE(appendRagged(*store, {{{}, {0}}}), ErrorCode::RecordTooLarge);
        ZR_COMPARE_CODE(appendRagged(*store, {}), ErrorCode::InvalidArgument);
        ZR_COMPARE_CODE(store->append(patternRecord(0, 4)), ErrorCode::WrongKind);
        QCOMPARE(store->size(), std::uint64_t{3});
    }
}

void TestStoreRoundTrip::dictionaryIsKept()
{
    TemporaryFolder folder;
    {
        auto store = Store::create(folder / "s", denseBytes(64, Codec::ZstdDict));
        ZR_VERIFY_OK(store);
        ZR_VERIFY_OK(store->append(patternRecords(1000, 50, 64)));
        QVERIFY(store->stats()->liveBytes < 50 * 64);
    }
    const auto store = Store::open(folder / "s");
    ZR_VERIFY_OK(store);
    const auto dictionary = store->dictionary();
    QCOMPARE(Bytes(dictionary.begin(), dictionary.end()), sampleDictionary());
    const auto read = readDense(*store);
    ZR_VERIFY_OK(read);
    QCOMPARE(*read, patternRecords(1000, 50, 64));
}

QTEST_APPLESS_MAIN(TestStoreRoundTrip)
#include "tst_store_round_trip.moc"
