#include <QTest>

#include <map>

#include "format/location_entry.h"
#include "maintenance/store_cleaner.h"
#include "store/store_access.h"
#include "support/faulty_file_system.h"
#include "support/status_checks.h"
#include "support/store_builder.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

constexpr StoreLimits kSmall{100, 16};

void makeStore(const std::filesystem::path& path)
{
    ZR_VERIFY_OK(StoreAccess::create(path, denseBytes(10), {}, posixFileSystem(), kSmall)->append(patternRecords(0, 50, 10)));
}

/// file → removable
std::map<std::string, bool> found(const CleanReport& report)
{
    std::map<std::string, bool> all;
    for (const Leftover& file : report.files)
        all[file.file] = file.removable;
    return all;
}

Result<CleanReport> clean(const std::filesystem::path& path, bool apply = false, bool abandoned = false)
{
    return cleanStoreOn(posixFileSystem(), kSmall, path, {apply, abandoned}, {});
}

}  // namespace

class TestStoreClean : public QObject {
    Q_OBJECT

private slots:
    void onlyWhatNobodyRefersTo();
    void aDamagedHeaderNeverCostsAChunk();
    void leftoversOfChanges();
    void everyCallMayFail();
};

void TestStoreClean::onlyWhatNobodyRefersTo()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeStore(path);
    QVERIFY(clean(path)->files.empty());
    writeAll(path / "6.chunk", Bytes(70));
    writeAll(path / "9.chunk", Bytes(90));
    writeAll(path / "4.loc", Bytes(32));
    writeAll(path / "notes.txt", Bytes(3));
    // What an append leaves that was cut off: an entry behind the end.
    Bytes entry(16);
    storeLocationEntry(entry.data(), {0, 10, 10, 9});
    patchFile(path / "3.loc", 2 * 16, entry);
    const auto contents = folderContents(path);
    const auto listed = clean(path);
    ZR_VERIFY_OK(listed);
    QCOMPARE(found(*listed), (std::map<std::string, bool>{{"4.loc", true}, {"6.chunk", true}, {"9.chunk", false}}));
    QCOMPARE(listed->bytes, std::uint64_t{102});
    QVERIFY(folderContents(path) == contents);
    QCOMPARE(clean(path, true)->removed, std::uint64_t{2});
    QVERIFY(std::filesystem::exists(path / "9.chunk") && std::filesystem::exists(path / "notes.txt"));
    QCOMPARE(clean(path, true, true)->removed, std::uint64_t{1});
    QVERIFY(!std::filesystem::exists(path / "9.chunk"));
    const auto store = StoreAccess::open(path, {}, posixFileSystem(), kSmall);
    QVERIFY(*readDense(*store) == patternRecords(0, 50, 10));
    ZR_COMPARE_CODE(clean(path, true), ErrorCode::Busy);
    ZR_VERIFY_OK(clean(path));
}

void TestStoreClean::aDamagedHeaderNeverCostsAChunk()
{
    TemporaryFolder folder;
    const auto whole = folder / "whole";
    makeStore(whole);
    const auto contents = folderContents(whole);
    const auto path = folder / "s";
    copyFolder(whole, path);
    // Every single bit of the header.
    for (std::uint64_t bit = 0; bit < 32 * 8; ++bit) {
        Bytes header = readAll(whole / "meta.zr");
        header[bit / 8] ^= std::byte{1} << (bit % 8);
        patchFile(path / "meta.zr", 0, header);
        static_cast<void>(clean(path, true).ok());
        auto now = folderContents(path);
        for (auto& [name, bytes] : now)
            if (name == "meta.zr")
                bytes = readAll(whole / "meta.zr");
        QVERIFY2(now == contents, qPrintable(QString::number(bit)));
    }
}

void TestStoreClean::leftoversOfChanges()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeStore(path);
    std::filesystem::create_directories(path / ".zrx" / "tmp-00112233445566778899");
    writeAll(path / ".zrx" / "tmp-00112233445566778899" / "0.chunk", Bytes(5));
    writeAll(path / ".zrx" / "journal.tmp", Bytes(7));
    QCOMPARE(clean(path)->bytes, std::uint64_t{12});
    QCOMPARE(clean(path, true)->removed, std::uint64_t{2});
    QVERIFY(!std::filesystem::exists(path / ".zrx"));
    // Copies of a repair are not its business.
    std::filesystem::create_directories(path / ".zrx" / "salvage" / "x");
    writeAll(path / ".zrx" / "salvage" / "x" / "meta.zr", Bytes(5));
    QVERIFY(clean(path, true)->files.empty());
    QVERIFY(std::filesystem::exists(path / ".zrx" / "salvage" / "x" / "meta.zr"));
}

void TestStoreClean::everyCallMayFail()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeStore(path);
    for (std::uint64_t n = 0;; ++n) {
        writeAll(path / "6.chunk", Bytes(70));
        writeAll(path / "4.loc", Bytes(32));
        FaultyFileSystem fileSystem;
        fileSystem.failAt(n);
        const auto report = cleanStoreOn(fileSystem, kSmall, path, {true, false}, {});
        const auto store = StoreAccess::open(path, {}, posixFileSystem(), kSmall);
        ZR_VERIFY_OK(store);
        QVERIFY(*readDense(*store) == patternRecords(0, 50, 10));
        if (!fileSystem.failed()) {
            ZR_VERIFY_OK(report);
            QVERIFY(n > 20);
            break;
        }
    }
}

QTEST_APPLESS_MAIN(TestStoreClean)
#include "tst_store_clean.moc"
