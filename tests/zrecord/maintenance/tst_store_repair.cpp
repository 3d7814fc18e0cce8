#include <QTest>

#include <algorithm>

#include "format/location_entry.h"
#include "format/meta_header.h"
#include "maintenance/store_repairer.h"
#include "store/store_access.h"
#include "support/faulty_file_system.h"
#include "support/status_checks.h"
#include "support/store_builder.h"
#include "zrecord/maintenance/store_check.h"
#include "zrecord/store.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

constexpr std::size_t kWidth = 10;

void makeStore(const std::filesystem::path& path, std::size_t records = 20, Codec codec = Codec::Raw)
{
    auto store = Store::create(path, denseBytes(kWidth, codec));
    ZR_VERIFY_OK(store->append(patternRecords(0, records, kWidth)));
    ZR_VERIFY_OK(store->close());
}

void copyEntry(const std::filesystem::path& path, std::uint64_t to, std::uint64_t from)
{
    const Bytes table = readAll(path / "0.loc");
    patchFile(path / "0.loc", to * kLocationEntryBytes, std::span(table).subspan(from * kLocationEntryBytes, kLocationEntryBytes));
}

void raiseFence(const std::filesystem::path& path)
{
    const MetaHeader header = decodeMetaHeader(readAll(path / "meta.zr")).value();
    writeAll(path / "meta.zr", encodeFence(header, JournalId{std::byte{7}}));
}

std::vector<std::string> actions(const RepairPlan& plan)
{
    std::vector<std::string> names;
    for (const RepairStep& step : plan.steps)
        names.push_back(step.action);
    return names;
}

/// The numbers of the pattern records that the store holds, in its order.
std::vector<std::uint64_t> held(const std::filesystem::path& path)
{
    std::vector<std::uint64_t> numbers;
    const auto store = Store::open(path);
    if (!store.ok())
        return {UINT64_MAX};
    const auto bytes = readDense(*store);
    if (!bytes.ok())
        return {UINT64_MAX - 1};
    for (std::size_t at = 0; at < bytes->size(); at += kWidth)
        for (std::uint64_t number = 0; number < 200; ++number)
            if (std::ranges::equal(std::span(*bytes).subspan(at, kWidth), patternRecord(number, kWidth)))
                numbers.push_back(number);
    return numbers;
}

using Numbers = std::vector<std::uint64_t>;
using Words = std::vector<std::string>;

Numbers upTo(std::uint64_t end)
{
    return allIndices(end);
}

}  // namespace

/// What was damaged is mended as far as its bytes are there; what is changed is kept; nothing readable is lost.
class TestStoreRepair : public QObject {
    Q_OBJECT

private slots:
    void aWholeStoreNeedsNothing();
    void aFenceWhoseJournalIsGone();
    void aDeleteThatWasCutOff();
    void aLostDescription();
    void aDescriptionFromACopy();
    void recordsAtTheEndAreCutOff();
    void recordsInTheMiddleStay();
    void zerosAreNeverShownAsRecords();
    void aMissingChunk();
    void nothingReadableIsNotARepair();
    void aDictionaryTooMany();
    void anUnfinishedChangeIsFinished();
    void aDeviceErrorRemovesNothing();
    void everyCallMayFail();
    void setsStayTogether();
    void headersThatCountTooMuch();
};

void TestStoreRepair::aWholeStoreNeedsNothing()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeStore(path);
    const auto contents = folderContents(path);
    QVERIFY(planRepair(path)->nothingToDo());
    const auto result = repairStore(path);
    ZR_VERIFY_OK(result);
    QVERIFY(result->backup.empty());
    QVERIFY(folderContents(path) == contents);
    ZR_COMPARE_CODE(planRepair(folder / "nowhere"), ErrorCode::NotFound);
    const auto reader = Store::open(path);
    ZR_COMPARE_CODE(repairStore(path), ErrorCode::Busy);
}

void TestStoreRepair::aFenceWhoseJournalIsGone()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeStore(path);
    raiseFence(path);
    ZR_COMPARE_CODE(Store::open(path), ErrorCode::RecoveryNeeded);
    const auto contents = folderContents(path);
    const auto plan = planRepair(path);
    ZR_VERIFY_OK(plan);
    QCOMPARE(actions(*plan), Words{"lift_fence"});
    QVERIFY(folderContents(path) == contents);
    const Bytes fenced = readAll(path / "meta.zr");
    const auto result = repairStore(path);
    ZR_VERIFY_OK(result);
    QCOMPARE(held(path), upTo(20));
    QVERIFY(readAll(result->backup / "meta.zr") == fenced);
    QVERIFY(planRepair(path)->nothingToDo());
}

