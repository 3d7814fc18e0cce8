#include <QTest>

#include <algorithm>
#include <chrono>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "maintenance/store_backuper.h"
#include "store/store_access.h"
#include "support/faulty_file_system.h"
#include "support/status_checks.h"
#include "support/store_builder.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

constexpr StoreLimits kSmall{100, 16};

OpenOptions writing()
{
    OpenOptions options;
    options.access = Access::ReadWrite;
    return options;
}

void makeStore(const std::filesystem::path& path, std::size_t records = 50)
{
    ZR_VERIFY_OK(StoreAccess::create(path, denseBytes(10), {}, posixFileSystem(), kSmall)->append(patternRecords(0, records, 10)));
}

Result<BackupReport> run(const std::filesystem::path& source, const std::filesystem::path& target, bool verify = false)
{
    return backupOn(posixFileSystem(), kSmall, source, target, {verify}, {});
}

Bytes recordsOf(const std::filesystem::path& path)
{
    const auto store = StoreAccess::open(path, {}, posixFileSystem(), kSmall);
    return store.ok() ? readDense(*store).value() : Bytes();
}

/// Every file of the store was written `ago` before now; its inode says now all the same.
void setTimes(const std::filesystem::path& path, std::chrono::seconds ago)
{
    for (const auto& entry : std::filesystem::directory_iterator(path))
        if (entry.is_regular_file())
            std::filesystem::last_write_time(entry.path(), std::filesystem::file_time_type::clock::now() - ago);
}

void writeText(const std::filesystem::path& path, const std::string& text)
{
    std::ofstream(path, std::ios::binary) << text;
}

std::string textOf(const std::filesystem::path& path)
{
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

/// The files beside a store or backup, the hidden ones as well.
std::vector<std::string> names(const std::filesystem::path& folder)
{
    std::vector<std::string> all;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        all.push_back(entry.path().filename().string());
    std::ranges::sort(all);
    return all;
}

}  // namespace

class TestStoreBackup : public QObject {
    Q_OBJECT

private slots:
    void aCopyLikeTheSource();
    void readersGoOnAndWritersWait();
    void unchangedFilesAreNotReadAgain();
    void whatIsThereIsNotOverwritten();
    void setsAreOne();
    void filesBesideComeAlong();
    void filesBesideAreNotOverwritten();
    void everyCallMayFail();
    void interruptedRunsGoOn();
    void damageInTheBackupIsFound();
};

void TestStoreBackup::aCopyLikeTheSource()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeStore(path);
    // What is behind the end does not belong to the store.
    writeAll(path / "9.chunk", Bytes(5));
    patchFile(path / "5.chunk", 60, Bytes(30));
    const auto report = run(path, folder / "b" / "copy");
    ZR_VERIFY_OK(report);
    QCOMPARE(report->streams.front().records, std::uint64_t{50});
    QCOMPARE(report->streams.front().copiedFiles, std::uint64_t{1 + 6 + 4});
    QVERIFY(!report->replaced);
    QVERIFY(recordsOf(folder / "b" / "copy") == patternRecords(0, 50, 10));
    QVERIFY(readAll(folder / "b" / "copy" / "meta.zr") == readAll(path / "meta.zr"));
    QCOMPARE(names(folder / "b" / "copy"),
             (std::vector<std::string>{".zrx", "0.chunk", "0.loc", "1.chunk", "1.loc", "2.chunk", "2.loc", "3.chunk", "3.loc", "4.chunk", "5.chunk", "meta.zr", "store.zr"}));
    QCOMPARE(names(folder / "b"), std::vector<std::string>{"copy"});
    // What its bytes are called and how it is written belongs to it; deletes that could be undone do not.
    std::filesystem::create_directory(path / ".zrx");
    writeAll(path / ".zrx" / "dtype", bytesOf({'m', '\n'}));
    writeAll(path / ".zrx" / "undo-1", bytesOf({1}));
    ZR_VERIFY_OK(run(path, folder / "b" / "second"));
    QCOMPARE(names(folder / "b" / "second" / ".zrx"), (std::vector<std::string>{"backup", "dtype"}));
    QVERIFY(readAll(folder / "b" / "second" / ".zrx" / "dtype") == bytesOf({'m', '\n'}));
    // It is a store: records can be added, and another writer's open leaves the list of files.
    ZR_VERIFY_OK(StoreAccess::open(folder / "b" / "copy", writing(), posixFileSystem(), kSmall)->append(patternRecords(50, 1, 10)));
    QVERIFY(recordsOf(folder / "b" / "copy") == patternRecords(0, 51, 10));
}

