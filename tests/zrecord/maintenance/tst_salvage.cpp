#include <QTest>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "support/status_checks.h"
#include "support/store_builder.h"
#include "zrecord/maintenance/salvage.h"
#include "zrecord/store.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

using Numbers = std::vector<std::uint64_t>;

void makeStore(const std::filesystem::path& path, std::size_t records, Codec codec = Codec::Raw)
{
    auto store = Store::create(path, withCodec(denseBytes(40, codec), codec));
    ZR_VERIFY_OK(store->append(patternRecords(0, records, 40)));
    ZR_VERIFY_OK(store->close());
}

Bytes patterns(const Numbers& numbers)
{
    Bytes all;
    for (const std::uint64_t number : numbers) {
        const Bytes one = patternRecord(number, 40);
        all.insert(all.end(), one.begin(), one.end());
    }
    return all;
}

}  // namespace

class TestSalvage : public QObject {
    Q_OBJECT

private slots:
    void everyCodecWithDamageAllOver();
    void setsKeepWhatAllStreamsHave();
    void raggedRecords();
    void refusals();
};

void TestSalvage::everyCodecWithDamageAllOver()
{
    TemporaryFolder folder;
    for (const Codec codec : {Codec::Raw, Codec::Zstd, Codec::ZstdDict}) {
        const auto path = folder / std::string(codecName(codec));
        makeStore(path, 30, codec);
        const Bytes table = readAll(path / "0.loc");
        patchFile(path / "0.loc", 3 * 16, Bytes(16));                                   // no entry
        patchFile(path / "0.loc", 9 * 16, std::span(table).subspan(28 * 16, 16));       // the bytes of another
        resizeFile(path / "0.loc", 29 * 16);                                            // the last entry is gone
        patchU64(path / "meta.zr", 14, 1000);                                           // and the header counts too much
        const auto contents = folderContents(path);
        const auto target = folder / (std::string(codecName(codec)) + "-saved");
        const auto report = salvage(path, target);
        ZR_VERIFY_OK(report);
        QCOMPARE(report->saved, std::uint64_t{27});
        QCOMPARE(report->lost, (Numbers{3, 9}));
        QCOMPARE(report->streams.front().records, std::uint64_t{1000});
        QCOMPARE(report->streams.front().withoutEntry, std::uint64_t{971});
        std::vector<std::string> kinds;
        for (const StoreFinding& issue : report->streams.front().issues)
            kinds.push_back(issue.kind);
        QCOMPARE(kinds, (std::vector<std::string>{"short_file", "bad_entry", "duplicate"}));
        QVERIFY(folderContents(path) == contents);
        const auto saved = Store::open(target);
        ZR_VERIFY_OK(saved);
        QCOMPARE(saved->summary().codec, codec);
        Numbers expected = allIndices(29);
        std::erase_if(expected, [](std::uint64_t number) { return number == 3 || number == 9; });
        QVERIFY(*readDense(*saved) == patterns(expected));
        QVERIFY(saved->verify()->clean());
    }
}

void TestSalvage::setsKeepWhatAllStreamsHave()
{
    TemporaryFolder folder;
    const auto set = folder / "set";
    makeStore(set / "a", 10);
    makeStore(set / "b", 10, Codec::Zstd);
    patchFile(set / "a" / "0.loc", 2 * 16, Bytes(16));
    patchFile(set / "b" / "0.loc", 7 * 16, Bytes(16));
    resizeFile(set / "b" / "0.loc", 9 * 16);
    std::ofstream(set / "b.names.txt") << "cat\ndog\n";
    std::ofstream(set / "b.tags.json") << "numbers records as they were";
    const auto report = salvage(set, folder / "saved");
    ZR_VERIFY_OK(report);
    QCOMPARE(std::distance(std::filesystem::directory_iterator(folder / "saved"), {}), std::ptrdiff_t{3});
    std::ifstream saved(folder / "saved" / "b.names.txt");
    QCOMPARE(std::string(std::istreambuf_iterator<char>(saved), {}), std::string("cat\ndog\n"));
    QCOMPARE(report->lost, (Numbers{2, 7, 9}));
    for (const char* name : {"a", "b"})
        QVERIFY(*readDense(*Store::open(folder / "saved" / name)) == patterns({0, 1, 3, 4, 5, 6, 8}));
    makeStore(set / "c", 11);
    ZR_COMPARE_CODE(salvage(set, folder / "other"), ErrorCode::WrongKind);
    QCOMPARE(std::distance(std::filesystem::directory_iterator(folder.path()), {}), std::ptrdiff_t{2});
}

void TestSalvage::raggedRecords()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    std::vector<OwnedRagged> records;
    for (std::uint64_t i = 0; i < 12; ++i)
        records.push_back(patternRagged(i));
    {
        auto store = Store::create(path, raggedBytes(Codec::Zstd));
        ZR_VERIFY_OK(appendRagged(*store, records));
    }
    const Bytes table = readAll(path / "0.loc");
    // The bytes of record 4 with the shape of record 5, and a record without a shape.
    patchFile(path / "0.loc", 9 * 16, std::span(table).subspan(11 * 16, 16));
    patchFile(path / "0.loc", 15 * 16, Bytes(16));
    const auto report = salvage(path, folder / "saved");
    ZR_VERIFY_OK(report);
    QCOMPARE(report->lost, (Numbers{4, 7}));
    records.erase(records.begin() + 7);
    records.erase(records.begin() + 4);
    QVERIFY(*readRagged(*Store::open(folder / "saved")) == records);
}

void TestSalvage::refusals()
{
    TemporaryFolder folder;
    makeStore(folder / "s", 10);
    ZR_COMPARE_CODE(salvage(folder / "s", folder / "s" / "inside"), ErrorCode::InvalidArgument);
    ZR_COMPARE_CODE(salvage(folder / "nowhere", folder / "t"), ErrorCode::NotFound);
    makeStore(folder / "there", 1);
    ZR_COMPARE_CODE(salvage(folder / "s", folder / "there"), ErrorCode::AlreadyExists);
    writeAll(folder / "s" / "0.loc", Bytes(160));
    ZR_COMPARE_CODE(salvage(folder / "s", folder / "t"), ErrorCode::CorruptRecord);
    QVERIFY(!std::filesystem::exists(folder / "t"));
    std::filesystem::remove(folder / "s" / "store.zr");
    ZR_COMPARE_CODE(salvage(folder / "s", folder / "t"), ErrorCode::BadFormat);
}

QTEST_APPLESS_MAIN(TestSalvage)
#include "tst_salvage.moc"
