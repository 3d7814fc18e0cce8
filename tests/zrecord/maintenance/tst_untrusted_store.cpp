#include <QTest>

#include "support/status_checks.h"
#include "support/store_builder.h"
#include "zrecord/maintenance/untrusted_store.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

void makeStore(const std::filesystem::path& path, Codec codec = Codec::Raw)
{
    ZR_VERIFY_OK(Store::create(path, withCodec(denseBytes(10, codec), codec))->append(patternRecords(0, 20, 10)));
}

}  // namespace

/// A store from a stranger is read, or refused by the name of the file that is wrong; never followed out of its folder.
class TestUntrustedStore : public QObject {
    Q_OBJECT

private slots:
    void anHonestStoreIsRead();
    void linksAreRefused();
    void otherFilesAreRefused();
    void limitsAreNamed();
    void smallStoresThatBecomeHuge();
};

void TestUntrustedStore::anHonestStoreIsRead()
{
    TemporaryFolder folder;
    for (const Codec codec : {Codec::Raw, Codec::Zstd, Codec::ZstdDict}) {
        const auto path = folder / std::string(codecName(codec));
        makeStore(path, codec);
        const auto contents = folderContents(path);
        auto store = openUntrusted(path);
        ZR_VERIFY_OK(store);
        QVERIFY(*readDense(*store) == patternRecords(0, 20, 10));
        ZR_COMPARE_CODE(store->append(patternRecords(0, 1, 10)), ErrorCode::ReadOnly);
        QVERIFY(folderContents(path) == contents);
    }
    ZR_COMPARE_CODE(openUntrusted(folder / "nowhere"), ErrorCode::NotFound);
}

void TestUntrustedStore::linksAreRefused()
{
    TemporaryFolder folder;
    for (const char* name : {"meta.zr", "store.zr", "0.chunk", "0.loc"}) {
        const auto path = folder / std::string("s-") .append(name);
        makeStore(path);
        std::filesystem::rename(path / name, folder / std::string("moved-").append(name));
        std::filesystem::create_symlink(folder / std::string("moved-").append(name), path / name);
        const auto soft = openUntrusted(path);
        QVERIFY(!soft.ok());
        QCOMPARE(std::string(soft.status().file()), std::string(name));
        // Nor does any other way of opening follow it.
        QVERIFY(!Store::open(path).ok() || !readDense(*Store::open(path)).ok());
        std::filesystem::remove(path / name);
        std::filesystem::create_hard_link(folder / std::string("moved-").append(name), path / name);
        ZR_COMPARE_CODE(openUntrusted(path), ErrorCode::BadFormat);
        ZR_VERIFY_OK(Store::open(path));
    }
    makeStore(folder / "side");
    std::filesystem::create_directory_symlink(folder.path(), folder / "side" / ".zrx");
    ZR_COMPARE_CODE(openUntrusted(folder / "side"), ErrorCode::BadFormat);
}

void TestUntrustedStore::otherFilesAreRefused()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeStore(path);
    // Files of others do not matter; a folder in the place of a chunk does.
    std::filesystem::create_symlink("/etc/passwd", path / "notes");
    ZR_VERIFY_OK(openUntrusted(path));
    std::filesystem::create_directory(path / "7.chunk");
    ZR_COMPARE_CODE(openUntrusted(path), ErrorCode::BadFormat);
}

void TestUntrustedStore::limitsAreNamed()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    makeStore(path, Codec::ZstdDict);
    const auto with = [](auto member, std::uint64_t value) {
        TrustLimits limits;
        limits.*member = value;
        return limits;
    };
    const std::vector<std::pair<TrustLimits, std::string>> limits{
        {with(&TrustLimits::descriptionBytes, 20), "store.zr"}, {with(&TrustLimits::dictionaryBytes, 100), "dict.zr"},
        {with(&TrustLimits::itemBytes, 0), "store.zr"},         {with(&TrustLimits::dimensions, 0), "store.zr"},
        {with(&TrustLimits::recordBytes, 9), "store.zr"},       {with(&TrustLimits::folderEntries, 3), "s"}};
    for (const auto& [limit, file] : limits) {
        const auto store = openUntrusted(path, limit);
        ZR_COMPARE_CODE(store, ErrorCode::BadFormat);
        QCOMPARE(std::string(store.status().file()), file);
    }
}

void TestUntrustedStore::smallStoresThatBecomeHuge()
{
    TemporaryFolder folder;
    const auto path = folder / "s";
    {
        auto store = Store::create(path, denseBytes(100'000, Codec::Zstd));
        ZR_VERIFY_OK(store->append(Bytes(100'000)));
    }
    // 20,000 entries for one frame of a few bytes: 2 GB.
    const Bytes one = readAll(path / "0.loc");
    Bytes table;
    for (int i = 0; i < 20'000; ++i)
        table.insert(table.end(), one.begin(), one.end());
    writeAll(path / "0.loc", table);
    patchU64(path / "meta.zr", 14, 20'000);
    const auto store = openUntrusted(path);
    ZR_VERIFY_OK(store);
    ZR_COMPARE_CODE(checkExpansion(*store), ErrorCode::OutOfSpace);
    ZR_VERIFY_OK(checkExpansion(*store, {}, std::uint64_t{1} << 40));
}

QTEST_APPLESS_MAIN(TestUntrustedStore)
#include "tst_untrusted_store.moc"
