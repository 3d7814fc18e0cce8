#include <QTest>

#include <thread>

#include "platform/file_cache.h"
#include "support/faulty_file_system.h"
#include "support/status_checks.h"
#include "support/temporary_store.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

std::string nameOf(std::uint64_t key)
{
    return std::to_string(key);
}

}  // namespace

class TestFileCache : public QObject {
    Q_OBJECT

private slots:
    void init();
    void keepsTheMostRecentlyUsed();
    void droppedFilesLiveWithTheirUsers();
    void opensAgainAfterClear();
    void closesIdleFilesWhenDescriptorsRunOut();
    void missingFileIsNamed();
    void growthIsNoticed();
    void manyThreads();

private:
    std::unique_ptr<TemporaryFolder> m_folder;
};

void TestFileCache::init()
{
    m_folder = std::make_unique<TemporaryFolder>();
    for (int i = 0; i < 20; ++i)
        writeAll(*m_folder / std::to_string(i), bytesOf({i}));
}

void TestFileCache::keepsTheMostRecentlyUsed()
{
    FaultyFileSystem system;
    FileCache cache(system, m_folder->path(), 3);
    for (const std::uint64_t key : {0u, 1u, 2u, 0u, 3u})
        ZR_VERIFY_OK(cache.get(key, nameOf));
    QCOMPARE(cache.openFiles(), std::size_t{3});
    QCOMPARE(system.calls(FaultyFileSystem::Call::Open), std::uint64_t{4});
    ZR_VERIFY_OK(cache.get(0, nameOf));
    ZR_VERIFY_OK(cache.get(2, nameOf));
    QCOMPARE(system.calls(FaultyFileSystem::Call::Open), std::uint64_t{4});
    ZR_VERIFY_OK(cache.get(1, nameOf));
    QCOMPARE(system.calls(FaultyFileSystem::Call::Open), std::uint64_t{5});
}

void TestFileCache::droppedFilesLiveWithTheirUsers()
{
    FileCache cache(posixFileSystem(), m_folder->path(), 1);
    const auto held = cache.get(7, nameOf);
    ZR_VERIFY_OK(held);
    ZR_VERIFY_OK(cache.get(8, nameOf));
    Bytes byte(1);
    QCOMPARE(*(*held)->readAt(0, byte), std::size_t{1});
    QCOMPARE(byte, bytesOf({7}));
}

void TestFileCache::opensAgainAfterClear()
{
    FileCache cache(posixFileSystem(), m_folder->path(), 4);
    ZR_VERIFY_OK(cache.get(1, nameOf));
    writeAll(*m_folder / "new", bytesOf({42}));
    std::filesystem::rename(*m_folder / "new", *m_folder / "1");
    cache.clear();
    Bytes byte(1);
    ZR_VERIFY_OK((*cache.get(1, nameOf))->readAt(0, byte));
    QCOMPARE(byte, bytesOf({42}));
}

void TestFileCache::closesIdleFilesWhenDescriptorsRunOut()
{
    FaultyFileSystem system;
    FileCache idle(system, m_folder->path(), 10);
    FileCache cache(system, m_folder->path(), 10);
    for (std::uint64_t key = 0; key < 5; ++key)
        ZR_VERIFY_OK(idle.get(key, nameOf));
    const auto used = cache.get(9, nameOf);
    ZR_VERIFY_OK(used);
    system.failAt(0);
    ZR_VERIFY_OK(cache.get(10, nameOf));
    QCOMPARE(idle.openFiles(), std::size_t{0});
    QCOMPARE(cache.openFiles(), std::size_t{2});
}

void TestFileCache::missingFileIsNamed()
{
    FileCache cache(posixFileSystem(), m_folder->path(), 4);
    const auto missing = cache.get(99, nameOf);
    ZR_COMPARE_CODE(missing, ErrorCode::NotFound);
    QCOMPARE(missing.status().file(), std::string_view("99"));
}

void TestFileCache::growthIsNoticed()
{
    FaultyFileSystem system;
    FileCache cache(system, m_folder->path(), 4);
    const auto file = *cache.get(3, nameOf);
    QVERIFY(*file->reaches(1));
    QVERIFY(!*file->reaches(2));
    writeAll(*m_folder / "3", bytesOf({1, 2, 3}));
    QVERIFY(*file->reaches(3));
    const std::uint64_t asked = system.calls(FaultyFileSystem::Call::Size);
    for (int i = 0; i < 100; ++i)
        QVERIFY(*file->reaches(2));
    QCOMPARE(system.calls(FaultyFileSystem::Call::Size), asked);
}

void TestFileCache::manyThreads()
{
    FileCache cache(posixFileSystem(), m_folder->path(), 3);
    std::atomic<int> wrong{0};
    std::vector<std::thread> threads;
    for (unsigned t = 0; t < 4; ++t)
        threads.emplace_back([&, t] {
            for (unsigned i = 0; i < 2000; ++i) {
                const std::uint64_t key = (i * 7 + t * 5) % 20;
                const auto file = cache.get(key, nameOf);
                Bytes byte(1);
                if (!file.ok() || !(*file)->readAt(0, byte).ok() || std::to_integer<std::uint64_t>(byte[0]) != key)
                    ++wrong;
            }
        });
    for (std::thread& thread : threads)
        thread.join();
    QCOMPARE(wrong.load(), 0);
    QVERIFY(cache.openFiles() <= 3);
}

QTEST_APPLESS_MAIN(TestFileCache)
#include "tst_file_cache.moc"
