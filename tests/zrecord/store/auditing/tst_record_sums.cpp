#include <QTest>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "maintenance/store_checker.h"
#include "store/store_access.h"
#include "support/faulty_file_system.h"
#include "support/memory_file_system.h"
#include "support/status_checks.h"
#include "support/store_builder.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

constexpr StoreLimits kSmall{100, 16};
constexpr std::size_t kWidth = 10;
constexpr std::size_t kRecords = 50;
const std::filesystem::path kInMemory = "/s";

/// Does not wait for the device.
FileSystem& quickFiles()
{
    static FaultyFileSystem fileSystem;
    return fileSystem;
}

OpenOptions writing()
{
    OpenOptions options;
    options.access = Access::ReadWrite;
    return options;
}

Store openSmall(const std::filesystem::path& path)
{
    return StoreAccess::open(path, writing(), quickFiles(), kSmall).value();
}

void makeSmall(const std::filesystem::path& path)
{
    ZR_VERIFY_OK(StoreAccess::create(path, denseBytes(kWidth), {}, quickFiles(), kSmall)->append(patternRecords(0, kRecords, kWidth)));
}

Result<StoreCheck> check(const std::filesystem::path& path, SumNoting noting = SumNoting::Nothing, FileSystem& fileSystem = quickFiles(),
                         const StoreLimits& limits = kSmall)
{
    CheckOptions options;
    options.noteSums = noting;
    return checkStoreOn(fileSystem, limits, path, options, {});
}

std::uint64_t compared(const std::filesystem::path& path)
{
    const auto report = check(path);
    return report.ok() && report->report.clean() ? report->report.sumsCompared : UINT64_MAX;
}

std::vector<std::string> sideFiles(const std::filesystem::path& path)
{
    std::vector<std::string> names;
    if (std::filesystem::exists(path / ".zrx"))
        for (const auto& entry : std::filesystem::directory_iterator(path / ".zrx"))
            names.push_back(entry.path().filename().string());
    std::ranges::sort(names);
    return names;
}

using Names = std::vector<std::string>;

/// A store in memory, with checksums, from which two records were deleted after that.
std::unique_ptr<MemoryFileSystem> withOldSums()
{
    auto fileSystem = std::make_unique<MemoryFileSystem>();
    auto store = StoreAccess::create(kInMemory, denseBytes(kWidth), {}, *fileSystem, kSmall);
    static_cast<void>(store->append(patternRecords(0, kRecords, kWidth)).ok());
    static_cast<void>(store->close().ok());
    static_cast<void>(check(kInMemory, SumNoting::Missing, *fileSystem).ok());
    static_cast<void>(StoreAccess::open(kInMemory, writing(), *fileSystem, kSmall)->remove(std::array<std::uint64_t, 2>{0, 17}).ok());
    fileSystem->settle();
    return fileSystem;
}

/// Neither a reader nor the next writer takes a sound record for a damaged one; returns what the writer's store has, nothing when it is wrong.
std::optional<std::uint64_t> comparedAfter(MemoryFileSystem& state)
{
    const auto seen = check(kInMemory, SumNoting::Nothing, state);
    if (!seen.ok() || std::ranges::any_of(seen->report.issues, [](const StoreFinding& issue) { return issue.kind == "checksum_mismatch"; }))
        return std::nullopt;
    // After a compact new records come into the slots and places of old ones.
    if (auto writer = StoreAccess::open(kInMemory, writing(), state, kSmall); !writer.ok() || !writer->append(patternRecords(200, 5, kWidth)).ok())
        return std::nullopt;
    const auto after = check(kInMemory, SumNoting::Nothing, state);
    return after.ok() && after->report.clean() ? std::optional(after->report.sumsCompared) : std::nullopt;
}

}  // namespace

class TestRecordSums : public QObject {
    Q_OBJECT

private slots:
    void everyChangedByteIsFound_data();
    void everyChangedByteIsFound();
    void rowsFollowTheirRecords();
    void damageOfTheListIsNoDamageOfTheStore();
    void differencesStayUntilAllIsNotedAnew();
    void everyCallMayFail();
    void aCompactThatIsCutOffLeavesNoOldSums();
    void aCompactThatFailsLeavesNoOldSums();
    void whatIsRefused();
};

