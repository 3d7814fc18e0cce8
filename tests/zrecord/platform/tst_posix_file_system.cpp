#include <QTest>

#include <sys/stat.h>

#include "platform/file_system.h"
#include "support/status_checks.h"
#include "support/temporary_store.h"

using namespace zrecord;
using namespace zrecord::test;

class TestPosixFileSystem : public QObject {
    Q_OBJECT

private slots:
    void readsAndWritesAtPositions();
    void openModes();
    void refusesWhatIsNotARegularFile();
    void locksAreSharedOrExclusive();
    void foldersAndRenames();
    void namesTheFileInErrors();
};

void TestPosixFileSystem::readsAndWritesAtPositions()
{
    TemporaryFolder folder;
    auto opened = posixFileSystem().open(folder / "f", OpenMode::CreateNew);
    ZR_VERIFY_OK(opened);
    File& file = **opened;
    ZR_VERIFY_OK(file.writeAt(5, bytesOf({1, 2, 3})));
    QCOMPARE(*file.size(), std::uint64_t{8});
    Bytes bytes(10, std::byte{9});
    const auto got = file.readAt(4, bytes);
    ZR_VERIFY_OK(got);
    QCOMPARE(*got, std::size_t{4});
    QCOMPARE(bytes, bytesOf({0, 1, 2, 3, 9, 9, 9, 9, 9, 9}));
    QCOMPARE(*file.readAt(100, bytes), std::size_t{0});
    ZR_VERIFY_OK(file.truncate(6));
    QCOMPARE(*file.size(), std::uint64_t{6});
    ZR_VERIFY_OK(file.sync());
    QVERIFY(*file.identity() == *posixFileSystem().identityOf(folder / "f"));
    // Past 4 GiB, sparse.
    constexpr std::uint64_t kFar = (std::uint64_t{1} << 32) + 7;
    ZR_VERIFY_OK(file.writeAt(kFar, bytesOf({4})));
    QCOMPARE(*file.size(), kFar + 1);
    Bytes one(1);
    QCOMPARE(*file.readAt(kFar, one), std::size_t{1});
    QCOMPARE(one, bytesOf({4}));
}

void TestPosixFileSystem::openModes()
{
    TemporaryFolder folder;
    FileSystem& system = posixFileSystem();
    ZR_COMPARE_CODE(system.open(folder / "f", OpenMode::Read), ErrorCode::NotFound);
    ZR_COMPARE_CODE(system.open(folder / "f", OpenMode::ReadWrite), ErrorCode::NotFound);
    writeAll(folder / "f", bytesOf({1, 2}));
    ZR_COMPARE_CODE(system.open(folder / "f", OpenMode::CreateNew), ErrorCode::AlreadyExists);
    const auto kept = system.open(folder / "f", OpenMode::OpenOrCreate);
    ZR_VERIFY_OK(kept);
    QCOMPARE(*(*kept)->size(), std::uint64_t{2});
    ZR_VERIFY_OK(system.open(folder / "g", OpenMode::OpenOrCreate));
    QVERIFY(std::filesystem::exists(folder / "g"));
    const auto readOnly = system.open(folder / "f", OpenMode::Read);
    ZR_VERIFY_OK(readOnly);
    QVERIFY(!(*readOnly)->writeAt(0, bytesOf({7})).ok());
    QCOMPARE(readAll(folder / "f"), bytesOf({1, 2}));
}

void TestPosixFileSystem::refusesWhatIsNotARegularFile()
{
    TemporaryFolder folder;
    writeAll(folder / "f", bytesOf({1}));
    std::filesystem::create_symlink(folder / "f", folder / "link");
    std::filesystem::create_directory(folder / "folder");
    QCOMPARE(::mkfifo((folder / "fifo").c_str(), 0600), 0);
    for (const char* name : {"link", "fifo", "folder"}) {
        const auto file = posixFileSystem().open(folder / name, OpenMode::Read);
        ZR_COMPARE_CODE(file, ErrorCode::BadFormat);
        QCOMPARE(file.status().file(), std::string_view(name));
    }
}

void TestPosixFileSystem::locksAreSharedOrExclusive()
{
    TemporaryFolder folder;
    writeAll(folder / "f", bytesOf({1}));
    FileSystem& system = posixFileSystem();
    auto a = system.open(folder / "f", OpenMode::Read);
    auto b = system.open(folder / "f", OpenMode::Read);
    auto c = system.open(folder / "f", OpenMode::ReadWrite);
    {
        const auto first = system.lock(**a, LockMode::Shared);
        ZR_VERIFY_OK(first);
        const auto second = system.lock(**b, LockMode::Shared);
        ZR_VERIFY_OK(second);
        ZR_COMPARE_CODE(system.lock(**c, LockMode::Exclusive), ErrorCode::Busy);
    }
    const auto exclusive = system.lock(**c, LockMode::Exclusive);
    ZR_VERIFY_OK(exclusive);
    ZR_COMPARE_CODE(system.lock(**a, LockMode::Shared), ErrorCode::Busy);
}

void TestPosixFileSystem::foldersAndRenames()
{
    TemporaryFolder folder;
    FileSystem& system = posixFileSystem();
    ZR_VERIFY_OK(system.createFolders(folder / "a/b/c"));
    ZR_COMPARE_CODE(system.createFolder(folder / "a"), ErrorCode::AlreadyExists);
    ZR_COMPARE_CODE(system.createFolder(folder / "x/y"), ErrorCode::NotFound);
    writeAll(folder / "a/f", bytesOf({1}));
    QVERIFY(*system.entryType(folder / "a") == EntryType::Folder);
    QVERIFY(*system.entryType(folder / "a/f") == EntryType::File);
    QVERIFY(*system.entryType(folder / "a/f/g") == EntryType::Missing);
    QVERIFY(*system.entryType(folder / "none") == EntryType::Missing);
    const auto entries = system.list(folder / "a");
    ZR_VERIFY_OK(entries);
    QCOMPARE(entries->size(), std::size_t{2});
    // A folder replaces an empty one and nothing else.
    ZR_VERIFY_OK(system.createFolder(folder / "empty"));
    ZR_VERIFY_OK(system.rename(folder / "a", folder / "empty"));
    QCOMPARE(readAll(folder / "empty/f"), bytesOf({1}));
    ZR_VERIFY_OK(system.createFolder(folder / "other"));
    ZR_COMPARE_CODE(system.rename(folder / "other", folder / "empty"), ErrorCode::AlreadyExists);
    ZR_COMPARE_CODE(system.removeFolder(folder / "empty"), ErrorCode::AlreadyExists);
    ZR_VERIFY_OK(system.removeFile(folder / "empty/f"));
    ZR_COMPARE_CODE(system.removeFile(folder / "empty/f"), ErrorCode::NotFound);
    ZR_VERIFY_OK(system.syncFolder(folder.path()));
    QVERIFY(*system.freeSpace(folder.path()) > 0);
}

void TestPosixFileSystem::namesTheFileInErrors()
{
    TemporaryFolder folder;
    const auto missing = posixFileSystem().open(folder / "no.loc", OpenMode::Read);
    QCOMPARE(missing.status().file(), std::string_view("no.loc"));
    QVERIFY(missing.status().message().find("No such file") != std::string::npos);
}

QTEST_APPLESS_MAIN(TestPosixFileSystem)
#include "tst_posix_file_system.moc"
