#include <QTest>

#include <functional>
#include <memory>

#include "store/store_access.h"
#include "support/faulty_file_system.h"
#include "support/memory_file_system.h"
#include "support/status_checks.h"
#include "support/store_builder.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

using Call = MemoryFileSystem::Call;
using Event = MemoryFileSystem::Event;

constexpr std::size_t kWidth = 8;
const std::filesystem::path kPath = "/s";
const std::vector<std::uint64_t> kTargets{1, 3, 8};

OpenOptions writing(Durability durability = Durability::Power)
{
    OpenOptions options;
    options.access = Access::ReadWrite;
    options.durability = durability;
    options.keepUndo = false;
    return options;
}

Bytes recordsInOrder(const std::vector<std::uint64_t>& order)
{
    Bytes bytes;
    for (const std::uint64_t number : order) {
        const Bytes record = patternRecord(number, kWidth);
        bytes.insert(bytes.end(), record.begin(), record.end());
    }
    return bytes;
}

const Bytes& afterDelete()
{
    static const Bytes bytes = recordsInOrder({0, 7, 2, 9, 4, 5, 6});
    return bytes;
}

std::string textOf(const Event& event)
{
    static const char* const kNames[] = {"create ", "write ", "truncate ", "sync ", "make ", "rename ", "remove ", "rmdir ", "syncdir "};
    return kNames[static_cast<std::size_t>(event.call)] + event.path;
}

void putFile(MemoryFileSystem& system, const std::filesystem::path& path, const Bytes& bytes)
{
    const auto file = system.open(path, OpenMode::OpenOrCreate);
    QVERIFY((*file)->truncate(0).ok() && (*file)->writeAt(0, bytes).ok());
}

}  // namespace

Q_DECLARE_METATYPE(FaultyFileSystem::Call)
Q_DECLARE_METATYPE(std::function<void(MemoryFileSystem&)>)

/// What opening does with a delete or compact that was interrupted at a chosen call. The crash simulator (tests/crash) goes
/// through all of them; here are the messages, and the states that no crash of ours makes.
class TestStoreRecovery : public QObject {
    Q_OBJECT

private slots:
    void stepsOfADelete();
    void processDurabilityWaitsForNothing();
    void readersSeeTheFinishedDelete();
    void writersFinishTheDelete();
    void interruptedCompact();
    void beforeTheFenceNothingHappened();
    void fenceWithoutUsableJournal_data();
    void fenceWithoutUsableJournal();
    void strangeJournalIsSetAside();
    void failureBehindTheFence_data();
    void failureBehindTheFence();

private:
    /// Ten records, all durable.
    static std::unique_ptr<MemoryFileSystem> tenRecords();
    /// What a process leaves that was killed right after its first call of this kind on this path.
    static std::unique_ptr<MemoryFileSystem> killedAfter(const std::string& call, const std::function<Status(Store&)>& operation, int nth = 1);
    static Status removeThree(Store& store) { return store.remove(kTargets).status(); }
};

std::unique_ptr<MemoryFileSystem> TestStoreRecovery::tenRecords()
{
    auto system = std::make_unique<MemoryFileSystem>();
    auto store = StoreAccess::create(kPath, denseBytes(kWidth), {}, *system);
    if (!store.ok() || !store->append(patternRecords(0, 10, kWidth)).ok() || !store->close().ok())
        return nullptr;
    system->settle();
    return system;
}

std::unique_ptr<MemoryFileSystem> TestStoreRecovery::killedAfter(const std::string& call, const std::function<Status(Store&)>& operation, int nth)
{
    const auto system = tenRecords();
    std::unique_ptr<MemoryFileSystem> left;
    auto store = StoreAccess::open(kPath, writing(), *system);
    system->observe([&](const Event& event) {
        if (textOf(event) == call && --nth == 0)
            left = system->afterKill();
    });
    return operation(*store).ok() ? std::move(left) : nullptr;
}

void TestStoreRecovery::stepsOfADelete()
{
    const auto system = tenRecords();
    OpenOptions options = writing();
    options.keepUndo = true;
    auto store = StoreAccess::open(kPath, options, *system);
    std::vector<std::string> steps;
    system->observe([&](const Event& event) { steps.push_back(textOf(event)); });
    ZR_VERIFY_OK(removeThree(*store));
    const std::vector<std::string> expected{
        "make s/.zrx", "sync s/0.chunk", "sync s/0.loc", "sync s/meta.zr",
        "create s/.zrx/undo-1", "write s/.zrx/undo-1", "sync s/.zrx/undo-1",
        "create s/.zrx/journal.tmp", "write s/.zrx/journal.tmp", "sync s/.zrx/journal.tmp", "rename s/.zrx/journal", "syncdir s/.zrx", "syncdir s",
        "write s/meta.zr", "sync s/meta.zr",
        "write s/0.loc", "write s/0.loc", "sync s/0.loc",
        "write s/meta.zr", "sync s/meta.zr",
        "remove s/.zrx/journal", "syncdir s/.zrx"};
    QCOMPARE(steps, expected);
    QCOMPARE(*readDense(*store), afterDelete());
}

