#include <QTest>

#include <algorithm>

#include "platform/file_map.h"
#include "platform/file_system.h"
#include "support/status_checks.h"
#include "support/temporary_store.h"

using namespace zrecord;
using namespace zrecord::test;

/// Mapped files show what the file holds, and are known by address for as long as they live.
class TestFileMap : public QObject {
    Q_OBJECT

private slots:
    void showsTheFile();
    void growsWithTheFile();
    void addressesAreKnown();
    void nothingToMap();
};

void TestFileMap::showsTheFile()
{
    TemporaryFolder folder;
    const Bytes content = bytesOf({3, 1, 4, 1, 5});
    writeAll(folder / "f", content);
    FileMap map;
    {
        const auto file = posixFileSystem().open(folder / "f", OpenMode::Read);
        ZR_VERIFY_OK(file);
        map = (*file)->map(5);
    }
    // The descriptor is closed by now.
    QVERIFY(map);
    QCOMPARE(map.size(), std::size_t{5});
    QVERIFY(std::equal(content.begin(), content.end(), map.data()));
    patchFile(folder / "f", 1, bytesOf({9}));
    QCOMPARE(std::to_integer<int>(map.data()[1]), 9);
}

void TestFileMap::growsWithTheFile()
{
    TemporaryFolder folder;
    writeAll(folder / "f", bytesOf({1}));
    const auto file = posixFileSystem().open(folder / "f", OpenMode::ReadWrite);
    ZR_VERIFY_OK(file);
    const FileMap map = (*file)->map(1 << 20);
    QVERIFY(map);
    ZR_VERIFY_OK((*file)->writeAt(500'000, bytesOf({7})));
    QCOMPARE(std::to_integer<int>(map.data()[500'000]), 7);
    QCOMPARE(std::to_integer<int>(map.data()[0]), 1);
}

void TestFileMap::addressesAreKnown()
{
    TemporaryFolder folder;
    writeAll(folder / "f", Bytes(8192));
    const auto file = posixFileSystem().open(folder / "f", OpenMode::Read);
    ZR_VERIFY_OK(file);
    FileMap first = (*file)->map(8192);
    const FileMap second = (*file)->map(8192);
    QVERIFY(first && second);
    const std::byte* const at = first.data();
    QVERIFY(isInsideFileMap(at));
    QVERIFY(isInsideFileMap(at + 8191));
    QVERIFY(isInsideFileMap(second.data() + 5));
    int local = 0;
    QVERIFY(!isInsideFileMap(&local));
    QVERIFY(!isInsideFileMap(nullptr));
    first = FileMap();
    QVERIFY(!isInsideFileMap(at));
    QVERIFY(isInsideFileMap(second.data()));
}

void TestFileMap::nothingToMap()
{
    TemporaryFolder folder;
    writeAll(folder / "f", Bytes(1));
    const auto file = posixFileSystem().open(folder / "f", OpenMode::Read);
    ZR_VERIFY_OK(file);
    QVERIFY(!(*file)->map(0));
    // More than the address space has.
    QVERIFY(!(*file)->map(std::uint64_t{1} << 60));
    QVERIFY(!(*file)->map(UINT64_MAX));
}

QTEST_APPLESS_MAIN(TestFileMap)
#include "tst_file_map.moc"