void TestStoreRepair::aDeleteThatWasCutOff()
{
    // Records 2, 5 and 9 were to go: the last ones took the places of 9 and 5.
    TemporaryFolder folder;
    for (const bool fenced : {true, false}) {
        const auto path = folder / (fenced ? "fenced" : "plain");
        makeStore(path);
        copyEntry(path, 9, 19);
        copyEntry(path, 5, 18);
        if (fenced)
            raiseFence(path);
        const auto result = repairStore(path);
        ZR_VERIFY_OK(result);
        QCOMPARE(actions(result->plan), fenced ? (Words{"lift_fence", "remove_doubled"}) : Words{"remove_doubled"});
        QCOMPARE(result->plan.steps.back().records, (Numbers{5, 9}));
        QCOMPARE(result->plan.recordsAfter, std::uint64_t{18});
        Numbers expected = upTo(20);
        std::erase_if(expected, [](std::uint64_t number) { return number == 5 || number == 9; });
        Numbers now = held(path);
        std::ranges::sort(now);
        QCOMPARE(now, expected);
        QVERIFY(checkStore(path)->report.clean());
        // 2 removed places, and the 2 that are behind the end now, with their entries as they were.
        QCOMPARE(readAll(result->backup / "entries").size(), std::size_t{4 * 24});
    }
}

void TestStoreRepair::aLostDescription()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeStore(path, 20, Codec::Zstd);
    const Bytes description = readAll(path / "store.zr");
    std::filesystem::remove(path / "store.zr");
    const auto blind = planRepair(path);
    ZR_VERIFY_OK(blind);
    ZR_COMPARE_CODE(blind->blocked, ErrorCode::BadFormat);
    QVERIFY(std::string(blind->blocked.remedy()).find("Every record has 10 bytes") != std::string::npos);
    ZR_COMPARE_CODE(repairStore(path), ErrorCode::BadFormat);
    RepairOptions wrong;
    wrong.description = denseBytes(11);
    ZR_COMPARE_CODE(repairStore(path, wrong), ErrorCode::InvalidArgument);
    RepairOptions right;
    right.description = denseBytes(kWidth);  // says raw: the codec stands in meta.zr
    ZR_VERIFY_OK(repairStore(path, right));
    QVERIFY(readAll(path / "store.zr") == description);
    QCOMPARE(held(path), upTo(20));
    // A ragged one.
    const auto ragged = folder / "r";
    {
        auto store = Store::create(ragged, raggedBytes(Codec::Zstd));
        ZR_VERIFY_OK(appendRagged(*store, {patternRagged(0), patternRagged(1), patternRagged(2)}));
    }
    const Bytes second = readAll(ragged / "store.zr");
    writeAll(ragged / "store.zr", bytesOf({1, 2, 3}));
    right.description = raggedBytes();
    const auto result = repairStore(ragged, right);
    ZR_VERIFY_OK(result);
    QVERIFY(readAll(ragged / "store.zr") == second);
    QVERIFY(readAll(result->backup / "store.zr") == bytesOf({1, 2, 3}));
}

void TestStoreRepair::aDescriptionFromACopy()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeStore(path);
    std::filesystem::create_directories(path / ".zrx" / "salvage" / "20240101T000000Z");
    std::filesystem::rename(path / "store.zr", path / ".zrx" / "salvage" / "20240101T000000Z" / "store.zr");
    const auto result = repairStore(path);
    ZR_VERIFY_OK(result);
    QCOMPARE(actions(result->plan), Words{"rebuild_description"});
    QCOMPARE(held(path), upTo(20));
}

void TestStoreRepair::recordsAtTheEndAreCutOff()
{
    TemporaryFolder folder;
    // The table ends early.
    const auto table = folder / "table";
    makeStore(table);
    resizeFile(table / "0.loc", 13 * 16 + 7);
    QCOMPARE(actions(*planRepair(table)), Words{"lower_length"});
    ZR_VERIFY_OK(repairStore(table));
    QCOMPARE(held(table), upTo(13));
    // The chunk ends early.
    const auto chunk = folder / "chunk";
    makeStore(chunk);
    resizeFile(chunk / "0.chunk", 155);
    const auto result = repairStore(chunk);
    ZR_VERIFY_OK(result);
    QCOMPARE(actions(result->plan), (Words{"extend_chunk", "lower_length"}));
    QCOMPARE(result->plan.steps.back().records, (Numbers{15, 16, 17, 18, 19}));
    QCOMPARE(held(chunk), upTo(15));
    QCOMPARE(readAll(result->backup / "entries").size(), std::size_t{5 * 24});
    // Entries that are zeros, and frames that are.
    const auto zeros = folder / "zeros";
    makeStore(zeros, 20, Codec::Zstd);
    patchFile(zeros / "0.loc", 19 * 16, Bytes(16));
    const LocationEntry entry = loadLocationEntry(readAll(zeros / "0.loc").data() + 18 * 16);
    patchFile(zeros / "0.chunk", entry.offset, Bytes(entry.physLength));
    ZR_VERIFY_OK(repairStore(zeros));
    QCOMPARE(held(zeros), upTo(18));
    ZR_VERIFY_OK(Store::open(zeros, [] {
        OpenOptions options;
        options.access = Access::ReadWrite;
        return options;
    }())->append(patternRecords(30, 1, kWidth)));
    Numbers longer = upTo(18);
    longer.push_back(30);
    QCOMPARE(held(zeros), longer);
}

