#include <QTest>

#include <filesystem>

#include "benchmark/store_fingerprint.h"
#include "support/status_checks.h"
#include "support/store_builder.h"

using namespace zrecord;
using namespace zrecord::test;

/// The fingerprint follows the records' places and sizes, not the path.
class TestStoreFingerprint : public QObject {
    Q_OBJECT

private slots:
    void copiesAreEqualChangesAreNot();
};

void TestStoreFingerprint::copiesAreEqualChangesAreNot()
{
    TemporaryFolder folder;
    const auto fingerprint = [&folder](const char* name) {
        auto store = Store::open(folder / name);
        return store.ok() ? fingerprintStore(*store).value() : 0;
    };
    {
        auto store = Store::create(folder / "a", withCodec(denseBytes(100), Codec::Zstd));
        ZR_VERIFY_OK(store);
        ZR_VERIFY_OK(store->append(patternRecords(0, 50, 100)));
    }
    std::filesystem::copy(folder / "a", folder / "b", std::filesystem::copy_options::recursive);
    const std::uint64_t before = fingerprint("a");
    QVERIFY(before != 0);
    QCOMPARE(fingerprint("b"), before);
    {
        OpenOptions writing;
        writing.access = Access::ReadWrite;
        auto store = Store::open(folder / "b", writing);
        ZR_VERIFY_OK(store);
        ZR_VERIFY_OK(store->append(patternRecords(50, 1, 100)));
    }
    QVERIFY(fingerprint("b") != before);
    {
        auto store = Store::create(folder / "c", withCodec(denseBytes(100), Codec::Raw));
        ZR_VERIFY_OK(store);
        ZR_VERIFY_OK(store->append(patternRecords(0, 50, 100)));
    }
    QVERIFY(fingerprint("c") != before);
}

QTEST_APPLESS_MAIN(TestStoreFingerprint)
#include "tst_store_fingerprint.moc"
