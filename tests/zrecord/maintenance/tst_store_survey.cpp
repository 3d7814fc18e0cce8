#include <QTest>

#include "maintenance/store_survey.h"
#include "support/status_checks.h"
#include "support/store_builder.h"
#include "store/store_access.h"
#include "store/store_opener.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

struct Surveyed {
    StoreSurvey survey;
    CheckReport faults;
};

Surveyed look(const std::filesystem::path& path, const StoreLimits& limits)
{
    LockedMeta meta = openLockedMeta(posixFileSystem(), path, Access::ReadOnly, false).value();
    Surveyed surveyed{surveyStore(posixFileSystem(), limits, path, *meta.file).value(), {}};
    IssueList issues(100);
    listStructureFaults(surveyed.survey, limits, issues);
    issues.moveTo(surveyed.faults);
    return surveyed;
}

std::vector<std::pair<std::string, std::string>> kinds(const CheckReport& report)
{
    std::vector<std::pair<std::string, std::string>> all;
    for (const StoreFinding& issue : report.issues)
        all.emplace_back(issue.file, issue.kind);
    std::ranges::sort(all);
    return all;
}

}  // namespace

/// Every fault of the files is named at once, where opening ends with the first.
class TestStoreSurvey : public QObject {
    Q_OBJECT

private slots:
    void aWholeStore();
    void everyFaultAtOnce();
    void whatTheTableStillHolds();
};

constexpr StoreLimits kSmall{100, 16};

void TestStoreSurvey::aWholeStore()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    ZR_VERIFY_OK(StoreAccess::create(path, denseBytes(10), {}, posixFileSystem(), kSmall)->append(patternRecords(0, 50, 10)));
    const Surveyed seen = look(path, kSmall);
    QVERIFY(seen.faults.clean());
    QCOMPARE(seen.survey.chunks.size(), std::size_t{6});
    QCOMPARE(seen.survey.segments.size(), std::size_t{4});
    QCOMPARE(entriesPresent(seen.survey, kSmall), std::uint64_t{50});
    QVERIFY(seen.survey.strangers.empty());
}

void TestStoreSurvey::everyFaultAtOnce()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    ZR_VERIFY_OK(StoreAccess::create(path, denseBytes(10), {}, posixFileSystem(), kSmall)->append(patternRecords(0, 50, 10)));
    std::filesystem::remove(path / "store.zr");
    std::filesystem::remove(path / "2.chunk");
    std::filesystem::remove(path / "1.loc");
    resizeFile(path / "5.chunk", 7);
    resizeFile(path / "3.loc", 17);
    writeAll(path / "9.chunk", bytesOf({1, 2, 3}));
    writeAll(path / "7.loc", bytesOf({1}));  // as a delete of many records leaves it
    writeAll(path / "notes.txt", bytesOf({1}));
    writeAll(path / "dict.zr", bytesOf({1}));
    const Surveyed seen = look(path, kSmall);
    const std::vector<std::pair<std::string, std::string>> expected{
        {"1.loc", "missing_file"},   {"2.chunk", "missing_file"}, {"3.loc", "short_file"},       {"5.chunk", "short_file"},
        {"9.chunk", "orphan_file"},  {"dict.zr", "bad_dictionary"}, {"store.zr", "bad_description"}};
    QCOMPARE(kinds(seen.faults), expected);
    QCOMPARE(seen.survey.strangers, std::vector<std::string>{"notes.txt"});
    QVERIFY(seen.survey.header.has_value());
    QVERIFY(!seen.survey.description.has_value());
}

void TestStoreSurvey::whatTheTableStillHolds()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    ZR_VERIFY_OK(StoreAccess::create(path, denseBytes(10), {}, posixFileSystem(), kSmall)->append(patternRecords(0, 50, 10)));
    resizeFile(path / "2.loc", 5 * 16 + 3);
    QCOMPARE(entriesPresent(look(path, kSmall).survey, kSmall), std::uint64_t{37});
    std::filesystem::remove(path / "1.loc");
    QCOMPARE(entriesPresent(look(path, kSmall).survey, kSmall), std::uint64_t{16});
    LockedMeta meta = openLockedMeta(posixFileSystem(), path, Access::ReadOnly, false).value();
    const StoreSurvey survey = surveyStore(posixFileSystem(), kSmall, path, *meta.file).value();
    const auto remains = openRemains(posixFileSystem(), kSmall, survey, std::move(meta));
    ZR_VERIFY_OK(remains);
    QCOMPARE((*remains)->records(), std::uint64_t{16});
    // The second call must not have cost anything: the folder is as it was.
    QVERIFY(!std::filesystem::exists(path / "1.loc"));
}

QTEST_APPLESS_MAIN(TestStoreSurvey)
#include "tst_store_survey.moc"