void TestStoreRepair::recordsInTheMiddleStay()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeStore(path, 20, Codec::Zstd);
    const LocationEntry entry = loadLocationEntry(readAll(path / "0.loc").data() + 4 * 16);
    patchFile(path / "0.chunk", entry.offset, Bytes(entry.physLength));
    const auto plan = planRepair(path);
    QVERIFY(plan->steps.empty());
    QCOMPARE(plan->remainingCount, std::uint64_t{1});
    QCOMPARE(plan->remaining.front().record, std::uint64_t{4});
    RepairOptions options;
    options.removeDamaged = true;
    const auto result = repairStore(path, options);
    ZR_VERIFY_OK(result);
    QCOMPARE(actions(result->plan), Words{"remove_damaged"});
    QCOMPARE(held(path), (Numbers{0, 1, 2, 3, 19, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18}));
}

void TestStoreRepair::zerosAreNeverShownAsRecords()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeStore(path);
    // Record 19 lies last in the chunk and has place 3 in the table.
    ZR_VERIFY_OK(Store::open(path, [] {
        OpenOptions options;
        options.access = Access::ReadWrite;
        return options;
    }())->remove(std::vector<std::uint64_t>{3}));
    resizeFile(path / "0.chunk", 195);
    const auto plan = planRepair(path);
    ZR_COMPARE_CODE(plan->blocked, ErrorCode::CorruptRecord);
    const auto contents = folderContents(path);
    ZR_COMPARE_CODE(repairStore(path), ErrorCode::CorruptRecord);
    QVERIFY(folderContents(path) == contents);
    RepairOptions options;
    options.removeDamaged = true;
    ZR_VERIFY_OK(repairStore(path, options));
    QCOMPARE(held(path), (Numbers{0, 1, 2, 18, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}));
}

void TestStoreRepair::aMissingChunk()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    constexpr StoreLimits limits{100, 1000};
    ZR_VERIFY_OK(StoreAccess::create(path, denseBytes(kWidth), {}, posixFileSystem(), limits)->append(patternRecords(0, 27, kWidth)));
    std::filesystem::remove(path / "1.chunk");
    RepairOptions options;
    ZR_COMPARE_CODE(repairStoreOn(posixFileSystem(), limits, path, options, {}), ErrorCode::CorruptRecord);
    options.removeDamaged = true;
    const auto result = repairStoreOn(posixFileSystem(), limits, path, options, {});
    ZR_VERIFY_OK(result);
    QCOMPARE(actions(result->plan), (Words{"create_chunk", "remove_damaged"}));
    Numbers now = held(path);
    std::ranges::sort(now);
    QCOMPARE(now, (Numbers{0, 1, 2, 3, 4, 5, 6, 7, 8, 18, 19, 20, 21, 22, 23, 24, 25, 26}));
}

void TestStoreRepair::nothingReadableIsNotARepair()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeStore(path);
    std::filesystem::remove(path / "0.chunk");
    const auto contents = folderContents(path);
    ZR_COMPARE_CODE(repairStore(path), ErrorCode::BadFormat);
    QVERIFY(folderContents(path) == contents);
    makeStore(folder / "t");
    resizeFile(folder / "t" / "meta.zr", 31);
    ZR_COMPARE_CODE(repairStore(folder / "t"), ErrorCode::BadFormat);
}

void TestStoreRepair::aDictionaryTooMany()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeStore(path);
    writeAll(path / "dict.zr", bytesOf({1, 2}));
    const auto result = repairStore(path);
    ZR_VERIFY_OK(result);
    QCOMPARE(actions(result->plan), Words{"set_aside_dictionary"});
    QVERIFY(readAll(result->backup / "dict.zr") == bytesOf({1, 2}));
    QCOMPARE(held(path), upTo(20));
}

void TestStoreRepair::anUnfinishedChangeIsFinished()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeStore(path);
    {
        FaultyFileSystem fileSystem;
        OpenOptions options;
        options.access = Access::ReadWrite;
        auto store = StoreAccess::open(path, options, fileSystem);
        // The table cannot be written once the fence stands.
        fileSystem.failWhere([](const FaultyFileSystem::Event& event) { return event.call == FaultyFileSystem::Call::Write && event.path == "0.loc"; });
        QVERIFY(!store->remove(std::vector<std::uint64_t>{2, 5}).ok());
    }
    const auto result = repairStore(path);
    ZR_VERIFY_OK(result);
    QCOMPARE(actions(result->plan), Words{"finish_change"});
    QCOMPARE(held(path), (Numbers{0, 1, 18, 3, 4, 19, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17}));
}

