#include <QTest>

#include <algorithm>
#include <csignal>
#include <random>
#include <thread>

#include <pthread.h>

#include "store/store_access.h"
#include "support/faulty_file_system.h"
#include "support/status_checks.h"
#include "support/store_builder.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

constexpr std::size_t kWidth = 8192;
constexpr std::size_t kCount = 64;

OpenOptions reading(ReadMode mode)
{
    OpenOptions options;
    options.readMode = mode;
    return options;
}

/// Records that zstd cannot make smaller, so that each of them covers whole pages.
Bytes noise(std::size_t bytes)
{
    std::mt19937_64 random(5);
    Bytes result(bytes);
    std::generate(result.begin(), result.end(), [&random] { return static_cast<std::byte>(random()); });
    return result;
}

std::filesystem::path makeNoiseStore(const TemporaryFolder& folder, Codec codec)
{
    auto store = Store::create(folder / "s", denseBytes(kWidth, codec));
    if (store.ok() && store->append(noise(kWidth * kCount)).ok())
        static_cast<void>(store->close());
    return folder / "s";
}

std::vector<std::uint64_t> shuffled(std::uint64_t count, std::size_t length)
{
    std::mt19937_64 random(count);
    std::vector<std::uint64_t> indices(length);
    std::generate(indices.begin(), indices.end(), [&] { return random() % count; });
    return indices;
}

}  // namespace

Q_DECLARE_METATYPE(zrecord::ReadMode)

/// Stores read as memory give what reads by calls give, ask the system for nothing once they are warm, and survive files
/// that are cut short while they are mapped.
class TestMappedReader : public QObject {
    Q_OBJECT

private slots:
    void bothModesGiveTheSame_data();
    void bothModesGiveTheSame();
    void changesAreSeen_data();
    void changesAreSeen();
    void warmReadsMakeNoCalls_data();
    void warmReadsMakeNoCalls();
    void largeResults();
    void cutChunkIsAnError_data();
    void cutChunkIsAnError();
    void cutTableIsAnError();
    void threadsThatBlockFaultsReadByCalls();
    void damagedEntriesAreNamedAsByCalls();
};

void TestMappedReader::bothModesGiveTheSame_data()
{
    QTest::addColumn<Codec>("codec");
    QTest::newRow("raw") << Codec::Raw;
    QTest::newRow("zstd") << Codec::Zstd;
    QTest::newRow("zstd_dict") << Codec::ZstdDict;
}

void TestMappedReader::bothModesGiveTheSame()
{
    QFETCH(Codec, codec);
    const StoreLimits limits{4000, 64};  // many chunks and loc files
    TemporaryFolder folder;
    constexpr std::size_t kRecords = 500;
    std::vector<OwnedRagged> ragged;
    for (std::size_t i = 0; i < kRecords; ++i)
        ragged.push_back(patternRagged(i));
    {
        auto dense = StoreAccess::create(folder / "d", withCodec(denseBytes(100), codec), {}, posixFileSystem(), limits);
        ZR_VERIFY_OK(dense);
        ZR_VERIFY_OK(dense->append(patternRecords(0, kRecords, 100)));
        auto other = StoreAccess::create(folder / "r", withCodec(raggedBytes(), codec), {}, posixFileSystem(), limits);
        ZR_VERIFY_OK(other);
        ZR_VERIFY_OK(appendRagged(*other, ragged));
    }
    const std::vector<std::uint64_t> indices = shuffled(kRecords, 3000);
    Bytes expected;
    std::vector<OwnedRagged> expectedRagged;
    for (const std::uint64_t index : indices) {
        const Bytes record = patternRecord(index, 100);
        expected.insert(expected.end(), record.begin(), record.end());
        expectedRagged.push_back(ragged[index]);
    }
    for (const ReadMode mode : {ReadMode::Map, ReadMode::Pread}) {
        const auto dense = StoreAccess::open(folder / "d", reading(mode), posixFileSystem(), limits);
        ZR_VERIFY_OK(dense);
        const auto records = readDense(*dense, indices);
        ZR_VERIFY_OK(records);
        QVERIFY(*records == expected);
        const auto other = StoreAccess::open(folder / "r", reading(mode), posixFileSystem(), limits);
        ZR_VERIFY_OK(other);
        const auto found = readRagged(*other, indices);
        ZR_VERIFY_OK(found);
        QVERIFY(*found == expectedRagged);
    }
}

