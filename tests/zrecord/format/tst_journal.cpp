#include <QTest>

#include <numeric>

#include "base/checksum.h"
#include "base/little_endian.h"
#include "format/journal.h"
#include "support/status_checks.h"
#include "support/temporary_store.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

JournalId sampleId()
{
    JournalId id;
    for (std::size_t i = 0; i < id.size(); ++i)
        id[i] = static_cast<std::byte>(0xa0 + i);
    return id;
}

Journal removal(std::uint64_t records, std::vector<std::uint64_t> targets, bool ragged = false)
{
    Journal journal;
    journal.raggedPairs = ragged;
    journal.id = sampleId();
    journal.before.codec = Codec::Zstd;
    journal.before.tailOffset = 4711;
    journal.before.length = records * (ragged ? 2 : 1);
    journal.before.reserved[3] = std::byte{9};
    journal.after = journal.before;
    journal.after.length -= targets.size() * (ragged ? 2 : 1);
    journal.storeChecksum = 0x1122334455667788;
    journal.guard = 0x99aabbccddeeff00;
    journal.targets = std::move(targets);
    return journal;
}

Journal replacement()
{
    Journal journal = removal(100, {1});
    journal.kind = JournalKind::Replace;
    journal.guard = 0;
    journal.targets.clear();
    journal.after = journal.before;
    journal.after.tailOffset = 12;
    journal.files = {{{JournalFileType::Chunk, 0}, 12, 0xabcd}, {{JournalFileType::Location, 0}, 1600, 0x1234}};
    journal.removals = {{JournalFileType::Chunk, 2}, {JournalFileType::Chunk, 1}};
    return journal;
}

Journal restoration()
{
    Journal journal = removal(6, {1}, true);
    journal.kind = JournalKind::Restore;
    journal.guard = 0;
    journal.targets.clear();
    std::swap(journal.before, journal.after);
    journal.entries = {{2, {1, 2, 3, 4}}, {3, {5, 6, 7, 8}}, {10, {9, 10, 11, 12}}, {11, {13, 14, 15, 16}}};
    return journal;
}

Journal inGroup(Journal journal)
{
    journal.members = {{"image", journal.after}, {"label", journal.before}};
    return journal;
}

std::vector<std::pair<const char*, Journal>> samples()
{
    std::vector<std::uint64_t> many(150);
    std::iota(many.begin(), many.end(), 25);
    return {{"list", removal(1000, {0, 5, 999})},
            {"bitmap", removal(203, many)},
            {"all", removal(3, {0, 1, 2})},
            {"ragged", removal(50, {7, 8}, true)},
            {"replace", replacement()},
            {"restore", restoration()},
            {"delete in a group", inGroup(removal(20, {3, 4}))},
            {"replace in a group", inGroup(replacement())}};
}

}  // namespace

/// The journal byte by byte: it comes back as it was, and nothing else is taken for one.
class TestJournal : public QObject {
    Q_OBJECT

private slots:
    void comesBackAsItWas_data();
    void comesBackAsItWas();
    void everyTruncationIsRefused_data() { comesBackAsItWas_data(); }
    void everyTruncationIsRefused();
    void everyBitFlipIsRefused_data() { comesBackAsItWas_data(); }
    void everyBitFlipIsRefused();
    void bytesAreTheFormat();
    void validChecksumsDoNotExcuseNonsense();
    void fenceNamesItsJournal();
};

Q_DECLARE_METATYPE(Journal)

void TestJournal::comesBackAsItWas_data()
{
    QTest::addColumn<Journal>("journal");
    for (const auto& [name, journal] : samples())
        QTest::newRow(name) << journal;
}

void TestJournal::comesBackAsItWas()
{
    QFETCH(Journal, journal);
    const auto bytes = encodeJournal(journal);
    const auto read = decodeJournal(bytes);
    ZR_VERIFY_OK(read);
    QVERIFY(*read == journal);
    QVERIFY(encodeJournal(*read) == bytes);
}

void TestJournal::everyTruncationIsRefused()
{
    QFETCH(Journal, journal);
    auto bytes = encodeJournal(journal);
    for (std::size_t size = 0; size < bytes.size(); ++size)
        ZR_COMPARE_CODE(decodeJournal(std::span(bytes).first(size)), ErrorCode::BadFormat);
    bytes.push_back(std::byte{0});
    ZR_COMPARE_CODE(decodeJournal(bytes), ErrorCode::BadFormat);
}

void TestJournal::everyBitFlipIsRefused()
{
    QFETCH(Journal, journal);
    auto bytes = encodeJournal(journal);
    for (std::size_t bit = 0; bit < bytes.size() * 8; ++bit) {
        bytes[bit / 8] ^= std::byte{1} << (bit % 8);
        ZR_COMPARE_CODE(decodeJournal(bytes), ErrorCode::BadFormat);
        bytes[bit / 8] ^= std::byte{1} << (bit % 8);
    }
}