void TestStoreBackup::readersGoOnAndWritersWait()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeStore(path);
    {
        const auto reader = StoreAccess::open(path, {}, posixFileSystem(), kSmall);
        ZR_VERIFY_OK(run(path, folder / "b"));
    }
    FaultyFileSystem fileSystem;
    bool asked = false;
    fileSystem.observe([&](const FaultyFileSystem::Event& event) {
        // Once the copying has begun: until then another run may be faster.
        if (event.call != FaultyFileSystem::Call::Write || event.path != "2.chunk" || asked)
            return;
        asked = true;
        ZR_COMPARE_CODE(StoreAccess::open(path, writing(), posixFileSystem(), kSmall), ErrorCode::Busy);
        ZR_VERIFY_OK(StoreAccess::open(path, {}, posixFileSystem(), kSmall));
        ZR_COMPARE_CODE(run(path, folder / "c"), ErrorCode::Busy);
    });
    ZR_VERIFY_OK(backupOn(fileSystem, kSmall, path, folder / "c", {}, {}));
    QVERIFY(asked);
    const auto writer = StoreAccess::open(path, writing(), posixFileSystem(), kSmall);
    ZR_COMPARE_CODE(run(path, folder / "b"), ErrorCode::Busy);
}

void TestStoreBackup::unchangedFilesAreNotReadAgain()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeStore(path);
    // Not certainly older than its copy: nothing is taken for unchanged, however long the copying takes.
    setTimes(path, std::chrono::hours(-1));
    ZR_VERIFY_OK(run(path, folder / "b"));
    const auto again = run(path, folder / "b");
    ZR_VERIFY_OK(again);
    QVERIFY(again->replaced);
    QCOMPARE(again->streams.front().keptFiles, std::uint64_t{0});
    setTimes(path, std::chrono::hours(1));
    QTest::qSleep(2100);
    ZR_VERIFY_OK(run(path, folder / "b"));
    const auto kept = run(path, folder / "b", true);
    ZR_VERIFY_OK(kept);
    QCOMPARE(kept->streams.front().keptFiles, std::uint64_t{11});
    QCOMPARE(kept->streams.front().copiedFiles, std::uint64_t{0});
    // Ten records more: the last chunk and the last loc file, and what is new.
    ZR_VERIFY_OK(StoreAccess::open(path, writing(), posixFileSystem(), kSmall)->append(patternRecords(50, 10, 10)));
    FaultyFileSystem fileSystem;
    const auto third = backupOn(fileSystem, kSmall, path, folder / "b", {}, {});
    ZR_VERIFY_OK(third);
    QCOMPARE(third->streams.front().copiedFiles, std::uint64_t{3});
    QCOMPARE(third->streams.front().keptFiles, std::uint64_t{9});
    QVERIFY(recordsOf(folder / "b") == patternRecords(0, 60, 10));
    QCOMPARE(names(folder.path()), (std::vector<std::string>{"b", "s"}));
    // A delete changes an entry in place; sizes stay.
    ZR_VERIFY_OK(StoreAccess::open(path, writing(), posixFileSystem(), kSmall)->remove(std::vector<std::uint64_t>{1}));
    ZR_VERIFY_OK(run(path, folder / "b"));
    QVERIFY(recordsOf(folder / "b") == recordsOf(path));
    QVERIFY(StoreAccess::open(folder / "b", {}, posixFileSystem(), kSmall)->verify()->clean());
}