void TestMappedReader::changesAreSeen_data()
{
    QTest::addColumn<bool>("small");
    QTest::newRow("one file of each kind") << false;
    QTest::newRow("many files") << true;
}

void TestMappedReader::changesAreSeen()
{
    QFETCH(bool, small);
    const StoreLimits limits = small ? StoreLimits{1000, 16} : StoreLimits{};
    TemporaryFolder folder;
    auto store = StoreAccess::create(folder / "s", denseBytes(50), {}, posixFileSystem(), limits);
    ZR_VERIFY_OK(store);
    std::vector<Bytes> model;
    std::mt19937_64 random(9);
    for (std::uint64_t round = 0; round < 60; ++round) {
        const std::size_t count = 1 + random() % 40;
        ZR_VERIFY_OK(store->append(patternRecords(1000 * round, count, 50)));
        for (std::uint64_t i = 0; i < count; ++i)
            model.push_back(patternRecord(1000 * round + i, 50));
        if (round % 3 == 2) {
            const std::uint64_t victim = random() % model.size();
            const std::vector<std::uint64_t> targets{victim};
            ZR_VERIFY_OK(store->remove(targets));
            model[victim] = model.back();
            model.pop_back();
        }
        if (round % 20 == 19)
            ZR_VERIFY_OK(store->compact());
        Bytes expected;
        for (const Bytes& record : model)
            expected.insert(expected.end(), record.begin(), record.end());
        const auto all = readDense(*store);
        ZR_VERIFY_OK(all);
        QVERIFY(*all == expected);
    }
}

void TestMappedReader::warmReadsMakeNoCalls_data()
{
    bothModesGiveTheSame_data();
}

