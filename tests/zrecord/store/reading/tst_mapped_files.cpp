#include <QTest>

#include <algorithm>

#include "store/reading/mapped_files.h"
#include "support/faulty_file_system.h"
#include "support/status_checks.h"
#include "support/temporary_store.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

SharedFile openShared(FileSystem& system, const std::filesystem::path& path)
{
    return {std::move(system.open(path, OpenMode::Read)).value(), path.filename().string()};
}

}  // namespace

/// Files as memory: how far they reach, how they grow, and when they are not to be had.
class TestMappedFiles : public QObject {
    Q_OBJECT

private slots:
    void unknownUntilAskedFor();
    void reachesAsFarAsTheFile();
    void growthKeepsOldAddresses();
    void refusalIsRemembered();
    void clearForgets();
};

void TestMappedFiles::unknownUntilAskedFor()
{
    const MappedFiles files;
    for (const std::uint64_t number : {std::uint64_t{0}, std::uint64_t{255}, std::uint64_t{256}, MappedFiles::kLargestNumber, UINT64_MAX})
        QVERIFY(files.find(number) == nullptr);
}

void TestMappedFiles::reachesAsFarAsTheFile()
{
    TemporaryFolder folder;
    writeAll(folder / "f", bytesOf({1, 2, 3}));
    const SharedFile file = openShared(posixFileSystem(), folder / "f");
    MappedFiles files;
    QVERIFY(!files.reach(300, file, 4, false));
    QVERIFY(files.reach(300, file, 2, false));
    QVERIFY(files.find(300) != nullptr);
    QCOMPARE(files.find(300)->usable(), std::uint64_t{3});
    QCOMPARE(std::to_integer<int>(files.find(300)->data()[2]), 3);
    QVERIFY(files.find(299) == nullptr);
    QVERIFY(!files.reach(MappedFiles::kLargestNumber, file, 1, false));
}

void TestMappedFiles::growthKeepsOldAddresses()
{
    TemporaryFolder folder;
    writeAll(folder / "f", Bytes(1000, std::byte{1}));
    const SharedFile file = openShared(posixFileSystem(), folder / "f");
    MappedFiles files;
    for (const bool headroom : {false, true}) {
        QVERIFY(files.reach(headroom, file, 1000, headroom));
        const std::byte* const old = files.find(headroom)->data();
        const std::uint64_t before = files.find(headroom)->usable();
        resizeFile(folder / "f", before + 5'000'000);
        QVERIFY(files.reach(headroom, file, before + 5'000'000, headroom));
        QCOMPARE(files.find(headroom)->usable(), before + 5'000'000);
        QCOMPARE(std::to_integer<int>(files.find(headroom)->data()[999]), 1);
        QCOMPARE(std::to_integer<int>(old[999]), 1);
    }
    // With headroom a little growth needs no new map.
    const std::byte* const at = files.find(1)->data();
    const std::uint64_t size = files.find(1)->usable();
    resizeFile(folder / "f", size + 100);
    QVERIFY(files.reach(1, file, size + 100, true));
    QVERIFY(files.find(1)->data() == at);
}

void TestMappedFiles::refusalIsRemembered()
{
    TemporaryFolder folder;
    writeAll(folder / "f", Bytes(10));
    FaultyFileSystem system;  // has no maps
    const SharedFile file = openShared(system, folder / "f");
    MappedFiles files;
    QVERIFY(!files.reach(0, file, 1, false));
    const std::uint64_t calls = system.calls();
    QVERIFY(!files.reach(0, file, 1, false));
    QCOMPARE(system.calls(), calls);
}

void TestMappedFiles::clearForgets()
{
    TemporaryFolder folder;
    writeAll(folder / "f", bytesOf({1}));
    const SharedFile file = openShared(posixFileSystem(), folder / "f");
    MappedFiles files;
    QVERIFY(files.reach(0, file, 1, false));
    const std::byte* const at = files.find(0)->data();
    QVERIFY(isInsideFileMap(at));
    files.clear();
    QVERIFY(files.find(0) == nullptr);
    QVERIFY(!isInsideFileMap(at));
    QVERIFY(files.reach(0, file, 1, false));
}

QTEST_APPLESS_MAIN(TestMappedFiles)
#include "tst_mapped_files.moc"