void TestStoreRepair::aDeviceErrorRemovesNothing()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeStore(path);
    FaultyFileSystem fileSystem;
    fileSystem.failWhere([](const FaultyFileSystem::Event& event) { return event.call == FaultyFileSystem::Call::Read && event.path == "0.chunk"; });
    const auto contents = folderContents(path);
    RepairOptions options;
    options.removeDamaged = true;
    QVERIFY(!repairStoreOn(fileSystem, {}, path, options, {}).ok());
    QVERIFY(folderContents(path) == contents);
}

void TestStoreRepair::everyCallMayFail()
{
    TemporaryFolder folder;
    const auto damaged = folder / "damaged";
    makeStore(damaged);
    copyEntry(damaged, 9, 17);
    copyEntry(damaged, 5, 16);
    resizeFile(damaged / "0.chunk", 185);
    raiseFence(damaged);
    Numbers expected = upTo(18);
    std::erase_if(expected, [](std::uint64_t number) { return number == 5 || number == 9; });
    for (const bool forEver : {false, true}) {
        for (std::uint64_t n = 0;; ++n) {
            const auto path = folder / "s";
            std::filesystem::remove_all(path);
            copyFolder(damaged, path);
            FaultyFileSystem fileSystem;
            fileSystem.failAt(n, n % 2 == 0 ? ErrorCode::IoError : ErrorCode::OutOfSpace, forEver);
            const auto result = repairStoreOn(fileSystem, {}, path, {}, {});
            if (!fileSystem.failed()) {
                ZR_VERIFY_OK(result);
                QVERIFY(n > 60);
                break;
            }
            // Whatever was done by then, another repair comes to the same end. It does not wait for the device.
            FaultyFileSystem sound;
            ZR_VERIFY_OK(repairStoreOn(sound, {}, path, {}, {}));
            Numbers now = held(path);
            std::ranges::sort(now);
            QCOMPARE(now, expected);
            QVERIFY(checkStore(path)->report.clean());
        }
    }
}

void TestStoreRepair::setsStayTogether()
{
    TemporaryFolder folder;
    const auto set = folder / "set";
    for (const char* name : {"image", "label"})
        makeStore(set / name);
    // A delete of 4 and 7 reached the first stream only; the second one lost its last records.
    copyEntry(set / "image", 7, 17);
    copyEntry(set / "image", 4, 16);
    resizeFile(set / "label" / "0.loc", 18 * 16);
    const auto plan = planSetRepair(set);
    ZR_VERIFY_OK(plan);
    QCOMPARE(plan->records, (Numbers{4, 7}));
    const auto result = repairSet(set);
    ZR_VERIFY_OK(result);
    QCOMPARE(held(set / "image"), held(set / "label"));
    QCOMPARE(held(set / "image").size(), std::size_t{16});
    QVERIFY(checkSet(set)->issues.empty());
    QVERIFY(planSetRepair(set)->streams.front().plan.nothingToDo());
    // Lengths that differ from the start: nobody knows what belongs together.
    copyEntry(set / "image", 2, 15);
    ZR_VERIFY_OK(Store::open(set / "label", [] {
        OpenOptions options;
        options.access = Access::ReadWrite;
        return options;
    }())->append(patternRecords(50, 1, kWidth)));
    ZR_COMPARE_CODE(repairSet(set), ErrorCode::WrongKind);
}

void TestStoreRepair::headersThatCountTooMuch()
{
    TemporaryFolder folder;
    for (const std::uint64_t length : {std::uint64_t{1} << 40, std::uint64_t{1} << 63, ~std::uint64_t{0}}) {
        const auto path = folder / std::to_string(length);
        makeStore(path);
        patchU64(path / "meta.zr", 14, length);
        ZR_COMPARE_CODE(Store::open(path), ErrorCode::BadFormat);
        QVERIFY(!checkStore(path)->report.clean());
        const auto result = repairStore(path);
        ZR_VERIFY_OK(result);
        QCOMPARE(actions(result->plan), Words{"lower_length"});
        QVERIFY(result->plan.steps.front().records.empty());
        QCOMPARE(held(path), upTo(20));
    }
    const auto path = folder / "chunks";
    makeStore(path);
    patchU32(path / "meta.zr", 6, 4'000'000'000U);
    ZR_COMPARE_CODE(repairStore(path), ErrorCode::BadFormat);
    QVERIFY(!checkStore(path)->report.clean());
}

QTEST_APPLESS_MAIN(TestStoreRepair)
#include "tst_store_repair.moc"
