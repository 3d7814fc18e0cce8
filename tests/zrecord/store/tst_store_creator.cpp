#include <QTest>

#include <sys/stat.h>

#include "store/store_access.h"
#include "support/faulty_file_system.h"
#include "support/status_checks.h"
#include "support/store_builder.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

std::vector<std::string> namesIn(const std::filesystem::path& folder)
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
        names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
}

}  // namespace

class TestStoreCreator : public QObject {
    Q_OBJECT

private slots:
    void writesWhatLoaderxWrites();
    void takesAnEmptyFolder();
    void refusesWhatIsThere();
    void makesParents();
    void longNamesAndTrailingSlash();
    void buildsInPlaceWhereItMust();
    void leftoversOfTheDeadAreRemoved();
    void isLockedForWriting();
    void descriptionsAreChecked();
};

void TestStoreCreator::writesWhatLoaderxWrites()
{
    TemporaryFolder folder;
    ZR_VERIFY_OK(Store::create(folder / "raw", denseBytes(4)));
    QCOMPARE(namesIn(folder / "raw"), (std::vector<std::string>{"0.chunk", "meta.zr", "store.zr"}));
    QCOMPARE(readAll(folder / "raw/0.chunk").size(), std::size_t{0});
    Bytes meta = bytesOf({'Z', 'R', 'E', 'C', 4, 0});
    meta.resize(32);
    QCOMPARE(readAll(folder / "raw/meta.zr"), meta);
    Bytes typed = bytesOf({'L', 'X', 'S', 'T', 1, 1, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0, 24, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0});
    const Bytes identity = bytesOf({0x82, 0xa5, 0x64, 0x74, 0x79, 0x70, 0x65, 0xa3, 0x7c, 0x75, 0x31, 0xaa,
                                    0x69, 0x74, 0x65, 0x6d, 0x5f, 0x73, 0x68, 0x61, 0x70, 0x65, 0x91, 0x04});
    typed.insert(typed.end(), identity.begin(), identity.end());
    QCOMPARE(readAll(folder / "raw/store.zr"), typed);
    ZR_VERIFY_OK(Store::create(folder / "dict", raggedBytes(Codec::ZstdDict)));
    QCOMPARE(namesIn(folder / "dict"), (std::vector<std::string>{"0.chunk", "dict.zr", "meta.zr", "store.zr"}));
    QCOMPARE(readAll(folder / "dict/dict.zr"), sampleDictionary());
    QCOMPARE(namesIn(folder.path()), (std::vector<std::string>{"dict", "raw"}));
}

void TestStoreCreator::takesAnEmptyFolder()
{
    TemporaryFolder folder;
    std::filesystem::create_directory(folder / "s");
    auto store = Store::create(folder / "s", denseBytes(4));
    ZR_VERIFY_OK(store);
    ZR_VERIFY_OK(store->append(patternRecord(0, 4)));
}

void TestStoreCreator::refusesWhatIsThere()
{
    TemporaryFolder folder;
    ZR_VERIFY_OK(Store::create(folder / "s", denseBytes(4)));
    const auto again = Store::create(folder / "s", denseBytes(4));
    ZR_COMPARE_CODE(again, ErrorCode::AlreadyExists);
    QVERIFY(again.status().message().find("there is a store already") != std::string::npos);
    std::filesystem::create_directory(folder / "full");
    writeAll(folder / "full/notes.txt", bytesOf({1}));
    const auto full = Store::create(folder / "full", denseBytes(4));
    ZR_COMPARE_CODE(full, ErrorCode::AlreadyExists);
    QVERIFY(full.status().message().find("notes.txt") != std::string::npos);
    ZR_COMPARE_CODE(Store::create(folder / "full/notes.txt", denseBytes(4)), ErrorCode::AlreadyExists);
    QCOMPARE(namesIn(folder / "full"), std::vector<std::string>{"notes.txt"});
    QCOMPARE(namesIn(folder.path()), (std::vector<std::string>{"full", "s"}));
}

void TestStoreCreator::makesParents()
{
    TemporaryFolder folder;
    ZR_VERIFY_OK(Store::create(folder / "a/b/c", denseBytes(4)));
    ZR_VERIFY_OK(Store::open(folder / "a/b/c"));
    writeAll(folder / "file", bytesOf({1}));
    QVERIFY(!Store::create(folder / "file/s", denseBytes(4)).ok());
}

void TestStoreCreator::longNamesAndTrailingSlash()
{
    TemporaryFolder folder;
    ZR_VERIFY_OK(Store::create(folder / std::string(255, 'x'), denseBytes(4)));
    ZR_VERIFY_OK(Store::create(folder / "slash/", denseBytes(4)));
    ZR_VERIFY_OK(Store::open(folder / "slash/"));
    ZR_COMPARE_CODE(Store::create("", denseBytes(4)), ErrorCode::InvalidArgument);
}

