#include <QTest>

#include "format/location_entry.h"
#include "store/store_access.h"
#include "support/status_checks.h"
#include "support/store_builder.h"
#include "zrecord/maintenance/store_check.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

LocationEntry readEntry(const std::filesystem::path& store, std::uint64_t index)
{
    const Bytes table = readAll(store / "0.loc");
    return loadLocationEntry(table.data() + index * kLocationEntryBytes);
}

void writeEntry(const std::filesystem::path& store, std::uint64_t index, const LocationEntry& entry)
{
    std::byte bytes[kLocationEntryBytes];
    storeLocationEntry(bytes, entry);
    patchFile(store / "0.loc", index * kLocationEntryBytes, bytes);
}

}  // namespace

/// Every kind of damage is found at its exact place, and compact refuses what it must not move.
class TestVerifier : public QObject {
    Q_OBJECT

private slots:
    void damagedFrame();
    void overlapAndDuplicate();
    void quickModeDoesNotDecode();
    void rawSizesThatDiffer();
    void shapesOfOtherSizes();
    void missingChunkIsAFinding();
    void countsBeyondTheLimit();
    void theFirstFaultAlone();
};

void TestVerifier::damagedFrame()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    {
        auto store = Store::create(path, denseBytes(100, Codec::Zstd));
        ZR_VERIFY_OK(store->append(patternRecords(0, 50, 100)));
    }
    const LocationEntry entry = readEntry(path, 17);
    patchFile(path / "0.chunk", entry.offset, bytesOf({0, 0, 0, 0}));
    const auto store = Store::open(path);
    ZR_VERIFY_OK(store);
    const auto report = store->verify();
    ZR_VERIFY_OK(report);
    QCOMPARE(report->issueCount, std::uint64_t{1});
    const StoreIssue& issue = report->issues.front();
    QCOMPARE(issue.kind, std::string("decode_failed"));
    QCOMPARE(issue.file, std::string("0.chunk"));
    QCOMPARE(issue.offset, std::uint64_t{entry.offset});
    QVERIFY(issue.hasRecord);
    QCOMPARE(issue.record, std::uint64_t{17});
    QVERIFY(issue.severity == IssueSeverity::Error);
    // The others stay readable.
    QCOMPARE(*readDense(*store, {16, 18}), [] {
        Bytes expected = patternRecord(16, 100);
        const Bytes other = patternRecord(18, 100);
        expected.insert(expected.end(), other.begin(), other.end());
        return expected;
    }());
    const auto damaged = readDense(*store);
    ZR_COMPARE_CODE(damaged, ErrorCode::CorruptRecord);
    QCOMPARE(damaged.status().record(), std::optional<std::uint64_t>(17));
}

void TestVerifier::overlapAndDuplicate()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    {
        auto store = Store::create(path, denseBytes(10));
        ZR_VERIFY_OK(store->append(patternRecords(0, 20, 10)));
    }
    writeEntry(path, 4, readEntry(path, 11));
    LocationEntry shifted = readEntry(path, 7);
    shifted.offset += 3;
    writeEntry(path, 7, shifted);
    OpenOptions options;
    options.access = Access::ReadWrite;
    auto store = Store::open(path, options);
    ZR_VERIFY_OK(store);
    const auto report = store->verify({false, 100});
    ZR_VERIFY_OK(report);
    QCOMPARE(report->issueCount, std::uint64_t{2});
    QCOMPARE(report->bytesChecked, std::uint64_t{0});
    std::vector<std::pair<std::string, std::uint64_t>> found;
    for (const StoreIssue& issue : report->issues)
        found.emplace_back(issue.kind, issue.record);
    std::ranges::sort(found);
    QCOMPARE(found[0].first, std::string("duplicate"));
    // A delete that is cut off leaves the moved record in the lower place as well.
    QCOMPARE(found[0].second, std::uint64_t{4});
    QCOMPARE(found[1], (std::pair<std::string, std::uint64_t>("overlap", 8)));
    const auto contents = folderContents(path);
    const auto compacted = store->compact();
    ZR_COMPARE_CODE(compacted, ErrorCode::CorruptRecord);
    QVERIFY(compacted.status().record().has_value());
    QVERIFY(folderContents(path) == contents);
    // Records that share bytes count twice, so nothing can be freed for sure.
    QCOMPARE(store->stats()->reclaimable, std::uint64_t{0});
}

void TestVerifier::quickModeDoesNotDecode()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    {
        auto store = Store::create(path, denseBytes(100, Codec::Zstd));
        ZR_VERIFY_OK(store->append(patternRecords(0, 5, 100)));
    }
    patchFile(path / "0.chunk", 0, bytesOf({0, 0, 0, 0}));
    const auto store = Store::open(path);
    QVERIFY(store->verify({false, 100})->clean());
    QVERIFY(!store->verify({true, 100})->clean());
}

