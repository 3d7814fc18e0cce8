#include <QTest>

#include <sys/stat.h>
#include <unistd.h>

#include "store/store_access.h"
#include "support/faulty_file_system.h"
#include "support/status_checks.h"
#include "support/store_builder.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

constexpr std::uint64_t kLengthAt = 14;
constexpr std::uint64_t kTailChunkAt = 6;

OpenOptions writing()
{
    OpenOptions options;
    options.access = Access::ReadWrite;
    return options;
}

}  // namespace

/// What open() looks at, what it leaves alone, and how much it costs.
class TestStoreOpener : public QObject {
    Q_OBJECT

private slots:
    void init();
    void costDoesNotGrowWithRecords_data();
    void costDoesNotGrowWithRecords();
    void absurdLengthsAreRefusedCheaply_data();
    void absurdLengthsAreRefusedCheaply();
    void absurdTailChunkIsRefusedByOneListing();
    void fenceAsksForRecovery();
    void foreignFilesAreIgnored();
    void symbolicLinksAndFifosAreRefused();
    void kindCanBeAskedFor();
    void notAStore();
    void readOnlyMediaAreReadAndNotWritten();

private:
    std::unique_ptr<TemporaryFolder> m_folder;
    std::filesystem::path m_path;
};

void TestStoreOpener::init()
{
    m_folder = std::make_unique<TemporaryFolder>();
    m_path = *m_folder / "s";
    auto store = Store::create(m_path, denseBytes(4));
    ZR_VERIFY_OK(store);
    ZR_VERIFY_OK(store->append(patternRecords(0, 10, 4)));
    ZR_VERIFY_OK(store->close());
}

void TestStoreOpener::costDoesNotGrowWithRecords_data()
{
    QTest::addColumn<quint64>("length");
    QTest::newRow("ten") << quint64{10};
    QTest::newRow("10^8") << quint64{100'000'000};
    QTest::newRow("more rows than a Qt table can show") << quint64{340'205'976};
    QTest::newRow("2^31 + 5") << (quint64{1} << 31) + 5;
}

void TestStoreOpener::costDoesNotGrowWithRecords()
{
    QFETCH(quint64, length);
    constexpr std::uint64_t kPerSegment = std::uint64_t{1} << 28;
    for (std::uint64_t first = 0; first < length; first += kPerSegment)
        resizeFile(m_path / (std::to_string(first / kPerSegment) + ".loc"), 16 * std::min<std::uint64_t>(kPerSegment, length - first));
    patchU64(m_path / "meta.zr", kLengthAt, length);
    FaultyFileSystem system;
    const auto store = StoreAccess::open(m_path, {}, system);
    ZR_VERIFY_OK(store);
    QCOMPARE(store->size(), std::uint64_t{length});
    QVERIFY2(system.calls() < 80, qPrintable(QString::number(system.calls())));
    QVERIFY2(system.bytesRead() < 1000, qPrintable(QString::number(system.bytesRead())));
    // The real records are there, a hole is a damaged record and never garbage.
    const auto real = readDense(*store, {0, 9});
    ZR_VERIFY_OK(real);
    const auto hole = readDense(*store, {length - 1});
    if (length > 10)
        ZR_COMPARE_CODE(hole, ErrorCode::CorruptRecord);
    else
        ZR_VERIFY_OK(hole);
}

void TestStoreOpener::absurdLengthsAreRefusedCheaply_data()
{
    QTest::addColumn<quint64>("length");
    QTest::newRow("2^40") << (quint64{1} << 40);
    QTest::newRow("2^63") << (quint64{1} << 63);
    QTest::newRow("2^64 - 1") << ~quint64{0};
}

void TestStoreOpener::absurdLengthsAreRefusedCheaply()
{
    QFETCH(quint64, length);
    patchU64(m_path / "meta.zr", kLengthAt, length);
    FaultyFileSystem system;
    const auto store = StoreAccess::open(m_path, {}, system);
    ZR_COMPARE_CODE(store, ErrorCode::BadFormat);
    QCOMPARE(store.status().file(), std::string_view("1.loc"));
    QVERIFY(system.calls() < 40);
    QCOMPARE(system.calls(FaultyFileSystem::Call::List), std::uint64_t{1});
}

void TestStoreOpener::absurdTailChunkIsRefusedByOneListing()
{
    patchU32(m_path / "meta.zr", kTailChunkAt, 0xfffffffe);
    FaultyFileSystem system;
    const auto store = StoreAccess::open(m_path, {}, system);
    ZR_COMPARE_CODE(store, ErrorCode::BadFormat);
    QCOMPARE(store.status().file(), std::string_view("1.chunk"));
    QVERIFY(system.calls() < 40);
}

void TestStoreOpener::fenceAsksForRecovery()
{
    patchFile(m_path / "meta.zr", 0, bytesOf({'Z', 'R', 'X', 'F'}));
    const auto store = Store::open(m_path);
    ZR_COMPARE_CODE(store, ErrorCode::RecoveryNeeded);
    QVERIFY(store.status().message().find("interrupted") != std::string::npos);
}