void TestStoreCreator::buildsInPlaceWhereItMust()
{
    TemporaryFolder folder;
    FaultyFileSystem system;
    // The parent takes no new folder, but the store's own is there and empty.
    system.failWhere([](const auto& event) { return event.call == FaultyFileSystem::Call::CreateFolder; }, ErrorCode::ReadOnly);
    std::filesystem::create_directory(folder / "s");
    auto store = StoreAccess::create(folder / "s", denseBytes(4), {}, system);
    ZR_VERIFY_OK(store);
    ZR_VERIFY_OK(store->append(patternRecord(0, 4)));
    ZR_COMPARE_CODE(StoreAccess::create(folder / "t", denseBytes(4), {}, system), ErrorCode::ReadOnly);
    // A mount point: the rename over it fails.
    system.reset();
    std::filesystem::create_directory(folder / "mounted");
    system.failWhere([](const auto& event) { return event.call == FaultyFileSystem::Call::Rename; });
    ZR_VERIFY_OK(StoreAccess::create(folder / "mounted", denseBytes(4), {}, system));
    QCOMPARE(namesIn(folder / "mounted"), (std::vector<std::string>{"0.chunk", "meta.zr", "store.zr"}));
    ZR_COMPARE_CODE(StoreAccess::create(folder / "absent", denseBytes(4), {}, system), ErrorCode::IoError);
    QCOMPARE(namesIn(folder.path()), (std::vector<std::string>{"mounted", "s"}));
    // In place and failing in the middle: the folder is empty again.
    std::filesystem::create_directory(folder / "half");
    system.failWhere(
        [](const auto& event) {
            return event.call == FaultyFileSystem::Call::CreateFolder || (event.call == FaultyFileSystem::Call::Write && event.path == "store.zr");
        },
        ErrorCode::ReadOnly);
    QVERIFY(!StoreAccess::create(folder / "half", denseBytes(4), {}, system).ok());
    QVERIFY(namesIn(folder / "half").empty());
}

void TestStoreCreator::leftoversOfTheDeadAreRemoved()
{
    TemporaryFolder folder;
    ZR_VERIFY_OK(Store::create(folder / "dead", denseBytes(4)));
    std::filesystem::rename(folder / "dead", folder / ".zrx-new-0123456789abcdef");
    auto alive = Store::create(folder / "alive", denseBytes(4));
    ZR_VERIFY_OK(alive);
    QVERIFY(!std::filesystem::exists(folder / ".zrx-new-0123456789abcdef"));
    // One whose creator still holds the lock stays.
    std::filesystem::rename(folder / "alive", folder / ".zrx-new-fedcba9876543210");
    ZR_VERIFY_OK(Store::create(folder / "third", denseBytes(4)));
    QVERIFY(std::filesystem::exists(folder / ".zrx-new-fedcba9876543210/store.zr"));
    // Files that a creator never makes are nobody's leftovers.
    ZR_VERIFY_OK(alive->close());
    writeAll(folder / ".zrx-new-fedcba9876543210/precious", bytesOf({1}));
    ZR_VERIFY_OK(Store::create(folder / "fourth", denseBytes(4)));
    QVERIFY(std::filesystem::exists(folder / ".zrx-new-fedcba9876543210/precious"));
    QVERIFY(std::filesystem::exists(folder / ".zrx-new-fedcba9876543210/store.zr"));
}

void TestStoreCreator::isLockedForWriting()
{
    TemporaryFolder folder;
    auto store = Store::create(folder / "s", denseBytes(4));
    ZR_VERIFY_OK(store);
    QVERIFY(store->access() == Access::ReadWrite);
    ZR_COMPARE_CODE(Store::open(folder / "s"), ErrorCode::Busy);
    ZR_VERIFY_OK(store->close());
    ZR_VERIFY_OK(Store::open(folder / "s"));
}

void TestStoreCreator::descriptionsAreChecked()
{
    TemporaryFolder folder;
    StoreDescription description = denseBytes(4);
    description.codec = Codec::ZstdDict;
    ZR_COMPARE_CODE(Store::create(folder / "s", description), ErrorCode::DictionaryError);
    description = denseBytes(4);
    description.dictionary = bytesOf({1});
    ZR_COMPARE_CODE(Store::create(folder / "s", description), ErrorCode::InvalidArgument);
    ZR_COMPARE_CODE(Store::create(folder / "s", denseBytes(0)), ErrorCode::RecordTooLarge);
    description = raggedBytes();
    description.itemShape = {3};
    ZR_COMPARE_CODE(Store::create(folder / "s", description), ErrorCode::InvalidArgument);
    QVERIFY(namesIn(folder.path()).empty());
}

QTEST_APPLESS_MAIN(TestStoreCreator)
#include "tst_store_creator.moc"
