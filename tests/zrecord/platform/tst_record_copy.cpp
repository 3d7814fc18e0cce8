#include <QTest>

#include <algorithm>

#include "platform/record_copy.h"
#include "support/store_builder.h"

using namespace zrecord;
using namespace zrecord::test;

/// Copies move exactly the bytes they should, wherever source and destination begin.
class TestRecordCopy : public QObject {
    Q_OBJECT

private slots:
    void everyAlignment_data();
    void everyAlignment();
    void thresholdIsNoSmallResult();
};

void TestRecordCopy::everyAlignment_data()
{
    QTest::addColumn<bool>("streaming");
    QTest::newRow("cached") << false;
    QTest::newRow("streaming") << true;
}

void TestRecordCopy::everyAlignment()
{
    QFETCH(bool, streaming);
    constexpr std::size_t kRoom = 2048;
    const Bytes source = patternRecord(7, kRoom);
    for (const std::size_t bytes : std::initializer_list<std::size_t>{0, 1, 15, 16, 63, 64, 65, 255, 256, 257, 319, 320, 383, 784, 1024})
        for (std::size_t from = 0; from < 70; from += 3)
            for (std::size_t to = 1; to < 130; ++to) {
                Bytes out(kRoom, std::byte{0xEE});
                if (streaming) {
                    copyStreaming(out.data() + to, source.data() + from, bytes);
                    finishStreaming();
                } else {
                    copyCached(out.data() + to, source.data() + from, bytes);
                }
                QVERIFY(std::equal(out.begin() + static_cast<std::ptrdiff_t>(to), out.begin() + static_cast<std::ptrdiff_t>(to + bytes),
                                   source.begin() + static_cast<std::ptrdiff_t>(from)));
                const auto untouched = [](std::byte value) { return value == std::byte{0xEE}; };
                QVERIFY(std::all_of(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(to), untouched));
                QVERIFY(std::all_of(out.begin() + static_cast<std::ptrdiff_t>(to + bytes), out.end(), untouched));
            }
}

void TestRecordCopy::thresholdIsNoSmallResult()
{
    // A result that the caches hold must stay in them.
    QVERIFY(streamingThreshold() >= std::uint64_t{1} << 20);
    // Some systems report the caches of all cores as one. A batch of 64 MiB fits into no cache that a thread can use.
#if defined(__x86_64__)
    QVERIFY(streamingThreshold() <= std::uint64_t{32} << 20);
#endif
}

QTEST_APPLESS_MAIN(TestRecordCopy)
#include "tst_record_copy.moc"