void TestVerifier::rawSizesThatDiffer()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    {
        auto store = Store::create(path, denseBytes(10));
        ZR_VERIFY_OK(store->append(patternRecords(0, 5, 10)));
    }
    LocationEntry entry = readEntry(path, 2);
    entry.physLength = 4;
    writeEntry(path, 2, entry);
    OpenOptions options;
    options.access = Access::ReadWrite;
    auto store = Store::open(path, options);
    QCOMPARE(*readDense(*store), patternRecords(0, 5, 10));
    const auto report = store->verify();
    ZR_VERIFY_OK(report);
    QCOMPARE(report->issueCount, std::uint64_t{1});
    QCOMPARE(report->issues.front().kind, std::string("size_mismatch"));
    QVERIFY(report->issues.front().severity == IssueSeverity::Warning);
    QCOMPARE(report->issues.front().offset, std::uint64_t{32});
    // Moving four of its ten bytes would lose the rest.
    ZR_COMPARE_CODE(store->compact(), ErrorCode::CorruptRecord);
}

void TestVerifier::shapesOfOtherSizes()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    {
        auto store = Store::create(path, raggedBytes());
        ZR_VERIFY_OK(appendRagged(*store, {{patternRecord(0, 6), {2, 3}}, {patternRecord(1, 4), {4}}}));
    }
    // Record 0: payload 0..6, shape 6..30 (rank, 2, 3).
    patchU64(path / "0.chunk", 6 + 16, 4);
    const auto store = Store::open(path);
    const auto report = store->verify();
    ZR_VERIFY_OK(report);
    QCOMPARE(report->issueCount, std::uint64_t{1});
    QCOMPARE(report->issues.front().kind, std::string("bad_shape"));
    QCOMPARE(report->issues.front().record, std::uint64_t{0});
    ZR_COMPARE_CODE(readRagged(*store, {0}), ErrorCode::CorruptRecord);
    ZR_VERIFY_OK(readRagged(*store, {1}));
    patchU64(path / "0.chunk", 6, 65);
    ZR_COMPARE_CODE(readRagged(*store, {0}), ErrorCode::CorruptRecord);
    patchU64(path / "0.chunk", 6, ~std::uint64_t{0});
    ZR_COMPARE_CODE(readRagged(*store, {0}), ErrorCode::CorruptRecord);
}

void TestVerifier::missingChunkIsAFinding()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    const StoreLimits limits{100, 1000};
    auto store = StoreAccess::create(path, denseBytes(10), {}, posixFileSystem(), limits);
    ZR_VERIFY_OK(store->append(patternRecords(0, 30, 10)));
    std::filesystem::remove(path / "1.chunk");
    const auto report = store->verify();
    ZR_VERIFY_OK(report);
    QCOMPARE(report->issueCount, std::uint64_t{9});
    QCOMPARE(report->issues.front().kind, std::string("read_failed"));
    QCOMPARE(report->issues.front().file, std::string("1.chunk"));
    QCOMPARE(report->issues.front().record, std::uint64_t{9});
    // Shorter than its records say, but not the last chunk: found by reading.
    writeAll(path / "1.chunk", Bytes(85));
    const auto shorter = store->verify();
    ZR_VERIFY_OK(shorter);
    QCOMPARE(shorter->issueCount, std::uint64_t{1});
    QCOMPARE(shorter->issues.front().record, std::uint64_t{17});
    ZR_COMPARE_CODE(readDense(*store), ErrorCode::CorruptRecord);
    ZR_COMPARE_CODE(store->compact(), ErrorCode::CorruptRecord);
}

void TestVerifier::countsBeyondTheLimit()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    {
        auto store = Store::create(path, denseBytes(10));
        ZR_VERIFY_OK(store->append(patternRecords(0, 100, 10)));
    }
    writeAll(path / "0.loc", Bytes(1600));
    const auto store = Store::open(path);
    const auto report = store->verify({true, 7});
    ZR_VERIFY_OK(report);
    QCOMPARE(report->issueCount, std::uint64_t{100});
    QCOMPARE(report->issues.size(), std::size_t{7});
    QCOMPARE(report->issues.front().kind, std::string("bad_entry"));
}

void TestVerifier::theFirstFaultAlone()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    {
        auto store = Store::create(path, denseBytes(100, Codec::Zstd));
        ZR_VERIFY_OK(store->append(patternRecords(0, 50, 100)));
    }
    for (const std::uint64_t damaged : std::vector<std::uint64_t>{31, 17, 44})
        patchFile(path / "0.chunk", readEntry(path, damaged).offset, bytesOf({0, 0, 0, 0}));
    CheckOptions options;
    options.verify.stopAtFirst = true;
    const CheckReport report = checkStore(path, options)->report;
    QCOMPARE(report.issueCount, std::uint64_t{1});
    QCOMPARE(report.issues.size(), std::size_t{1});
    QCOMPARE(report.issues.front().record, std::uint64_t{17});
    QVERIFY(!report.complete);
    // A bad entry comes before anything is decoded.
    LocationEntry entry = readEntry(path, 40);
    entry.physLength = 0;
    writeEntry(path, 40, entry);
    const CheckReport earlier = checkStore(path, options)->report;
    QCOMPARE(earlier.issues.front().kind, std::string("bad_entry"));
    QCOMPARE(earlier.issues.front().record, std::uint64_t{40});
    QCOMPARE(earlier.bytesChecked, std::uint64_t{0});
}

QTEST_APPLESS_MAIN(TestVerifier)
#include "tst_verifier.moc"