void TestMappedReader::warmReadsMakeNoCalls()
{
    QFETCH(Codec, codec);
    const StoreLimits limits{20'000, 256};
    TemporaryFolder folder;
    FaultyFileSystem system;
    system.allowMaps();
    auto store = StoreAccess::create(folder / "s", withCodec(denseBytes(200), codec), {}, system, limits);
    ZR_VERIFY_OK(store);
    ZR_VERIFY_OK(store->append(patternRecords(0, 2000, 200)));
    ZR_VERIFY_OK(readDense(*store));
    const std::uint64_t calls = system.calls();
    for (int i = 0; i < 50; ++i)
        ZR_VERIFY_OK(readDense(*store, shuffled(2000, 300)));
    QCOMPARE(system.calls(), calls);
}

void TestMappedReader::largeResults()
{
    // Larger than any cache, at odd places: these copies go past the caches.
    constexpr std::size_t kRecord = 50'000;
    TemporaryFolder folder;
    auto store = Store::create(folder / "s", denseBytes(kRecord));
    ZR_VERIFY_OK(store);
    const Bytes records = patternRecords(0, 40, kRecord);
    ZR_VERIFY_OK(store->append(records));
    const std::vector<std::uint64_t> indices = shuffled(40, 2000);
    Bytes result(kRecord * indices.size() + 1);
    ZR_VERIFY_OK(store->gather(indices, std::span(result).subspan(1)));
    for (std::size_t i = 0; i < indices.size(); ++i)
        QVERIFY(std::equal(records.begin() + static_cast<std::ptrdiff_t>(indices[i] * kRecord),
                           records.begin() + static_cast<std::ptrdiff_t>((indices[i] + 1) * kRecord),
                           result.begin() + static_cast<std::ptrdiff_t>(1 + i * kRecord)));
}

void TestMappedReader::cutChunkIsAnError_data()
{
    QTest::addColumn<Codec>("codec");
    QTest::newRow("raw") << Codec::Raw;
    QTest::newRow("zstd") << Codec::Zstd;
}

void TestMappedReader::cutChunkIsAnError()
{
    QFETCH(Codec, codec);
    TemporaryFolder folder;
    const auto path = makeNoiseStore(folder, codec);
    const auto store = Store::open(path);
    ZR_VERIFY_OK(store);
    ZR_VERIFY_OK(readDense(*store));  // maps the whole file
    const auto place = store->locate(60);
    ZR_VERIFY_OK(place);
    resizeFile(path / "0.chunk", 40 * kWidth);

    Bytes out(kWidth * 2);
    const std::vector<std::uint64_t> indices{3, 60};
    for (int i = 0; i < 3; ++i) {
        const Status status = store->gather(indices, out);
        ZR_COMPARE_CODE(status, ErrorCode::IoError);
        QCOMPARE(status.file(), std::string_view("0.chunk"));
        QCOMPARE(status.offset().value_or(0), place->offset);
        QCOMPARE(status.record().value_or(0), std::uint64_t{60});
    }
    // What is still there can be read, and so can the rest when it comes back.
    const auto three = readDense(*store, {3});
    ZR_VERIFY_OK(three);
    const Bytes all = noise(kWidth * kCount);
    QVERIFY(std::equal(three->begin(), three->end(), all.begin() + 3 * kWidth));
}

void TestMappedReader::cutTableIsAnError()
{
    TemporaryFolder folder;
    constexpr std::size_t kRecords = 4096;
    {
        auto store = Store::create(folder / "s", denseBytes(1));
        ZR_VERIFY_OK(store);
        ZR_VERIFY_OK(store->append(patternRecords(0, kRecords, 1)));
    }
    const auto store = Store::open(folder / "s");
    ZR_VERIFY_OK(store);
    ZR_VERIFY_OK(readDense(*store));
    resizeFile(folder / "s" / "0.loc", 8192);
    Bytes out(1);
    const std::vector<std::uint64_t> index{4000};
    const Status status = store->gather(index, out);
    ZR_COMPARE_CODE(status, ErrorCode::IoError);
    QCOMPARE(status.file(), std::string_view("0.loc"));
    ZR_VERIFY_OK(readDense(*store, {100}));
}

void TestMappedReader::threadsThatBlockFaultsReadByCalls()
{
    TemporaryFolder folder;
    const auto path = makeNoiseStore(folder, Codec::Raw);
    const auto store = Store::open(path);
    ZR_VERIFY_OK(store);
    ZR_VERIFY_OK(readDense(*store));
    resizeFile(path / "0.chunk", 40 * kWidth);
    Status status;
    std::thread([&] {
        sigset_t all;
        ::sigfillset(&all);
        ::pthread_sigmask(SIG_SETMASK, &all, nullptr);
        Bytes out(kWidth);
        const std::vector<std::uint64_t> index{60};
        status = store->gather(index, out);
    }).join();
    ZR_COMPARE_CODE(status, ErrorCode::CorruptRecord);
}

void TestMappedReader::damagedEntriesAreNamedAsByCalls()
{
    TemporaryFolder folder;
    const auto path = makeNoiseStore(folder, Codec::Zstd);
    patchU32(path / "0.loc", 16 * 20, 0xFFFFFFF0);     // offset of record 20
    patchU32(path / "0.chunk", 0, 0);                  // frame of record 0
    for (const std::uint64_t record : {std::uint64_t{20}, std::uint64_t{0}}) {
        std::vector<std::string> messages;
        for (const ReadMode mode : {ReadMode::Map, ReadMode::Pread}) {
            const auto store = Store::open(path, reading(mode));
            ZR_VERIFY_OK(store);
            const auto result = readDense(*store, {5, record, 7});
            ZR_COMPARE_CODE(result, ErrorCode::CorruptRecord);
            QCOMPARE(result.status().record().value_or(99), record);
            messages.push_back(result.status().message());
        }
        QCOMPARE(messages[0], messages[1]);
    }
}

QTEST_APPLESS_MAIN(TestMappedReader)
#include "tst_mapped_reader.moc"
