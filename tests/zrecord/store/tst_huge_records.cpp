#include <QTest>

#include <algorithm>

#include "support/repeated_memory.h"
#include "support/status_checks.h"
#include "support/store_builder.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

constexpr std::size_t kRecordBytes = std::size_t{1} << 31;  // the most that the format allows
constexpr std::size_t kPeriod = std::size_t{64} << 20;

Bytes onePeriod()
{
    Bytes bytes(kPeriod);
    for (std::size_t at = 0; at < bytes.size(); at += 4'096)
        bytes[at] = static_cast<std::byte>(at / 4'096 % 251 + 1);
    return bytes;
}

}  // namespace

/// Records of 2^31 bytes: written, read back and verified with every codec that needs no dictionary.
class TestHugeRecords : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void roundTrip_data()
    {
        QTest::addColumn<int>("codec");
        QTest::newRow("raw") << static_cast<int>(Codec::Raw);
        QTest::newRow("zstd") << static_cast<int>(Codec::Zstd);
    }

    void roundTrip()
    {
        QFETCH(int, codec);
        TemporaryFolder folder;
        auto store = Store::create(folder / "s", denseBytes(kRecordBytes, static_cast<Codec>(codec)));
        const Bytes period = onePeriod();
        const RepeatedMemory memory(kPeriod, kRecordBytes / kPeriod);
        std::ranges::copy(period, memory.period().begin());
        ZR_VERIFY_OK(store->append(memory.all()));
        QCOMPARE(store->size(), std::uint64_t{1});
        std::ranges::fill(memory.period(), std::byte{0});
        const std::vector<std::uint64_t> first{0};
        ZR_VERIFY_OK(store->gather(first, memory.all()));
        QVERIFY(std::ranges::equal(memory.period(), period));
        QCOMPARE(store->verify()->issueCount, std::uint64_t{0});
    }
};

QTEST_APPLESS_MAIN(TestHugeRecords)
#include "tst_huge_records.moc"
