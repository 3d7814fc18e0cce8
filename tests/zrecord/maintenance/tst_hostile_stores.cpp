#include <QTest>

#include <algorithm>

#include <sys/resource.h>

#include "maintenance/store_backuper.h"
#include "maintenance/store_checker.h"
#include "maintenance/store_cleaner.h"
#include "maintenance/store_repairer.h"
#include "store/store_access.h"
#include "support/status_checks.h"
#include "support/store_builder.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

/// Lowers the number of files that may be open for as long as it lives.
class FewDescriptors {
public:
    explicit FewDescriptors(rlim_t most)
    {
        ::getrlimit(RLIMIT_NOFILE, &m_before);
        rlimit few = m_before;
        few.rlim_cur = most;
        m_done = ::setrlimit(RLIMIT_NOFILE, &few) == 0;
    }
    ~FewDescriptors() { ::setrlimit(RLIMIT_NOFILE, &m_before); }
    FewDescriptors(const FewDescriptors&) = delete;
    FewDescriptors& operator=(const FewDescriptors&) = delete;
    [[nodiscard]] bool done() const { return m_done; }

private:
    rlimit m_before{};
    bool m_done = false;
};

void makeStore(const std::filesystem::path& path, bool ragged, Codec codec)
{
    auto store = Store::create(path, ragged ? raggedBytes(codec) : denseBytes(20, codec));
    if (ragged) {
        std::vector<OwnedRagged> records;
        for (std::uint64_t i = 0; i < 8; ++i)
            records.push_back(patternRagged(i));
        ZR_VERIFY_OK(appendRagged(*store, records));
    } else {
        ZR_VERIFY_OK(store->append(patternRecords(0, 8, 20)));
    }
    ZR_VERIFY_OK(store->close());
}

/// Everything that a person may do with a store that came along, short of changing it on purpose.
void useAndLeaveAlone(const std::filesystem::path& path)
{
    const auto before = folderContents(path);
    for (const Access access : {Access::ReadOnly, Access::ReadWrite}) {
        OpenOptions options;
        options.access = access;
        auto store = Store::open(path, options);
        if (!store.ok())
            continue;
        if (store->summary().kind == StoreKind::Dense && store->size() < 1000 && store->summary().recordBytes < 1 << 20)
            static_cast<void>(readDense(*store).ok());
        if (store->summary().kind == StoreKind::Ragged && store->size() < 1000)
            static_cast<void>(store->layout(allIndices(store->size())).ok());
        static_cast<void>(store->close().ok());
    }
    const auto check = checkStore(path);
    QVERIFY(check.ok());
    static_cast<void>(planRepair(path).ok());
    // Nothing shrank, nothing is gone.
    QVERIFY(folderContents(path) == before);
}

}  // namespace

/// One damaged byte, or a header that lies, never costs a file, never ends the process, and is never taken for a number of steps.
class TestHostileStores : public QObject {
    Q_OBJECT

private slots:
    void smallFilesTornAtEveryByte_data();
    void smallFilesTornAtEveryByte();
    void everyBitOfTheHeader_data() { smallFilesTornAtEveryByte_data(); }
    void everyBitOfTheHeader();
    void everyBitOfTheTable();
    void manyChunksAndFewDescriptors();
};

void TestHostileStores::smallFilesTornAtEveryByte_data()
{
    QTest::addColumn<bool>("ragged");
    QTest::newRow("dense") << false;
    QTest::newRow("ragged") << true;
}

void TestHostileStores::smallFilesTornAtEveryByte()
{
    QFETCH(bool, ragged);
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeStore(path, ragged, Codec::Zstd);
    for (const char* name : {"meta.zr", "store.zr"}) {
        const Bytes whole = readAll(path / name);
        for (std::size_t size = 0; size < whole.size(); ++size) {
            writeAll(path / name, std::span(whole).first(size));
            QVERIFY(!Store::open(path).ok());
            QVERIFY(!checkStore(path)->report.clean());
            useAndLeaveAlone(path);
        }
        writeAll(path / name, whole);
    }
    ZR_VERIFY_OK(Store::open(path));
}

void TestHostileStores::everyBitOfTheHeader()
{
    QFETCH(bool, ragged);
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeStore(path, ragged, Codec::Zstd);
    for (const char* name : {"meta.zr", "store.zr"}) {
        Bytes bytes = readAll(path / name);
        for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
            bytes[bit / 8] ^= std::byte{1} << (bit % 8);
            patchFile(path / name, 0, bytes);
            useAndLeaveAlone(path);
            bytes[bit / 8] ^= std::byte{1} << (bit % 8);
        }
        writeAll(path / name, bytes);
    }
    ZR_VERIFY_OK(Store::open(path));
}

void TestHostileStores::everyBitOfTheTable()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeStore(path, false, Codec::Zstd);
    const Bytes expected = patternRecords(0, 8, 20);
    Bytes bytes = readAll(path / "0.loc");
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
        bytes[bit / 8] ^= std::byte{1} << (bit % 8);
        patchFile(path / "0.loc", 0, bytes);
        // A flipped bit is an error or shows the record of another entry, but never other bytes.
        const auto store = Store::open(path);
        for (std::uint64_t record = 0; record < 8; ++record)
            if (const auto read = readDense(*store, {record}); read.ok())
                QVERIFY(std::ranges::search(expected, *read).begin() != expected.end());
        QVERIFY(!checkStore(path)->report.clean());
        bytes[bit / 8] ^= std::byte{1} << (bit % 8);
    }
}

void TestHostileStores::manyChunksAndFewDescriptors()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    constexpr StoreLimits limits{100, 1 << 20};
    constexpr std::uint64_t kChunks = 4096;
    constexpr std::uint64_t kRecords = kChunks * 9;
    ZR_VERIFY_OK(StoreAccess::create(path, denseBytes(10), {}, posixFileSystem(), limits)->append(patternRecords(0, kRecords, 10)));
    QVERIFY(std::filesystem::exists(path / "4095.chunk"));
    const FewDescriptors few(64);
    QVERIFY(few.done());
    const auto check = checkStoreOn(posixFileSystem(), limits, path, {}, {});
    ZR_VERIFY_OK(check);
    QVERIFY(check->report.clean());
    QCOMPARE(check->report.recordsChecked, kRecords);
    QVERIFY(planRepairOn(posixFileSystem(), limits, path, {}, {})->nothingToDo());
    QVERIFY(cleanStoreOn(posixFileSystem(), limits, path, {}, {})->files.empty());
    const auto store = StoreAccess::open(path, {}, posixFileSystem(), limits);
    std::vector<std::uint64_t> indices;
    for (std::uint64_t i = 0; i < 10'000; ++i)
        indices.push_back(i * 7919 % kRecords);
    const auto read = readDense(*store, indices);
    ZR_VERIFY_OK(read);
    for (std::size_t i = 0; i < indices.size(); i += 97)
        QVERIFY(std::ranges::equal(std::span(*read).subspan(i * 10, 10), patternRecord(indices[i], 10)));
}

QTEST_APPLESS_MAIN(TestHostileStores)
#include "tst_hostile_stores.moc"