void TestStoreRecovery::processDurabilityWaitsForNothing()
{
    const auto system = tenRecords();
    auto store = StoreAccess::open(kPath, writing(Durability::Process), *system);
    int syncs = 0;
    system->observe([&](const Event& event) { syncs += event.call == Call::Sync || event.call == Call::SyncFolder ? 1 : 0; });
    ZR_VERIFY_OK(removeThree(*store));
    ZR_VERIFY_OK(store->compact());
    QCOMPARE(syncs, 0);
    // Closing makes it durable all the same.
    ZR_VERIFY_OK(store->close());
    std::mt19937_64 random;
    const auto left = system->afterPowerLoss(MemoryFileSystem::Survival::Nothing, MemoryFileSystem::Survival::Nothing, random);
    const auto again = StoreAccess::open(kPath, {}, *left);
    ZR_VERIFY_OK(again);
    QCOMPARE(readDense(*again)->size(), afterDelete().size());
}

void TestStoreRecovery::readersSeeTheFinishedDelete()
{
    for (const int nth : {1, 2}) {
        const auto system = killedAfter("write s/0.loc", removeThree, nth);
        QVERIFY(system);
        const auto files = system->contents();
        const auto store = StoreAccess::open(kPath, {}, *system);
        ZR_VERIFY_OK(store);
        QCOMPARE(*readDense(*store), afterDelete());
        QVERIFY(store->verify()->clean());
        QCOMPARE(store->recovery().action, RecoveryAction::ShownDelete);
        QVERIFY(store->recovery().text.find("A delete of 3 records had been interrupted") == 0);
        QVERIFY(system->contents() == files);
    }
}

void TestStoreRecovery::writersFinishTheDelete()
{
    const auto system = killedAfter("sync s/meta.zr", removeThree, 2);
    QVERIFY(system);
    {
        const auto store = StoreAccess::open(kPath, writing(), *system);
        ZR_VERIFY_OK(store);
        QCOMPARE(*readDense(*store), afterDelete());
        QCOMPARE(store->recovery().action, RecoveryAction::FinishedDelete);
        QVERIFY(store->recovery().text.find("it was finished now") != std::string::npos);
    }
    QVERIFY(!system->contents().contains("s/.zrx/"));
    const auto again = StoreAccess::open(kPath, writing(), *system);
    QCOMPARE(again->recovery().action, RecoveryAction::None);
    QVERIFY(again->recovery().text.empty());
}

void TestStoreRecovery::interruptedCompact()
{
    const auto operation = [](Store& store) -> Status {
        ZR_RETURN_IF_ERROR(store.remove(kTargets).status());
        return store.compact().status();
    };
    const auto system = killedAfter("rename s/0.chunk", operation);
    QVERIFY(system);
    const auto files = system->contents();
    {
        const auto reader = StoreAccess::open(kPath, {}, *system);
        ZR_VERIFY_OK(reader);
        QCOMPARE(*readDense(*reader), afterDelete());
        QCOMPARE(reader->recovery().action, RecoveryAction::ShownCompact);
        QVERIFY(system->contents() == files);
    }
    // A new file that was altered is not put into the store.
    const auto broken = system->afterKill();
    for (const auto& [path, bytes] : files)
        if (path.ends_with("/0.loc") && path.starts_with("s/.zrx/tmp-")) {
            Bytes other = bytes;
            other[3] ^= std::byte{1};
            putFile(*broken, "/" + path, other);
        }
    const auto refused = StoreAccess::open(kPath, writing(), *broken);
    ZR_COMPARE_CODE(refused, ErrorCode::RecoveryNeeded);
    QVERIFY(refused.status().message().find("missing or damaged: 0.loc") != std::string::npos);

    const auto writer = StoreAccess::open(kPath, writing(), *system);
    ZR_VERIFY_OK(writer);
    QCOMPARE(writer->recovery().action, RecoveryAction::FinishedCompact);
    QCOMPARE(*readDense(*writer), afterDelete());
    QCOMPARE(writer->stats()->reclaimable, std::uint64_t{0});
    QVERIFY(!system->contents().contains("s/.zrx/"));
}

void TestStoreRecovery::beforeTheFenceNothingHappened()
{
    const auto system = killedAfter("rename s/.zrx/journal", removeThree);
    QVERIFY(system);
    {
        const auto reader = StoreAccess::open(kPath, {}, *system);
        QCOMPARE(reader->recovery().action, RecoveryAction::None);
        QCOMPARE(reader->size(), std::uint64_t{10});
    }
    const auto store = StoreAccess::open(kPath, writing(), *system);
    ZR_VERIFY_OK(store);
    QCOMPARE(*readDense(*store), patternRecords(0, 10, kWidth));
    QCOMPARE(store->recovery().action, RecoveryAction::Discarded);
    QVERIFY(!system->contents().contains("s/.zrx/"));
}

