#include <QTest>

#include <filesystem>
#include <functional>

#include "format/group_file.h"
#include "store/store_access.h"
#include "support/faulty_file_system.h"
#include "support/status_checks.h"
#include "support/store_builder.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

using Event = FaultyFileSystem::Event;
using Call = FaultyFileSystem::Call;

constexpr std::size_t kRecords = 12;
const std::vector<std::uint64_t> kTargets{1, 4, 11};

OpenOptions writing()
{
    OpenOptions options;
    options.access = Access::ReadWrite;
    return options;
}


/// Names of files that only a change under way has, in the set's folder and in the side folders.
std::vector<std::string> leftovers(const std::filesystem::path& folder)
{
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
        const std::string name = entry.path().filename().string();
        const bool aside = entry.path().parent_path().filename() == ".zrx" && !name.starts_with("undo-");
        if (aside || name.starts_with(kGroupFilePrefix))
            names.push_back(name);
    }
    return names;
}

enum class Change : std::uint8_t { Delete, Compact, Undo };

Status make(AlignedSet& set, Change change)
{
    switch (change) {
    case Change::Delete: return set.remove(kTargets).status();
    case Change::Compact: return set.compact().status();
    case Change::Undo: break;
    }
    return set.undoRemoval().status();
}

}  // namespace

Q_DECLARE_METATYPE(Change)

/// Delete, compact and undo of several stores as one step. The crash simulator (tests/crash) has the crashes; here is every call that
/// fails, and what is said when the stores of a set were taken apart.
class TestGroupChange : public QObject {
    Q_OBJECT

private slots:
    void init();
    void everyFailingCall_data();
    void everyFailingCall();
    void failureLeavesNoStreamChanged();
    void siblingMissing();
    void decisionMissing();
    void storeWasRenamed();
    void packedStreamsAreNotTouched();
    void interruptedCompactsThatKeepTheHeader();
    void compactNeedsRoomForAll();

private:
    /// A dense and a ragged stream of twelve records each.
    void fill(const std::filesystem::path& folder);
    static Result<std::pair<Bytes, std::vector<OwnedRagged>>> contents(const AlignedSet& set);
    /// The set as a process leaves it that ends without a word when a call is made for which this holds.
    void interrupt(const std::function<bool(const Event&)>& when);

    std::unique_ptr<TemporaryFolder> m_folder;
};

void TestGroupChange::init()
{
    m_folder = std::make_unique<TemporaryFolder>();
}

void TestGroupChange::fill(const std::filesystem::path& folder)
{
    auto dense = Store::create(folder / "image", denseBytes(20));
    ZR_VERIFY_OK(dense);
    ZR_VERIFY_OK(dense->append(patternRecords(0, kRecords, 20)));
    auto ragged = Store::create(folder / "text", raggedBytes(Codec::Zstd));
    ZR_VERIFY_OK(ragged);
    std::vector<OwnedRagged> records;
    for (std::size_t i = 0; i < kRecords; ++i)
        records.push_back(patternRagged(i));
    ZR_VERIFY_OK(appendRagged(*ragged, records));
}

Result<std::pair<Bytes, std::vector<OwnedRagged>>> TestGroupChange::contents(const AlignedSet& set)
{
    ZR_ASSIGN_OR_RETURN(Bytes dense, readDense(set.streams()[0].store));
    ZR_ASSIGN_OR_RETURN(std::vector<OwnedRagged> ragged, readRagged(set.streams()[1].store));
    return std::pair(std::move(dense), std::move(ragged));
}

void TestGroupChange::interrupt(const std::function<bool(const Event&)>& when)
{
    fill(m_folder->path());
    FaultyFileSystem system;
    auto set = StoreAccess::openSet(m_folder->path(), writing(), system);
    ZR_VERIFY_OK(set);
    // From the chosen call on nothing reaches the disk, as after a kill.
    bool dead = false;
    system.failWhere([&](const Event& event) { return dead = dead || when(event); });
    QVERIFY(!set->remove(kTargets).ok());
    QVERIFY(dead);
}

void TestGroupChange::everyFailingCall_data()
{
    QTest::addColumn<Change>("change");
    QTest::addColumn<bool>("fromThenOn");
    for (const auto& [name, change] : {std::pair("delete", Change::Delete), std::pair("compact", Change::Compact), std::pair("undo", Change::Undo)})
        for (const bool fromThenOn : {false, true})
            QTest::addRow("%s, %s", name, fromThenOn ? "for ever" : "once") << change << fromThenOn;
}