void TestStoreOpener::foreignFilesAreIgnored()
{
    writeAll(m_path / "notes.txt", bytesOf({1}));
    writeAll(m_path / "7.chunk", bytesOf({1, 2, 3}));
    writeAll(m_path / "5.loc", bytesOf({1}));
    std::filesystem::create_directory(m_path / ".zrx");
    writeAll(m_path / ".zrx/of-a-later-version", bytesOf({1}));
    resizeFile(m_path / "0.chunk", 1000);
    resizeFile(m_path / "0.loc", 1001);
    auto store = Store::open(m_path, writing());
    ZR_VERIFY_OK(store);
    QCOMPARE(*readDense(*store), patternRecords(0, 10, 4));
    const std::vector<std::uint64_t> targets{2};
    ZR_VERIFY_OK(store->remove(targets));
    ZR_VERIFY_OK(store->compact());
    ZR_VERIFY_OK(store->close());
    for (const char* name : {"notes.txt", "7.chunk", "5.loc", ".zrx/of-a-later-version"})
        QVERIFY2(std::filesystem::exists(m_path / name), name);
    QCOMPARE(std::filesystem::file_size(m_path / "0.chunk"), std::uintmax_t{36});
    QCOMPARE(std::filesystem::file_size(m_path / "0.loc"), std::uintmax_t{9 * 16});
}

void TestStoreOpener::symbolicLinksAndFifosAreRefused()
{
    for (const char* name : {"meta.zr", "store.zr", "0.chunk", "0.loc"}) {
        const std::filesystem::path file = m_path / name;
        const std::filesystem::path away = *m_folder / "away";
        std::filesystem::rename(file, away);
        std::filesystem::create_symlink(away, file);
        auto store = Store::open(m_path);
        Status status = store.ok() ? readDense(*store).status() : store.status();
        ZR_COMPARE_CODE(status, ErrorCode::BadFormat);
        QCOMPARE(status.file(), std::string_view(name));
        std::filesystem::remove(file);
        QCOMPARE(::mkfifo(file.c_str(), 0600), 0);
        store = Store::open(m_path);
        QVERIFY(!store.ok());
        QCOMPARE(store.status().file(), std::string_view(name));
        std::filesystem::remove(file);
        std::filesystem::rename(away, file);
    }
    ZR_VERIFY_OK(Store::open(m_path));
}

void TestStoreOpener::kindCanBeAskedFor()
{
    OpenOptions options;
    options.expectedKind = StoreKind::Ragged;
    ZR_COMPARE_CODE(Store::open(m_path, options), ErrorCode::WrongKind);
    options.expectedKind = StoreKind::Dense;
    const auto store = Store::open(m_path, options);
    ZR_VERIFY_OK(store);
    const std::vector<std::uint64_t> indices{0};
    ZR_COMPARE_CODE(store->layout(indices), ErrorCode::WrongKind);
}

void TestStoreOpener::notAStore()
{
    ZR_COMPARE_CODE(Store::open(*m_folder / "nowhere"), ErrorCode::NotFound);
    ZR_COMPARE_CODE(Store::open(m_folder->path()), ErrorCode::NotFound);
    ZR_COMPARE_CODE(Store::open(m_path / "0.loc"), ErrorCode::NotFound);
    QVERIFY(Store::looksLikeStore(m_path));
    QVERIFY(!Store::looksLikeStore(m_folder->path()));
    // Made by a creator that died half-way.
    std::filesystem::remove(m_path / "store.zr");
    ZR_COMPARE_CODE(Store::open(m_path), ErrorCode::BadFormat);
}

void TestStoreOpener::readOnlyMediaAreReadAndNotWritten()
{
    for (const char* name : {"meta.zr", "store.zr", "0.chunk", "0.loc"})
        QCOMPARE(::chmod((m_path / name).c_str(), 0444), 0);
    QCOMPARE(::chmod(m_path.c_str(), 0555), 0);
    const auto before = folderContents(m_path);
    FaultyFileSystem system;
    {
        const auto store = StoreAccess::open(m_path, {}, system);
        ZR_VERIFY_OK(store);
        ZR_VERIFY_OK(readDense(*store));
        ZR_VERIFY_OK(store->verify());
    }
    QCOMPARE(system.calls(FaultyFileSystem::Call::Write), std::uint64_t{0});
    QCOMPARE(system.calls(FaultyFileSystem::Call::Sync), std::uint64_t{0});
    QVERIFY(folderContents(m_path) == before);
    if (::geteuid() != 0)
        ZR_COMPARE_CODE(Store::open(m_path, writing()), ErrorCode::ReadOnly);
    auto readOnly = Store::open(m_path);
    ZR_VERIFY_OK(readOnly);
    ZR_COMPARE_CODE(readOnly->append(patternRecord(0, 4)), ErrorCode::ReadOnly);
    ZR_COMPARE_CODE(readOnly->compact(), ErrorCode::ReadOnly);
    ZR_COMPARE_CODE(readOnly->sync(), ErrorCode::ReadOnly);
    QCOMPARE(::chmod(m_path.c_str(), 0755), 0);
}

QTEST_APPLESS_MAIN(TestStoreOpener)
#include "tst_store_opener.moc"
