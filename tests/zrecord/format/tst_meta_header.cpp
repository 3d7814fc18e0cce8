#include <QTest>

#include "format/file_names.h"
#include "format/location_entry.h"
#include "format/meta_header.h"
#include "support/status_checks.h"
#include "support/temporary_store.h"

using namespace zrecord;
using namespace zrecord::test;

/// meta.zr, loc entries and file names, byte by byte.
class TestMetaHeader : public QObject {
    Q_OBJECT

private slots:
    void bytesAreTheFormat();
    void everyFieldIsChecked();
    void reservedBytesAreKept();
    void entryBytes();
    void entryFaults_data();
    void entryFaults();
    void fileNames();
};

namespace {

MetaHeader sample()
{
    MetaHeader header;
    header.codec = Codec::ZstdDict;
    header.tailChunk = 0x01020304;
    header.tailOffset = 0x05060708;
    header.length = 0x1112131415161718;
    return header;
}

}  // namespace

void TestMetaHeader::bytesAreTheFormat()
{
    const auto bytes = encodeMetaHeader(sample());
    QCOMPARE(Bytes(bytes.begin(), bytes.end()),
             bytesOf({'Z', 'R', 'E', 'C', 4, 2, 4, 3, 2, 1, 8, 7, 6, 5, 0x18, 0x17, 0x16, 0x15, 0x14, 0x13, 0x12, 0x11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0}));
    const auto read = decodeMetaHeader(bytes);
    ZR_VERIFY_OK(read);
    QCOMPARE(*read, sample());
}

void TestMetaHeader::everyFieldIsChecked()
{
    const auto good = encodeMetaHeader(sample());
    const auto changed = [&](std::size_t at, int value) {
        auto bytes = good;
        bytes[at] = static_cast<std::byte>(value);
        return decodeMetaHeader(bytes);
    };
    ZR_COMPARE_CODE(changed(0, 'X'), ErrorCode::BadFormat);
    ZR_COMPARE_CODE(changed(4, 3), ErrorCode::BadFormat);
    QCOMPARE(changed(4, 3).status().offset(), std::optional<std::uint64_t>(4));
    ZR_COMPARE_CODE(changed(5, 3), ErrorCode::BadFormat);
    QCOMPARE(changed(5, 3).status().offset(), std::optional<std::uint64_t>(5));
    ZR_COMPARE_CODE(decodeMetaHeader(std::span(good).first(31)), ErrorCode::BadFormat);
    ZR_COMPARE_CODE(decodeMetaHeader({}), ErrorCode::BadFormat);
    auto fenced = good;
    fenced[2] = std::byte{'X'};
    fenced[3] = std::byte{'F'};
    ZR_COMPARE_CODE(decodeMetaHeader(fenced), ErrorCode::RecoveryNeeded);
    auto lastChunk = good;
    std::fill_n(lastChunk.begin() + 6, 4, std::byte{0xff});
    ZR_COMPARE_CODE(decodeMetaHeader(lastChunk), ErrorCode::BadFormat);
    lastChunk[6] = std::byte{0xfe};
    ZR_VERIFY_OK(decodeMetaHeader(lastChunk));
}

void TestMetaHeader::reservedBytesAreKept()
{
    auto bytes = encodeMetaHeader(sample());
    bytes[22] = std::byte{1};
    bytes[31] = std::byte{0xfe};
    const auto header = decodeMetaHeader(bytes);
    ZR_VERIFY_OK(header);
    QVERIFY(encodeMetaHeader(*header) == bytes);
}

void TestMetaHeader::entryBytes()
{
    const LocationEntry entry{0x01020304, 0x11121314, 0x21222324, 0x31323334};
    Bytes bytes(kLocationEntryBytes);
    storeLocationEntry(bytes.data(), entry);
    QCOMPARE(bytes, bytesOf({4, 3, 2, 1, 0x14, 0x13, 0x12, 0x11, 0x24, 0x23, 0x22, 0x21, 0x34, 0x33, 0x32, 0x31}));
    QCOMPARE(loadLocationEntry(bytes.data()), entry);
}

void TestMetaHeader::entryFaults_data()
{
    QTest::addColumn<quint32>("offset");
    QTest::addColumn<quint32>("phys");
    QTest::addColumn<quint32>("logic");
    QTest::addColumn<quint32>("chunk");
    QTest::addColumn<bool>("good");
    // The store: last chunk 2, 100 bytes in use there, records of 10 bytes.
    QTest::newRow("in the last chunk") << 90u << 10u << 10u << 2u << true;
    QTest::newRow("past its end") << 91u << 10u << 10u << 2u << false;
    QTest::newRow("earlier chunk, as far as 2^32") << 0xfffffff6u << 10u << 10u << 1u << true;
    QTest::newRow("earlier chunk, past 2^32") << 0xfffffff7u << 10u << 10u << 1u << false;
    QTest::newRow("sum wraps in 32 bits") << 0xffffffffu << 0xffffffffu << 10u << 0u << false;
    QTest::newRow("chunk too high") << 0u << 10u << 10u << 3u << false;
    QTest::newRow("nothing stored") << 0u << 0u << 10u << 0u << false;
    QTest::newRow("no size") << 0u << 10u << 0u << 0u << false;
    QTest::newRow("other width") << 0u << 10u << 11u << 0u << false;
    QTest::newRow("other stored size") << 0u << 77u << 10u << 0u << true;
}

void TestMetaHeader::entryFaults()
{
    QFETCH(quint32, offset);
    QFETCH(quint32, phys);
    QFETCH(quint32, logic);
    QFETCH(quint32, chunk);
    QFETCH(bool, good);
    QCOMPARE(locationEntryFault({offset, phys, logic, chunk}, 2, 100, 10) == nullptr, good);
    if (good)
        QVERIFY(locationEntryFault({offset, phys, (1u << 31) + 1, chunk}, 2, 100, 0) != nullptr);
}

void TestMetaHeader::fileNames()
{
    QCOMPARE(chunkFileName(0), std::string("0.chunk"));
    QCOMPARE(locationFileName(4294967294), std::string("4294967294.loc"));
    QCOMPARE(parseNumberedName("12.chunk", "chunk"), std::optional<std::uint64_t>(12));
    QCOMPARE(parseNumberedName("0.loc", "loc"), std::optional<std::uint64_t>(0));
    for (const char* name : {"01.chunk", "-1.chunk", "+1.chunk", " 1.chunk", "1.chunk.bak", "1.loc", ".chunk", "chunk", "1x.chunk",
                             "99999999999999999999999.chunk", ""})
        QVERIFY2(!parseNumberedName(name, "chunk"), name);
}

QTEST_APPLESS_MAIN(TestMetaHeader)
#include "tst_meta_header.moc"