void TestGroupChange::everyFailingCall()
{
    QFETCH(Change, change);
    QFETCH(bool, fromThenOn);
    fill(*m_folder / "original");
    if (change != Change::Delete) {
        auto set = AlignedSet::open(*m_folder / "original", writing());
        ZR_VERIFY_OK(set->remove(kTargets));
    }
    const auto before = *contents(*AlignedSet::open(*m_folder / "original"));
    copyFolder(*m_folder / "original", *m_folder / "done");
    {
        auto set = AlignedSet::open(*m_folder / "done", writing());
        ZR_VERIFY_OK(make(*set, change));
    }
    const auto after = *contents(*AlignedSet::open(*m_folder / "done"));
    bool everDecided = false;
    for (std::uint64_t n = 0;; ++n) {
        const std::filesystem::path path = *m_folder / ("set" + std::to_string(n));
        copyFolder(*m_folder / "original", path);
        bool reached = false;
        bool decided = false;
        {
            FaultyFileSystem system;
            auto set = StoreAccess::openSet(path, writing(), system);
            ZR_VERIFY_OK(set);
            system.failAt(n, ErrorCode::IoError, fromThenOn);
            const Status status = make(*set, change);
            reached = system.failed();
            system.reset();
            decided = status.message().find("is decided but") != std::string::npos;
            everDecided = everDecided || decided;
            const auto here = contents(*set);
            QVERIFY2(here.ok() && *here == (status.ok() || decided ? after : before), qPrintable(QStringLiteral("call %1").arg(n)));
        }
        // A reader, and one who opens the streams by themselves, last one first.
        const auto shown = contents(*AlignedSet::open(path));
        QVERIFY2(shown.ok() && (*shown == before || *shown == after), qPrintable(QStringLiteral("call %1").arg(n)));
        ZR_VERIFY_OK(Store::open(path / "text", writing()));
        ZR_VERIFY_OK(Store::open(path / "image", writing()));
        const auto set = AlignedSet::open(path, writing());
        ZR_VERIFY_OK(set);
        QVERIFY(*contents(*set) == *shown);
        const std::vector<std::string> left = leftovers(path);
        QVERIFY2(left.empty(), qPrintable(QStringLiteral("call %1 leaves %2").arg(n).arg(QString::fromStdString(left.empty() ? "" : left.front()))));
        std::filesystem::remove_all(path);
        if (!reached) {
            QVERIFY(n > 20);
            QVERIFY(everDecided);
            return;
        }
    }
}

void TestGroupChange::failureLeavesNoStreamChanged()
{
    fill(m_folder->path());
    FaultyFileSystem system;
    auto set = StoreAccess::openSet(m_folder->path(), writing(), system);
    const auto before = *contents(*set);
    // The fence of the second stream cannot be raised.
    int writes = 0;
    system.failWhere([&](const Event& event) { return event.call == Call::Write && event.path == "meta.zr" && ++writes == 2; });
    const Status status = set->remove(kTargets).status();
    ZR_COMPARE_CODE(status, ErrorCode::IoError);
    QVERIFY2(status.store().ends_with("text"), status.message().c_str());
    QVERIFY(*contents(*set) == before);
    QCOMPARE(leftovers(m_folder->path()), std::vector<std::string>());
    // And the same handles work on.
    ZR_VERIFY_OK(set->remove(kTargets));
    QCOMPARE(set->size(), std::uint64_t{kRecords - 3});
}

void TestGroupChange::siblingMissing()
{
    interrupt([](const Event& event) { return event.call == Call::Open && event.path.starts_with(kGroupFilePrefix); });
    std::filesystem::rename(*m_folder / "text", *m_folder / "elsewhere");
    for (const OpenOptions& options : {OpenOptions{}, writing()}) {
        const auto store = Store::open(*m_folder / "image", options);
        ZR_COMPARE_CODE(store, ErrorCode::RecoveryNeeded);
        QVERIFY2(store.status().message().find("its store 'text' is not there") != std::string::npos, store.status().message().c_str());
    }
    std::filesystem::rename(*m_folder / "elsewhere", *m_folder / "text");
    {
        const auto reader = Store::open(*m_folder / "image");
        ZR_VERIFY_OK(reader);
        QCOMPARE(reader->recovery().action, RecoveryAction::ShownBefore);
        QCOMPARE(reader->size(), std::uint64_t{kRecords});
    }
    const auto store = Store::open(*m_folder / "image", writing());
    QCOMPARE(store->recovery().action, RecoveryAction::TakenBack);
    QVERIFY(store->recovery().text.find("the store is as before it") != std::string::npos);
    QCOMPARE(Store::open(*m_folder / "text")->size(), std::uint64_t{kRecords});
}

void TestGroupChange::decisionMissing()
{
    // Decided; the first stream is done and the second is not.
    int writes = 0;
    interrupt([&](const Event& event) { return event.call == Call::Write && event.path == "meta.zr" && ++writes == 4; });
    for (const auto& entry : std::filesystem::directory_iterator(m_folder->path()))
        if (entry.path().filename().string().starts_with(kGroupFilePrefix))
            std::filesystem::rename(entry.path(), *m_folder / "put-away");
    QVERIFY(std::filesystem::exists(*m_folder / "put-away"));
    const auto store = Store::open(*m_folder / "text", writing());
    ZR_COMPARE_CODE(store, ErrorCode::RecoveryNeeded);
    QVERIFY2(store.status().message().find("its store 'image' has made it") != std::string::npos, store.status().message().c_str());
    QVERIFY(store.status().message().find("hidden files included") != std::string::npos);
}