void TestRecordSums::everyChangedByteIsFound_data()
{
    QTest::addColumn<bool>("ragged");
    QTest::addColumn<int>("codec");
    QTest::newRow("dense raw") << false << static_cast<int>(Codec::Raw);
    QTest::newRow("dense zstd") << false << static_cast<int>(Codec::Zstd);
    QTest::newRow("ragged zstd") << true << static_cast<int>(Codec::Zstd);
}

void TestRecordSums::everyChangedByteIsFound()
{
    QFETCH(bool, ragged);
    QFETCH(int, codec);
    TemporaryFolder folder;
    const auto path = folder / "s";
    constexpr std::uint64_t kCount = 8;
    {
        auto store = StoreAccess::create(path, ragged ? raggedBytes(static_cast<Codec>(codec)) : denseBytes(20, static_cast<Codec>(codec)), {}, quickFiles());
        if (ragged) {
            std::vector<OwnedRagged> records;
            for (std::uint64_t i = 0; i < kCount; ++i)
                records.push_back({patternRecord(i, 5 + i), {5 + i}});
            ZR_VERIFY_OK(appendRagged(*store, records));
        } else {
            ZR_VERIFY_OK(store->append(patternRecords(0, kCount, 20)));
        }
    }
    const auto noted = check(path, SumNoting::Missing, quickFiles(), {});
    ZR_VERIFY_OK(noted);
    QVERIFY(noted->report.clean());
    QCOMPARE(noted->report.sumsNoted, kCount);
    QCOMPARE(noted->report.sumsCompared, std::uint64_t{0});
    QCOMPARE(sideFiles(path), Names{"sums.0"});
    Bytes bytes = readAll(path / "0.chunk");
    for (std::size_t at = 0; at < bytes.size(); ++at) {
        bytes[at] ^= std::byte{0x10};
        patchFile(path / "0.chunk", 0, bytes);
        const auto found = check(path, SumNoting::Nothing, quickFiles(), {});
        ZR_VERIFY_OK(found);
        QVERIFY2(found->report.issueCount > 0, qPrintable(QString::number(at)));
        // The handle of a reader finds the same.
        QCOMPARE(Store::open(path)->verify()->issueCount, found->report.issueCount);
        if (!ragged && codec == static_cast<int>(Codec::Raw)) {
            QCOMPARE(found->report.issueCount, std::uint64_t{1});
            QCOMPARE(found->report.issues[0].kind, std::string("checksum_mismatch"));
            QCOMPARE(found->report.issues[0].record, std::uint64_t{at / 20});
            QCOMPARE(found->report.sumsCompared, kCount);
        }
        bytes[at] ^= std::byte{0x10};
    }
    patchFile(path / "0.chunk", 0, bytes);
    QVERIFY(check(path, SumNoting::Nothing, quickFiles(), {})->report.clean());
}

void TestRecordSums::rowsFollowTheirRecords()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeSmall(path);
    QCOMPARE(compared(path), std::uint64_t{0});
    ZR_VERIFY_OK(check(path, SumNoting::Missing));
    QCOMPARE(sideFiles(path), (Names{"sums.0", "sums.1", "sums.2", "sums.3"}));
    QCOMPARE(compared(path), std::uint64_t{kRecords});
    // Two records move into the places of deleted ones and have none there; undone, they have it again.
    ZR_VERIFY_OK(openSmall(path).remove(std::array<std::uint64_t, 3>{0, 20, 49}));
    QCOMPARE(compared(path), std::uint64_t{kRecords - 5});
    ZR_VERIFY_OK(openSmall(path).undoRemoval());
    QCOMPARE(compared(path), std::uint64_t{kRecords});
    // Nor have records that are appended, also where a deleted one had its row.
    ZR_VERIFY_OK(openSmall(path).remove(std::array<std::uint64_t, 1>{49}));
    ZR_VERIFY_OK(openSmall(path).append(patternRecords(100, 7, kWidth)));
    QCOMPARE(compared(path), std::uint64_t{kRecords - 1});
    const auto more = check(path, SumNoting::Missing);
    ZR_VERIFY_OK(more);
    QCOMPARE(more->report.sumsNoted, std::uint64_t{7});
    QCOMPARE(more->report.sumsCompared, std::uint64_t{kRecords - 1});
    QCOMPARE(compared(path), std::uint64_t{kRecords + 6});
    // A compact gives records other places, and fixed widths make the old rows fit the new entries.
    ZR_VERIFY_OK(openSmall(path).remove(std::array<std::uint64_t, 1>{0}));
    ZR_VERIFY_OK(openSmall(path).compact());
    QCOMPARE(sideFiles(path), Names{});
    QCOMPARE(compared(path), std::uint64_t{0});
}

