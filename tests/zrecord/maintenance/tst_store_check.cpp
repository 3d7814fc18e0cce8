#include <QTest>

#include <fstream>
#include <stop_token>

#include "maintenance/store_checker.h"
#include "support/faulty_file_system.h"
#include "support/status_checks.h"
#include "support/store_builder.h"
#include "zrecord/store.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

constexpr std::uint64_t kRecords = 40'000;

/// More than two steps of a check.
void makeLargeStore(const std::filesystem::path& path)
{
    std::vector<OwnedRagged> records;
    for (std::uint64_t i = 0; i < kRecords; ++i)
        records.push_back({patternRecord(i, 4), {2, 2}});
    auto store = Store::create(path, raggedBytes());
    ZR_VERIFY_OK(appendRagged(*store, records));
    ZR_VERIFY_OK(store->close());
}

OpenOptions writing()
{
    OpenOptions options;
    options.access = Access::ReadWrite;
    return options;
}

/// Spoils the shape of one record: payload of 4 bytes, shape of 24.
void spoil(const std::filesystem::path& path, std::uint64_t record)
{
    patchU64(path / "0.chunk", record * 28 + 4, 1);
}

std::vector<std::tuple<std::string, std::uint64_t, std::string>> listed(const CheckReport& report)
{
    std::vector<std::tuple<std::string, std::uint64_t, std::string>> all;
    for (const StoreFinding& issue : report.issues)
        all.emplace_back(issue.kind, issue.record, issue.message);
    return all;
}

/// Checks until `reads` reads were made, then is stopped.
Result<StoreCheck> stoppedCheck(const std::filesystem::path& path, const CheckOptions& options, int reads)
{
    FaultyFileSystem fileSystem;
    std::stop_source stop;
    std::atomic<int> left = reads;
    fileSystem.observe([&](const FaultyFileSystem::Event& event) {
        if (event.call == FaultyFileSystem::Call::Read && --left <= 0)
            stop.request_stop();
    });
    OperationContext context;
    context.stop = stop.get_token();
    return checkStoreOn(fileSystem, {}, path, options, context);
}

}  // namespace

class TestStoreCheck : public QObject {
    Q_OBJECT

private slots:
    void aDamagedStoreIsCheckedAsFarAsItGoes();
    void goesOnWhereItWasStopped();
    void whatAStoppedCheckFoundIsTold();
    void aChangedStoreBeginsAnew();
    void aDamagedStateFileIsRefused();
    void everyCallMayFail();
    void setsNameTornRecords();
    void goldenRejectedStoresAreNeverClean();
};

void TestStoreCheck::aDamagedStoreIsCheckedAsFarAsItGoes()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    ZR_VERIFY_OK(Store::create(path, denseBytes(100, Codec::Zstd))->append(patternRecords(0, 50, 100)));
    resizeFile(path / "0.loc", 30 * 16 + 5);
    patchFile(path / "0.chunk", 0, bytesOf({0, 0, 0, 0}));
    const auto contents = folderContents(path);
    const auto check = checkStore(path);
    ZR_VERIFY_OK(check);
    ZR_COMPARE_CODE(check->openFault, ErrorCode::BadFormat);
    QCOMPARE(check->report.recordsChecked, std::uint64_t{30});
    QCOMPARE(check->report.issueCount, std::uint64_t{2});
    QCOMPARE(check->report.issues[0].kind, std::string("short_file"));
    QCOMPARE(check->report.issues[1].kind, std::string("decode_failed"));
    QCOMPARE(check->report.issues[1].record, std::uint64_t{0});
    QVERIFY(folderContents(path) == contents);
    // Without a description nobody knows what the records are, but the rest is named.
    std::filesystem::remove(path / "store.zr");
    const auto blind = checkStore(path);
    ZR_VERIFY_OK(blind);
    QCOMPARE(blind->report.issueCount, std::uint64_t{2});
    QVERIFY(!blind->report.complete);
    ZR_COMPARE_CODE(checkStore(folder / "nowhere"), ErrorCode::NotFound);
    auto writer = Store::create(folder / "busy", denseBytes(1));
    ZR_COMPARE_CODE(checkStore(folder / "busy"), ErrorCode::Busy);
}