void TestStoreBackup::whatIsThereIsNotOverwritten()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeStore(path);
    makeStore(folder / "other");
    writeAll(folder / "file", bytesOf({1}));
    std::filesystem::create_directory(folder / "empty");
    ZR_COMPARE_CODE(run(path, folder / "other"), ErrorCode::AlreadyExists);
    ZR_COMPARE_CODE(run(path, folder / "file"), ErrorCode::AlreadyExists);
    ZR_COMPARE_CODE(run(path, path / "inside"), ErrorCode::InvalidArgument);
    ZR_COMPARE_CODE(run(path, path), ErrorCode::InvalidArgument);
    ZR_COMPARE_CODE(run(folder / "nowhere", folder / "x"), ErrorCode::NotFound);
    ZR_VERIFY_OK(run(path, folder / "empty"));
    QVERIFY(recordsOf(folder / "other") == patternRecords(0, 50, 10));
    std::filesystem::remove(path / "2.chunk");
    ZR_COMPARE_CODE(run(path, folder / "empty"), ErrorCode::BadFormat);
    QVERIFY(recordsOf(folder / "empty") == patternRecords(0, 50, 10));
}

void TestStoreBackup::setsAreOne()
{
    TemporaryFolder folder;
    const auto set = folder / "set";
    for (const char* name : {"image", "label"})
        makeStore(set / name);
    ZR_VERIFY_OK(run(set, folder / "b"));
    QCOMPARE(names(folder / "b"), (std::vector<std::string>{"image", "label"}));
    // One stream less, one more.
    std::filesystem::rename(set / "label", set / "text");
    ZR_VERIFY_OK(run(set, folder / "b"));
    QCOMPARE(names(folder / "b"), (std::vector<std::string>{"image", "text"}));
    // Either both streams or none.
    ZR_VERIFY_OK(StoreAccess::open(set / "image", writing(), posixFileSystem(), kSmall)->append(patternRecords(50, 1, 10)));
    std::filesystem::remove(set / "text" / "1.loc");
    ZR_COMPARE_CODE(run(set, folder / "b"), ErrorCode::BadFormat);
    QVERIFY(recordsOf(folder / "b" / "image") == patternRecords(0, 50, 10));
}

void TestStoreBackup::filesBesideComeAlong()
{
    TemporaryFolder folder;
    const auto set = folder / "set";
    for (const char* name : {"image", "label"})
        makeStore(set / name);
    writeText(set / "label.names.txt", "cat\ndog\n");
    writeText(set / "label.tags.json", "{\"records\": 50}");
    writeText(set / ".zrx-group-1", "unfinished");
    writeText(folder / "set.tags.json", "{\"tags\": []}");
    writeText(folder / "set.names.txt", "");
    writeText(folder / "set.other", "of somebody else");
    ZR_VERIFY_OK(run(set, folder / "b"));
    QCOMPARE(names(folder / "b"), (std::vector<std::string>{"image", "label", "label.names.txt", "label.tags.json"}));
    QCOMPARE(names(folder.path()), (std::vector<std::string>{"b", "b.names.txt", "b.tags.json", "set", "set.names.txt", "set.other", "set.tags.json"}));
    QCOMPARE(textOf(folder / "b" / "label.names.txt"), std::string("cat\ndog\n"));
    QCOMPARE(textOf(folder / "b.tags.json"), std::string("{\"tags\": []}"));
    // As long as before, and other than before; one is gone; one is as it was.
    writeText(set / "label.names.txt", "cow\ndog\n");
    std::filesystem::remove(set / "label.tags.json");
    writeText(folder / "set.tags.json", "{\"tags\": [1, 2]}");
    writeText(set / "notes", "more than one piece of it");
    ZR_VERIFY_OK(run(set, folder / "b", true));
    QCOMPARE(names(folder / "b"), (std::vector<std::string>{"image", "label", "label.names.txt", "notes"}));
    QCOMPARE(textOf(folder / "b" / "label.names.txt"), std::string("cow\ndog\n"));
    QCOMPARE(textOf(folder / "b.tags.json"), std::string("{\"tags\": [1, 2]}"));
    QCOMPARE(textOf(folder / "b.names.txt"), std::string());
    ZR_VERIFY_OK(run(set, folder / "b"));
    QCOMPARE(textOf(folder / "b" / "notes"), std::string("more than one piece of it"));
    // A backup of one stream takes what lies beside that stream.
    ZR_VERIFY_OK(run(set / "label", folder / "l/"));
    QCOMPARE(textOf(folder / "l.names.txt"), std::string("cow\ndog\n"));
    QVERIFY(recordsOf(folder / "l") == patternRecords(0, 50, 10));
}