void TestRecordSums::damageOfTheListIsNoDamageOfTheStore()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    ZR_VERIFY_OK(StoreAccess::create(path, denseBytes(20), {}, quickFiles())->append(patternRecords(0, 6, 20)));
    ZR_VERIFY_OK(check(path, SumNoting::Missing, quickFiles(), {}));
    Bytes bytes = readAll(path / ".zrx" / "sums.0");
    QCOMPARE(bytes.size(), std::size_t{16 + 6 * 16});
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
        bytes[bit / 8] ^= std::byte{1} << (bit % 8);
        patchFile(path / ".zrx" / "sums.0", 0, bytes);
        const auto report = check(path, SumNoting::Nothing, quickFiles(), {});
        QVERIFY2(report.ok() && report->report.clean(), qPrintable(QString::number(bit)));
        QCOMPARE(report->report.sumsCompared, std::uint64_t{bit < 16 * 8 ? 0U : 5U});
        bytes[bit / 8] ^= std::byte{1} << (bit % 8);
    }
    for (std::size_t size = bytes.size(); size-- > 0;) {
        resizeFile(path / ".zrx" / "sums.0", size);
        const auto report = check(path, SumNoting::Nothing, quickFiles(), {});
        QVERIFY2(report.ok() && report->report.clean(), qPrintable(QString::number(size)));
        QCOMPARE(report->report.sumsCompared, std::uint64_t{size < 16 ? 0 : (size - 16) / 16});
    }
}

void TestRecordSums::differencesStayUntilAllIsNotedAnew()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeSmall(path);
    ZR_VERIFY_OK(check(path, SumNoting::Missing));
    patchFile(path / "2.chunk", 35, bytesOf({0x00, 0x01}));
    for (int time = 0; time < 2; ++time) {
        const auto again = check(path, SumNoting::Missing);
        ZR_VERIFY_OK(again);
        QCOMPARE(again->report.issueCount, std::uint64_t{1});
        QCOMPARE(again->report.issues[0].kind, std::string("checksum_mismatch"));
        QCOMPARE(again->report.issues[0].record, std::uint64_t{21});  // nine fit into a chunk
        QCOMPARE(again->report.sumsNoted, std::uint64_t{0});
    }
    const auto anew = check(path, SumNoting::All);
    ZR_VERIFY_OK(anew);
    QVERIFY(anew->report.clean());
    QCOMPARE(anew->report.sumsNoted, std::uint64_t{kRecords});
    QCOMPARE(compared(path), std::uint64_t{kRecords});
}

void TestRecordSums::everyCallMayFail()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeSmall(path);
    const Bytes expected = patternRecords(0, kRecords, kWidth);
    for (const bool forEver : {false, true}) {
        std::filesystem::remove_all(path / ".zrx");
        for (std::uint64_t n = 0;; ++n) {
            FaultyFileSystem fileSystem;
            fileSystem.failAt(n, n % 2 == 0 ? ErrorCode::IoError : ErrorCode::OutOfSpace, forEver);
            const auto report = check(path, SumNoting::All, fileSystem);
            // What was noted is right, be it all, nothing, or the first files.
            const std::uint64_t now = compared(path);
            QVERIFY2(now <= kRecords, qPrintable(QString::number(n)));
            QVERIFY(readDense(openSmall(path)).value() == expected);
            if (!fileSystem.failed()) {
                ZR_VERIFY_OK(report);
                QCOMPARE(now, std::uint64_t{kRecords});
                QVERIFY(n > 40);
                break;
            }
        }
        QCOMPARE(sideFiles(path), (Names{"sums.0", "sums.1", "sums.2", "sums.3"}));
    }
}