void TestStoreCheck::goesOnWhereItWasStopped()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeLargeStore(path);
    for (const std::uint64_t record : std::vector<std::uint64_t>{5, 17'000, 39'999})
        spoil(path, record);
    const StoreCheck whole = checkStore(path).value();
    QCOMPARE(whole.report.issueCount, std::uint64_t{3});
    CheckOptions options;
    options.stateFile = folder / "state";
    // Stopped again and again, a little later each time, it comes to the same end.
    std::uint64_t furthest = 0;
    for (int reads = 6; reads < 2000; reads += 40) {
        const auto check = stoppedCheck(path, options, reads);
        if (check.ok()) {
            QVERIFY(furthest > 0);
            QVERIFY(check->resumedAt > 0);
            QCOMPARE(listed(check->report), listed(whole.report));
            QCOMPARE(check->report.issueCount, whole.report.issueCount);
            QCOMPARE(check->report.recordsChecked, kRecords);
            QCOMPARE(check->report.bytesChecked, whole.report.bytesChecked);
            QVERIFY(!std::filesystem::exists(options.stateFile));
            return;
        }
        ZR_COMPARE_CODE(check, ErrorCode::Cancelled);
        furthest = std::filesystem::exists(options.stateFile) ? 1 : furthest;
    }
    QFAIL("the check never came to its end");
}

void TestStoreCheck::whatAStoppedCheckFoundIsTold()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeLargeStore(path);
    spoil(path, 5);
    spoil(path, 39'999);
    std::stop_source stop;
    OperationContext context;
    context.stop = stop.get_token();
    std::vector<std::pair<std::filesystem::path, std::uint64_t>> told;
    CheckOptions options;
    options.found = [&](const std::filesystem::path& store, const StoreFinding& finding) {
        told.emplace_back(store, finding.record);
        stop.request_stop();
    };
    ZR_COMPARE_CODE(checkStore(path, options, context), ErrorCode::Cancelled);
    QVERIFY(!told.empty());
    QCOMPARE(told.front(), std::pair(path, std::uint64_t{5}));

    told.clear();
    ZR_VERIFY_OK(checkStore(path, options));
    QCOMPARE(told.size(), std::size_t{2});
}

void TestStoreCheck::aChangedStoreBeginsAnew()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeLargeStore(path);
    CheckOptions options;
    options.stateFile = folder / "state";
    for (int reads = 6; !std::filesystem::exists(options.stateFile); reads += 10)
        ZR_COMPARE_CODE(stoppedCheck(path, options, reads), ErrorCode::Cancelled);
    {
        auto store = Store::open(path, writing());
        ZR_VERIFY_OK(appendRagged(*store, {{patternRecord(0, 4), {4}}}));
    }
    const auto check = checkStore(path, options);
    ZR_VERIFY_OK(check);
    QCOMPARE(check->resumedAt, std::uint64_t{0});
    QVERIFY(check->note.find("began anew") != std::string::npos);
    QCOMPARE(check->report.recordsChecked, kRecords + 1);
}

void TestStoreCheck::aDamagedStateFileIsRefused()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    ZR_VERIFY_OK(Store::create(path, denseBytes(10))->append(patternRecords(0, 10, 10)));
    CheckOptions options;
    options.stateFile = folder / "state";
    writeAll(options.stateFile, bytesOf({'n', 'o', 't', 'e', 's'}));
    ZR_COMPARE_CODE(checkStore(path, options), ErrorCode::BadFormat);
    QCOMPARE(readAll(options.stateFile).size(), std::size_t{5});
}

