#include <QTest>

#include <algorithm>
#include <map>
#include <random>

#include "format/location_entry.h"
#include "support/status_checks.h"
#include "support/store_builder.h"
#include "zrecord/maintenance/store_check.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

void setLength(const std::filesystem::path& store, std::uint64_t length)
{
    patchU64(store / "meta.zr", 14, length);
}

void writeTable(const std::filesystem::path& store, const std::vector<LocationEntry>& entries)
{
    Bytes bytes(entries.size() * kLocationEntryBytes);
    for (std::size_t i = 0; i < entries.size(); ++i)
        storeLocationEntry(bytes.data() + i * kLocationEntryBytes, entries[i]);
    writeAll(store / "0.loc", bytes);
    setLength(store, entries.size());
}

using Found = std::map<std::uint64_t, std::pair<std::string, std::uint64_t>>;

Found found(const CheckReport& report)
{
    Found all;
    for (const StoreFinding& issue : report.issues)
        all[issue.record] = {issue.kind, issue.otherRecord};
    return all;
}

CheckReport quickReport(const std::filesystem::path& path, std::uint64_t memoryBytes, std::uint64_t maxIssues = 1'000'000)
{
    CheckOptions options;
    options.verify.decode = false;
    options.verify.memoryBytes = memoryBytes;
    options.verify.maxIssues = maxIssues;
    return checkStore(path, options)->report;
}

}  // namespace

/// Records that share bytes are named, with the same findings however little memory there is.
class TestOverlapScan : public QObject {
    Q_OBJECT

private slots:
    void theLowerOfTwoCopiesIsNamed();
    void overlapsReachAcrossRecords();
    void littleMemoryFindsTheSame();
    void raggedRecordsOfTwoOrigins();
    void aMillionEntriesForOneRecord();
};

void TestOverlapScan::theLowerOfTwoCopiesIsNamed()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    ZR_VERIFY_OK(Store::create(path, denseBytes(10))->append(patternRecords(0, 10, 10)));
    std::vector<LocationEntry> table;
    for (std::uint32_t i = 0; i < 10; ++i)
        table.push_back({i * 10, 10, 10, 0});
    table[2] = table[9];
    table[5] = table[8];
    table[1] = table[9];
    writeTable(path, table);
    const Found expected{{1, {"duplicate", 9}}, {2, {"duplicate", 9}}, {5, {"duplicate", 8}}};
    QCOMPARE(found(quickReport(path, 1 << 20)), expected);
}

void TestOverlapScan::overlapsReachAcrossRecords()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    auto store = Store::create(path, raggedBytes());
    std::vector<OwnedRagged> records(4, {patternRecord(0, 40), {40}});
    ZR_VERIFY_OK(appendRagged(*store, records));
    ZR_VERIFY_OK(store->close());
    // Payloads of 40 bytes and shapes of 16, one after the other: the first payload now reaches into the third record.
    std::vector<LocationEntry> table;
    for (std::uint32_t i = 0; i < 4; ++i) {
        table.push_back({i * 56, 40, 40, 0});
        table.push_back({i * 56 + 40, 16, 16, 0});
    }
    table[0].physLength = table[0].logicLength = 113;
    writeTable(path, table);
    const CheckReport report = quickReport(path, 1 << 20);
    QCOMPARE(report.issueCount, std::uint64_t{4});
    for (const StoreFinding& issue : report.issues) {
        QCOMPARE(issue.kind, std::string("overlap"));
        QCOMPARE(issue.otherRecord, std::uint64_t{0});
    }
    QCOMPARE(report.issues.back().record, std::uint64_t{2});
}

void TestOverlapScan::littleMemoryFindsTheSame()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    constexpr std::uint32_t kRecords = 20'000;
    ZR_VERIFY_OK(Store::create(path, denseBytes(6))->append(patternRecords(0, kRecords, 6)));
    std::mt19937 random(5);
    std::vector<LocationEntry> table;
    for (std::uint32_t i = 0; i < kRecords; ++i)
        table.push_back({i * 6, 6, 6, 0});
    std::shuffle(table.begin(), table.end(), random);
    for (int i = 0; i < 500; ++i)
        table[random() % kRecords] = table[random() % kRecords];
    for (int i = 0; i < 300; ++i)
        table[random() % kRecords].offset = static_cast<std::uint32_t>(random() % (kRecords * 6 - 6));
    // More copies of one record than fit.
    for (int i = 0; i < 3000; ++i)
        table[random() % kRecords] = table[7];
    writeTable(path, table);
    const CheckReport large = quickReport(path, 1 << 30);
    const CheckReport small = quickReport(path, 0);
    QVERIFY(large.issueCount > 3000);
    QCOMPARE(small.issueCount, large.issueCount);
    QCOMPARE(found(small), found(large));
    // Counted the slow way, every record that is named shares bytes, and of each shared byte all users but one are named.
    std::vector<std::vector<std::uint64_t>> users(kRecords * 6);
    for (std::uint64_t i = 0; i < kRecords; ++i)
        for (std::uint64_t at = table[i].offset; at < table[i].end(); ++at)
            users[at].push_back(i);
    const Found named = found(large);
    std::vector<bool> shares(kRecords);
    for (const auto& records : users) {
        if (records.size() < 2)
            continue;
        for (const std::uint64_t record : records)
            shares[record] = true;
        QVERIFY(std::ranges::count_if(records, [&](std::uint64_t record) { return !named.contains(record); }) <= 1);
    }
    for (const auto& [record, what] : named)
        QVERIFY(shares[record] && shares[what.second]);
}

void TestOverlapScan::raggedRecordsOfTwoOrigins()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    {
        auto store = Store::create(path, raggedBytes());
        std::vector<OwnedRagged> records;
        for (std::uint64_t i = 0; i < 6; ++i)
            records.push_back({patternRecord(i, 8), {8}});
        ZR_VERIFY_OK(appendRagged(*store, records));
    }
    const Bytes before = readAll(path / "0.loc");
    const auto copy = [&](std::uint64_t to, std::uint64_t from) {
        patchFile(path / "0.loc", to * kLocationEntryBytes, std::span(before).subspan(from * kLocationEntryBytes, kLocationEntryBytes));
    };
    copy(2, 10);  // the bytes of record 1 are those of record 5, its shape is its own
    copy(4, 8);   // record 2 is record 4 with bytes and shape
    copy(5, 9);
    const Found expected{{1, {"mispaired", 5}}, {2, {"duplicate", 4}}};
    const CheckReport report = quickReport(path, 1 << 20);
    QCOMPARE(report.issueCount, std::uint64_t{2});
    QCOMPARE(found(report), expected);
}

void TestOverlapScan::aMillionEntriesForOneRecord()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    ZR_VERIFY_OK(Store::create(path, denseBytes(10))->append(patternRecords(0, 1, 10)));
    constexpr std::uint64_t kEntries = 1'000'000;
    writeTable(path, std::vector<LocationEntry>(kEntries, LocationEntry{0, 10, 10, 0}));
    for (const std::uint64_t memory : {std::uint64_t{0}, std::uint64_t{1} << 30}) {
        const CheckReport report = quickReport(path, memory, 100);
        QCOMPARE(report.issueCount, kEntries - 1);
        QCOMPARE(report.issues.size(), std::size_t{100});
        QCOMPARE(report.issues.front().otherRecord, kEntries - 1);
    }
}

QTEST_APPLESS_MAIN(TestOverlapScan)
#include "tst_overlap_scan.moc"