void TestRecordSums::aCompactThatIsCutOffLeavesNoOldSums()
{
    const auto fileSystem = withOldSums();
    QCOMPARE(comparedAfter(*fileSystem->afterKill()), std::optional<std::uint64_t>(kRecords - 4));
    std::mt19937_64 random(7);
    int states = 0;
    QStringList wrong;
    std::set<std::uint64_t> seen;
    const auto judge = [&](const std::unique_ptr<MemoryFileSystem>& state, const MemoryFileSystem::Event& event) {
        ++states;
        const auto compared = comparedAfter(*state);
        if (!compared || (*compared != 0 && *compared != kRecords - 4))
            wrong << QStringLiteral("after call %1, of %2").arg(static_cast<int>(event.call)).arg(QString::fromStdString(event.path));
        else
            seen.insert(*compared);
    };
    using Survival = MemoryFileSystem::Survival;
    {
        auto store = StoreAccess::open(kInMemory, writing(), *fileSystem, kSmall);
        ZR_VERIFY_OK(store);
        fileSystem->observe([&](const MemoryFileSystem::Event& event) {
            judge(fileSystem->afterKill(), event);
            judge(fileSystem->afterPowerLoss(Survival::Nothing, Survival::Nothing, random), event);
            judge(fileSystem->afterPowerLoss(Survival::All, Survival::Nothing, random), event);
            judge(fileSystem->afterPowerLoss(Survival::Nothing, Survival::All, random), event);
            for (int time = 0; time < 4; ++time)
                judge(fileSystem->afterPowerLoss(Survival::Random, Survival::Random, random), event);
        });
        ZR_VERIFY_OK(store->compact());
        fileSystem->observe({});
    }
    QCOMPARE(wrong, QStringList());
    QVERIFY(states > 300);
    QCOMPARE(seen, (std::set<std::uint64_t>{0, kRecords - 4}));
    QCOMPARE(comparedAfter(*fileSystem), std::optional<std::uint64_t>(0));
}

void TestRecordSums::aCompactThatFailsLeavesNoOldSums()
{
    const auto whole = withOldSums();
    for (const bool forEver : {false, true}) {
        for (std::uint64_t n = 0;; ++n) {
            const auto fileSystem = whole->afterKill();
            FaultyFileSystem faulty(*fileSystem);
            {
                auto store = StoreAccess::open(kInMemory, writing(), faulty, kSmall);
                ZR_VERIFY_OK(store);
                faulty.failAt(n, n % 2 == 0 ? ErrorCode::IoError : ErrorCode::OutOfSpace, forEver);
                static_cast<void>(store->compact().ok());
                // The same process goes on.
                if (!forEver && faulty.failed())
                    if (const auto report = store->verify(); report.ok())
                        QVERIFY2(report->clean(), qPrintable(QString::number(n)));
            }
            const auto now = comparedAfter(*fileSystem);
            QVERIFY2(now == 0U || now == kRecords - 4, qPrintable(QStringLiteral("call %1").arg(n)));
            if (!faulty.failed()) {
                QCOMPARE(now, std::optional<std::uint64_t>(0));
                QVERIFY(n > 40);
                break;
            }
        }
    }
}

void TestRecordSums::whatIsRefused()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeSmall(path);
    CheckOptions options;
    options.noteSums = SumNoting::Missing;
    options.stateFile = folder / "state";
    ZR_COMPARE_CODE(checkStore(path, options), ErrorCode::InvalidArgument);
    options.stateFile.clear();
    options.verify.decode = false;
    ZR_COMPARE_CODE(checkStore(path, options), ErrorCode::InvalidArgument);
    {
        const auto reader = StoreAccess::open(path, {}, quickFiles(), kSmall);
        ZR_COMPARE_CODE(check(path, SumNoting::Missing), ErrorCode::Busy);
        ZR_VERIFY_OK(check(path));
    }
    // Beside a store that has to be repaired nothing is noted.
    std::filesystem::remove(path / "2.chunk");
    const auto damaged = check(path, SumNoting::Missing);
    ZR_VERIFY_OK(damaged);
    QVERIFY(damaged->note.find("No checksums were noted") != std::string::npos);
    QCOMPARE(damaged->report.sumsNoted, std::uint64_t{0});
    QCOMPARE(sideFiles(path), Names{});
}

QTEST_APPLESS_MAIN(TestRecordSums)
#include "tst_record_sums.moc"
