#include "workbench/viewdata/frame_header.h"

#include <cstdint>
#include <span>
#include <vector>

#include <QTest>

using namespace zrecord::workbench;

/// Headers written by hand after RFC 8878, one for each form of their fields.
class FrameHeaderTest : public QObject {
    Q_OBJECT

private:
    static std::optional<FrameHeader> read(std::vector<std::uint8_t> rest) {
        std::vector<std::uint8_t> frame{0x28, 0xb5, 0x2f, 0xfd};
        frame.insert(frame.end(), rest.begin(), rest.end());
        return readFrameHeader(std::as_bytes(std::span(frame)));
    }

private Q_SLOTS:
    void singleSegmentTellsItsSize() {
        const auto header = read({0x20, 0x10});
        QVERIFY(header);
        QCOMPARE(header->headerBytes, 6U);
        QCOMPARE(header->contentBytes, std::optional<std::uint64_t>(16));
        QVERIFY(!header->hasChecksum);
        QCOMPARE(header->dictionaryId, 0U);
        // Two bytes of size count from 256 on.
        QCOMPARE(read({0x60, 0x10, 0x02})->contentBytes, std::optional<std::uint64_t>(0x210 + 256));
        QCOMPARE(read({0xa4, 0x01, 0x00, 0x01, 0x00})->contentBytes, std::optional<std::uint64_t>(65'537));
        QVERIFY(read({0xa4, 0x01, 0x00, 0x01, 0x00})->hasChecksum);
        QCOMPARE(read({0xe0, 1, 0, 0, 0, 1, 0, 0, 0})->contentBytes, std::optional<std::uint64_t>(0x100000001));
    }

    void windowAndDictionary() {
        const auto header = read({0x03, 0x50, 0xe2, 0x07, 0x41, 0x9c});
        QVERIFY(header);
        QCOMPARE(header->headerBytes, 10U);
        QCOMPARE(header->dictionaryId, 0x9c4107e2U);
        QVERIFY(!header->contentBytes);
        QCOMPARE(read({0x21, 0x07, 0x09})->dictionaryId, 7U);
        QCOMPARE(read({0x22, 0x07, 0x01, 0x09})->dictionaryId, 0x107U);
    }

    void anythingElseIsNoHeader() {
        QVERIFY(!readFrameHeader({}));
        QVERIFY(!read({}));
        QVERIFY(!read({0x60, 0x10}));
        const std::vector<std::uint8_t> other{0x28, 0xb5, 0x2f, 0xfe, 0x20, 0x10};
        QVERIFY(!readFrameHeader(std::as_bytes(std::span(other))));
    }
};

QTEST_APPLESS_MAIN(FrameHeaderTest)
#include "tst_frame_header.moc"