void TestStoreBackup::filesBesideAreNotOverwritten()
{
    TemporaryFolder folder;
    makeStore(folder / "s");
    writeText(folder / "s.tags.json", "of s");
    writeText(folder / "b.tags.json", "of somebody else");
    const auto refused = run(folder / "s", folder / "b");
    ZR_COMPARE_CODE(refused, ErrorCode::AlreadyExists);
    QVERIFY(refused.status().message().find("b.tags.json") != std::string::npos);
    QCOMPARE(textOf(folder / "b.tags.json"), std::string("of somebody else"));
    QVERIFY(!std::filesystem::exists(folder / "b"));
    std::filesystem::remove(folder / "s.tags.json");
    ZR_VERIFY_OK(run(folder / "s", folder / "b"));
    QCOMPARE(textOf(folder / "b.tags.json"), std::string("of somebody else"));
}

void TestStoreBackup::everyCallMayFail()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeStore(path);
    writeText(folder / "s.tags.json", "{}");
    const auto target = folder / "b";
    ZR_VERIFY_OK(run(path, target));
    const Bytes before = recordsOf(target);
    ZR_VERIFY_OK(StoreAccess::open(path, writing(), posixFileSystem(), kSmall)->append(patternRecords(50, 5, 10)));
    const Bytes after = patternRecords(0, 55, 10);
    for (std::uint64_t n = 0;; ++n) {
        FaultyFileSystem fileSystem;
        fileSystem.failAt(n, n % 2 == 0 ? ErrorCode::IoError : ErrorCode::OutOfSpace, n % 3 == 0);
        const auto report = backupOn(fileSystem, kSmall, path, target, {}, {});
        // The backup before or the new one, whole.
        const Bytes now = recordsOf(target);
        QVERIFY2(now == before || now == after, qPrintable(QString::number(n)));
        QVERIFY(recordsOf(path) == after);
        if (report.ok()) {
            QVERIFY(now == after);
            if (!fileSystem.failed()) {
                QVERIFY(n > 100);
                break;
            }
        }
    }
    ZR_VERIFY_OK(run(path, target));
    QCOMPARE(names(folder.path()), (std::vector<std::string>{"b", "b.tags.json", "s", "s.tags.json"}));
}

void TestStoreBackup::interruptedRunsGoOn()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeStore(path);
    QTest::qSleep(2100);
    FaultyFileSystem fileSystem;
    fileSystem.failWhere([](const FaultyFileSystem::Event& event) { return event.call == FaultyFileSystem::Call::Write && event.path == "4.chunk"; });
    ZR_COMPARE_CODE(backupOn(fileSystem, kSmall, path, folder / "b", {}, {}), ErrorCode::IoError);
    QVERIFY(!std::filesystem::exists(folder / "b"));
    const auto report = run(path, folder / "b");
    ZR_VERIFY_OK(report);
    QCOMPARE(report->streams.front().resumedFiles, std::uint64_t{5});
    QCOMPARE(report->streams.front().copiedFiles, std::uint64_t{6});
    QVERIFY(recordsOf(folder / "b") == patternRecords(0, 50, 10));
}

void TestStoreBackup::damageInTheBackupIsFound()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeStore(path);
    QTest::qSleep(2100);
    ZR_VERIFY_OK(run(path, folder / "b"));
    patchFile(folder / "b" / "1.chunk", 5, bytesOf({0x55}));
    const auto report = run(path, folder / "b", true);
    ZR_VERIFY_OK(report);
    QCOMPARE(report->streams.front().copiedFiles, std::uint64_t{1});
    QVERIFY(recordsOf(folder / "b") == patternRecords(0, 50, 10));
}

QTEST_APPLESS_MAIN(TestStoreBackup)
#include "tst_store_backup.moc"