void TestJournal::bytesAreTheFormat()
{
    const auto bytes = encodeJournal(removal(200, {7, 8}, true));
    QCOMPARE(bytes.size(), std::size_t{256 + 16});
    const auto part = [&](std::size_t at, std::size_t count) {
        const auto piece = std::span(bytes).subspan(at, count);
        return Bytes(piece.begin(), piece.end());
    };
    QCOMPARE(part(0, 16), bytesOf({'Z', 'R', 'X', 'J', '0', '0', '0', '1', 1, 0, 1, 0, 0, 1, 0, 0}));
    QCOMPARE(part(16, 10), bytesOf({0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9}));
    QCOMPARE(part(32, 6), bytesOf({'Z', 'R', 'E', 'C', 4, 1}));
    QCOMPARE(part(46, 8), bytesOf({144, 1, 0, 0, 0, 0, 0, 0}));
    QCOMPARE(part(78, 8), bytesOf({140, 1, 0, 0, 0, 0, 0, 0}));
    QCOMPARE(part(104, 8), bytesOf({2, 0, 0, 0, 0, 0, 0, 0}));
    QCOMPARE(part(120, 8), bytesOf({16, 0, 0, 0, 0, 0, 0, 0}));
    QCOMPARE(part(136, 112), Bytes(112));
    QCOMPARE(part(256, 16), bytesOf({7, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0}));
    // The bitmap is used where it is shorter: 203 records are 26 bytes.
    std::vector<std::uint64_t> many(150);
    std::iota(many.begin(), many.end(), 25);
    QCOMPARE(encodeJournal(removal(203, many)).size(), std::size_t{256 + 26});
}

void TestJournal::validChecksumsDoNotExcuseNonsense()
{
    const auto checksum = [](std::span<const std::byte> bytes) {
        StreamChecksum sum;
        sum.add(bytes);
        return sum.value();
    };
    const auto refused = [&](const Journal& journal, std::size_t at, std::uint64_t value) {
        auto bytes = encodeJournal(journal);
        storeLittleEndian(bytes.data() + at, value);
        storeLittleEndian(bytes.data() + 128, checksum(std::span(bytes).subspan(256)));
        storeLittleEndian(bytes.data() + 248, checksum(std::span(bytes).first(248)));
        return decodeJournal(bytes).code();
    };
    constexpr auto kBad = ErrorCode::BadFormat;
    const Journal list = removal(1000, {0, 5, 999});
    QCOMPARE(refused(list, 104, 4), kBad);                      // one record more than listed
    QCOMPARE(refused(list, 104, UINT64_C(1) << 61), kBad);      // a count that wraps
    QCOMPARE(refused(list, 256, 5), kBad);                      // repeated
    QCOMPARE(refused(list, 256 + 16, 1000), kBad);              // outside
    QCOMPARE(refused(list, 78, 998), kBad);                     // new length
    QCOMPARE(refused(list, 136, 1), kBad);                      // files in a delete
    QCOMPARE(refused(list, 176, 1), kBad);                      // reserved
    QCOMPARE(refused(list, 152, 1), kBad);                      // patches are not written by this version
    QCOMPARE(refused(list, 160, 1), kBad);                      // nor are groups
    QCOMPARE(refused(replacement(), 136, UINT64_C(1) << 59), kBad);
    QCOMPARE(refused(replacement(), 136, 1), kBad);
    QCOMPARE(refused(replacement(), 256, 7), kBad);             // kind of file
    QCOMPARE(refused(replacement(), 104, 1), kBad);             // targets in a replace
    QCOMPARE(refused(list, 8, UINT64_C(0x0000010000000003)), kBad);  // kind 3
}

void TestJournal::fenceNamesItsJournal()
{
    const MetaHeader header = removal(50, {7}).before;
    const MetaImage plain = encodeMetaHeader(header);
    const MetaImage fence = encodeFence(header, sampleId());
    QVERIFY(isFence(fence) && !isFence(plain));
    QCOMPARE(Bytes(fence.begin(), fence.begin() + 4), bytesOf({'Z', 'R', 'X', 'F'}));
    QVERIFY(std::equal(fence.begin() + 4, fence.begin() + 22, plain.begin() + 4));
    QCOMPARE(Bytes(fence.begin() + 22, fence.end()), bytesOf({0xa0, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa8, 0xa9}));
    const auto read = decodeFence(fence);
    ZR_VERIFY_OK(read);
    QCOMPARE(read->journal, sampleId());
    QCOMPARE(read->header.length, header.length);
    QCOMPARE(read->header.reserved, (std::array<std::byte, 10>{}));
    ZR_COMPARE_CODE(decodeMetaHeader(fence), ErrorCode::RecoveryNeeded);
    ZR_COMPARE_CODE(decodeFence(plain), ErrorCode::BadFormat);
    ZR_COMPARE_CODE(decodeFence(std::span(fence).first(31)), ErrorCode::BadFormat);
    MetaImage unknownCodec = fence;
    unknownCodec[5] = std::byte{3};
    ZR_COMPARE_CODE(decodeFence(unknownCodec), ErrorCode::BadFormat);
}

QTEST_APPLESS_MAIN(TestJournal)
#include "tst_journal.moc"
