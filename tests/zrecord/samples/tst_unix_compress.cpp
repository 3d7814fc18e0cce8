#include <QTest>

#include "samples/unix_compress.h"

using namespace zrecord;

namespace {

/// Nine-bit codes, lowest bit first, behind the header of compress.
std::vector<std::byte> stream(const std::vector<unsigned>& codes, unsigned flags = 0x90)
{
    std::vector<std::byte> bytes{std::byte{0x1f}, std::byte{0x9d}, static_cast<std::byte>(flags)};
    std::size_t bit = 0;
    bytes.resize(3 + (codes.size() * 9 + 7) / 8);
    for (const unsigned code : codes)
        for (unsigned i = 0; i < 9; ++i, ++bit)
            if ((code >> i & 1U) != 0)
                bytes[3 + bit / 8] |= static_cast<std::byte>(1U << bit % 8);
    return bytes;
}

}  // namespace

class TestUnixCompress : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void codesRepeatEarlierStrings()
    {
        // a, b, "ab" (257), c, "ba" (258); the second row uses a code that only this step defines.
        QCOMPARE(*decodeUnixCompress(stream({'a', 'b', 257, 'c', 258}), 100), std::string("ababcba"));
        QCOMPARE(*decodeUnixCompress(stream({'a', 257, 258}), 100), std::string("aaaaaa"));
    }

    void emptyAndClear()
    {
        QCOMPARE(*decodeUnixCompress(stream({}), 100), std::string());
        // After the clear code the rest of its group of eight codes is skipped.
        QCOMPARE(*decodeUnixCompress(stream({'a', 'b', 256, 0, 0, 0, 0, 0, 'c', 'd', 257}), 100), std::string("abcdcd"));
    }

    void faultsAreRefused()
    {
        QCOMPARE(decodeUnixCompress(stream({'a', 300}), 100).code(), ErrorCode::BadFormat);
        QCOMPARE(decodeUnixCompress(stream({257}), 100).code(), ErrorCode::BadFormat);
        QCOMPARE(decodeUnixCompress(stream({'a', 'b'}, 0x98), 100).code(), ErrorCode::BadFormat);
        QCOMPARE(decodeUnixCompress(stream({'a', 257, 258}), 5).code(), ErrorCode::BadFormat);
        const std::byte notCompress[] = {std::byte{0x1f}, std::byte{0x8b}, std::byte{8}};
        QCOMPARE(decodeUnixCompress(notCompress, 100).code(), ErrorCode::BadFormat);
    }
};

QTEST_APPLESS_MAIN(TestUnixCompress)
#include "tst_unix_compress.moc"