void TestStoreCheck::everyCallMayFail()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    ZR_VERIFY_OK(Store::create(path, denseBytes(100, Codec::Zstd))->append(patternRecords(0, 50, 100)));
    CheckOptions options;
    options.stateFile = folder / "state";
    const std::uint64_t bytes = checkStore(path)->report.bytesChecked;
    for (const bool forEver : {false, true}) {
        for (std::uint64_t n = 0;; ++n) {
            FaultyFileSystem fileSystem;
            fileSystem.failAt(n, n % 2 == 0 ? ErrorCode::IoError : ErrorCode::OutOfSpace, forEver);
            const auto check = checkStoreOn(fileSystem, {}, path, options, {});
            if (!fileSystem.failed()) {
                QVERIFY(check.ok() && check->report.clean());
                QVERIFY(n > 15);
                break;
            }
            if (!check.ok() || !check->report.clean())
                continue;
            // A clean bill in spite of it: only the state file could not be removed, or a file that could not be opened was opened at the
            // second attempt, and everything was read.
            const FaultyFileSystem::Call call = fileSystem.lastFault().call;
            QVERIFY2(call == FaultyFileSystem::Call::RemoveFile || (call == FaultyFileSystem::Call::Open && !forEver),
                     qPrintable(QStringLiteral("call %1, of %2").arg(n).arg(QString::fromStdString(fileSystem.lastFault().path))));
            QVERIFY(check->report.complete);
            QCOMPARE(check->report.recordsChecked, std::uint64_t{50});
            QCOMPARE(check->report.bytesChecked, bytes);
        }
    }
}

void TestStoreCheck::setsNameTornRecords()
{
    TemporaryFolder folder;
    const auto set = folder / "set";
    for (const char* name : {"image", "label", "text"})
        ZR_VERIFY_OK(Store::create(set / name, denseBytes(10))->append(patternRecords(0, 10, 10)));
    // Two streams were changed, the third was not reached.
    for (const char* name : {"image", "text"}) {
        const Bytes table = readAll(set / name / "0.loc");
        patchFile(set / name / "0.loc", 3 * 16, std::span(table).subspan(9 * 16, 16));
    }
    const auto check = checkSet(set);
    ZR_VERIFY_OK(check);
    QCOMPARE(check->streams.size(), std::size_t{3});
    QCOMPARE(check->streams[0].check.report.issueCount, std::uint64_t{1});
    QVERIFY(check->streams[1].check.report.clean());
    QCOMPARE(check->issues.size(), std::size_t{1});
    QCOMPARE(check->issues[0].kind, std::string("mispaired"));
    QCOMPARE(check->issues[0].record, std::uint64_t{3});
    QCOMPARE(check->issues[0].otherRecord, std::uint64_t{9});
    QVERIFY(check->issues[0].message.find("label") != std::string::npos);
    // Changed in all of them: doubled, but nothing is torn apart.
    const Bytes table = readAll(set / "label" / "0.loc");
    patchFile(set / "label" / "0.loc", 3 * 16, std::span(table).subspan(9 * 16, 16));
    QVERIFY(checkSet(set)->issues.empty());
    ZR_COMPARE_CODE(checkSet(folder / "nowhere"), ErrorCode::NotFound);
}

void TestStoreCheck::goldenRejectedStoresAreNeverClean()
{
    int stores = 0;
    for (const auto& entry : std::filesystem::directory_iterator(std::filesystem::path(ZR_TEST_DATA) / "golden" / "rejected")) {
        if (!entry.is_directory())
            continue;
        ++stores;
        const auto check = checkStore(entry.path());
        if (!check.ok())
            continue;
        QVERIFY2(!check->report.clean(), entry.path().c_str());
        const StoreFinding& first = check->report.issues.front();
        QVERIFY2(!first.message.empty() && !first.file.empty(), entry.path().c_str());
    }
    QVERIFY(stores > 30);
}

QTEST_APPLESS_MAIN(TestStoreCheck)
#include "tst_store_check.moc"