void TestGroupChange::storeWasRenamed()
{
    interrupt([](const Event& event) { return event.call == Call::Open && event.path.starts_with(kGroupFilePrefix); });
    std::filesystem::rename(*m_folder / "text", *m_folder / "words");
    const auto store = Store::open(*m_folder / "words");
    ZR_COMPARE_CODE(store, ErrorCode::RecoveryNeeded);
    QVERIFY2(store.status().message().find("was not called 'words' then") != std::string::npos, store.status().message().c_str());
}

void TestGroupChange::packedStreamsAreNotTouched()
{
    fill(m_folder->path());
    {
        auto alone = Store::open(*m_folder / "text", writing());
        const std::vector<std::uint64_t> all = allIndices(kRecords);
        ZR_VERIFY_OK(alone->remove(all));
        ZR_VERIFY_OK(alone->compact());
        std::vector<OwnedRagged> records;
        for (std::size_t i = 0; i < kRecords; ++i)
            records.push_back(patternRagged(i));
        ZR_VERIFY_OK(appendRagged(*alone, records));
    }
    auto set = AlignedSet::open(m_folder->path(), writing());
    const auto before = *contents(*set);
    auto results = set->compact();
    ZR_VERIFY_OK(results);
    QCOMPARE(results->size(), std::size_t{2});
    for (const CompactionResult& result : *results)
        QVERIFY(result.before == result.after);
    QCOMPARE(set->streams()[0].store.generation() + set->streams()[1].store.generation(), std::uint64_t{0});
    ZR_VERIFY_OK(set->remove(kTargets));
    results = set->compact();
    ZR_VERIFY_OK(results);
    for (const CompactionResult& result : *results)
        QCOMPARE(result.after.reclaimable, std::uint64_t{0});
    QVERIFY(*contents(*set) != before);
    QCOMPARE(leftovers(m_folder->path()), std::vector<std::string>());
}

/// Streams of several chunks are written anew by every compact; where nothing was dead, the header stays as it is, and whoever
/// found the set interrupted could not tell "not yet" from "made".
void TestGroupChange::interruptedCompactsThatKeepTheHeader()
{
    StoreLimits limits;
    limits.chunkCapacity = 100;
    const auto path = [this](std::size_t call) { return *m_folder / std::to_string(call); };
    const auto open = [&](std::size_t call, FileSystem& fileSystem, bool forWriting) {
        return StoreAccess::openSet(path(call), forWriting ? writing() : OpenOptions{}, fileSystem, limits);
    };
    bool ended = false;
    for (std::size_t call = 0; !ended; ++call) {
        for (const char* name : {"a", "b"}) {
            auto store = StoreAccess::create(path(call) / name, denseBytes(20), {}, posixFileSystem(), limits);
            ZR_VERIFY_OK(store);
            ZR_VERIFY_OK(store->append(patternRecords(0, kRecords, 20)));
        }
        FaultyFileSystem system;
        {
            auto set = open(call, system, true);
            ZR_VERIFY_OK(set);
            // From one call on nothing reaches the disk, as after a kill; a later one each time.
            system.failAt(call, ErrorCode::IoError, true);
            ended = set->compact().ok();
        }
        for (const bool forWriting : {false, true}) {
            const auto set = open(call, posixFileSystem(), forWriting);
            QVERIFY2(set.ok(), qPrintable(QString::fromStdString(std::to_string(call) + ": " + set.status().message())));
            for (const AlignedSet::Stream& stream : set->streams())
                QCOMPARE(readDense(stream.store).value(), patternRecords(0, kRecords, 20));
        }
        QVERIFY(call < 500);
    }
}

void TestGroupChange::compactNeedsRoomForAll()
{
    fill(m_folder->path());
    FaultyFileSystem system;
    auto set = StoreAccess::openSet(m_folder->path(), writing(), system);
    ZR_VERIFY_OK(set->remove(kTargets));
    const auto before = *contents(*set);
    // Enough for one of them.
    system.setFreeSpace((3 << 20) / 2);
    const Status status = set->compact().status();
    ZR_COMPARE_CODE(status, ErrorCode::OutOfSpace);
    QVERIFY2(status.message().find("one by one") != std::string::npos, status.message().c_str());
    QVERIFY(*contents(*set) == before);
    QCOMPARE(leftovers(m_folder->path()), std::vector<std::string>());
}

QTEST_APPLESS_MAIN(TestGroupChange)
#include "tst_group_change.moc"