void TestStoreRecovery::fenceWithoutUsableJournal_data()
{
    using Damage = std::function<void(MemoryFileSystem&)>;
    QTest::addColumn<Damage>("damage");
    QTest::addColumn<QString>("message");
    const auto alter = [](const std::string& path, std::size_t at) {
        return Damage([=](MemoryFileSystem& system) {
            Bytes bytes = system.contents().at(path);
            bytes[at] ^= std::byte{1};
            putFile(system, "/" + path, bytes);
        });
    };
    QTest::newRow("missing") << Damage([](MemoryFileSystem& system) { QVERIFY(system.removeFile("/s/.zrx/journal").ok()); })
                             << "its journal is missing";
    QTest::newRow("damaged") << alter("s/.zrx/journal", 257) << "its journal is damaged";
    QTest::newRow("another id") << alter("s/meta.zr", 31) << "another change";
    QTest::newRow("another header") << alter("s/meta.zr", 14) << "does not fit the header";
    // Signed in place of unsigned bytes: a good description, but that of another store.
    QTest::newRow("another store") << Damage([](MemoryFileSystem& system) {
        Bytes bytes = system.contents().at("s/store.zr");
        const Bytes before = bytesOf({'|', 'u', '1'});
        const auto type = std::ranges::search(bytes, before).begin();
        QVERIFY(type != bytes.end());
        type[1] = std::byte{'i'};
        putFile(system, "/s/store.zr", bytes);
    }) << "another store";
    QTest::newRow("another table") << alter("s/0.loc", 9 * 16) << "the end of the record table";
}

void TestStoreRecovery::fenceWithoutUsableJournal()
{
    QFETCH(std::function<void(MemoryFileSystem&)>, damage);
    QFETCH(QString, message);
    const auto system = killedAfter("write s/0.loc", removeThree);
    QVERIFY(system);
    damage(*system);
    const auto files = system->contents();
    for (const OpenOptions& options : {OpenOptions{}, writing()}) {
        const auto store = StoreAccess::open(kPath, options, *system);
        ZR_COMPARE_CODE(store, ErrorCode::RecoveryNeeded);
        QVERIFY2(store.status().message().find(message.toStdString()) != std::string::npos, store.status().message().c_str());
        QVERIFY(system->contents() == files);
    }
}

void TestStoreRecovery::strangeJournalIsSetAside()
{
    const auto system = killedAfter("rename s/.zrx/journal", removeThree);
    QVERIFY(system);
    // Another program knew nothing of the journal and appended.
    Bytes header = system->contents().at("s/meta.zr");
    header[14] = std::byte{9};
    putFile(*system, "/s/meta.zr", header);
    const auto store = StoreAccess::open(kPath, writing(), *system);
    ZR_VERIFY_OK(store);
    QCOMPARE(store->recovery().action, RecoveryAction::SetAside);
    QCOMPARE(store->size(), std::uint64_t{9});
    const auto files = system->contents();
    QVERIFY(!files.contains("s/.zrx/journal"));
    QVERIFY(std::ranges::any_of(files, [](const auto& file) { return file.first.starts_with("s/.zrx/salvage/journal-"); }));
}

void TestStoreRecovery::failureBehindTheFence_data()
{
    QTest::addColumn<FaultyFileSystem::Call>("call");
    QTest::addColumn<QString>("file");
    QTest::addColumn<int>("nth");
    QTest::newRow("sync of the fence") << FaultyFileSystem::Call::Sync << "meta.zr" << 2;
    QTest::newRow("write of the table") << FaultyFileSystem::Call::Write << "0.loc" << 1;
    QTest::newRow("sync of the table") << FaultyFileSystem::Call::Sync << "0.loc" << 2;
    QTest::newRow("write of the header") << FaultyFileSystem::Call::Write << "meta.zr" << 2;
    QTest::newRow("sync of the header") << FaultyFileSystem::Call::Sync << "meta.zr" << 3;
}

void TestStoreRecovery::failureBehindTheFence()
{
    QFETCH(FaultyFileSystem::Call, call);
    QFETCH(QString, file);
    QFETCH(int, nth);
    const auto below = tenRecords();
    {
        FaultyFileSystem system(*below);
        auto store = StoreAccess::open(kPath, writing(), system);
        ZR_VERIFY_OK(store);
        system.failWhere([&, left = nth](const FaultyFileSystem::Event& event) mutable {
            return event.call == call && event.path == file.toStdString() && --left == 0;
        });
        const Status status = removeThree(*store);
        ZR_COMPARE_CODE(status, ErrorCode::IoError);
        QVERIFY2(status.message().find("the delete is decided but could not be completed") != std::string::npos, status.message().c_str());
        QVERIFY(status.message().find("open it for writing") != std::string::npos);
        QCOMPARE(*readDense(*store), afterDelete());
        ZR_COMPARE_CODE(store->append(patternRecord(1, kWidth)), ErrorCode::IoError);
        ZR_COMPARE_CODE(removeThree(*store), ErrorCode::IoError);
        ZR_COMPARE_CODE(store->close(), ErrorCode::IoError);
    }
    const auto store = StoreAccess::open(kPath, writing(), *below);
    ZR_VERIFY_OK(store);
    QCOMPARE(*readDense(*store), afterDelete());
    QVERIFY(store->verify()->clean());
}

QTEST_APPLESS_MAIN(TestStoreRecovery)
#include "tst_store_recovery.moc"
