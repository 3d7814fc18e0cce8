#include <QTest>

#include <algorithm>

#include "exchange/byte_stream.h"
#include "exchange_testing.h"

namespace zrecord {

using namespace testing;

namespace {

class MemoryStream final : public ByteStream {
public:
    explicit MemoryStream(const QByteArray& data) : m_data(bytesOf(data)) {}
    Result<std::size_t> read(std::span<std::byte> out) override
    {
        const std::size_t count = std::min(out.size(), m_data.size() - m_at);
        std::copy_n(m_data.begin() + static_cast<std::ptrdiff_t>(m_at), count, out.begin());
        m_at += count;
        return count;
    }
    [[nodiscard]] const std::string& name() const override { return m_name; }

private:
    Bytes m_data;
    std::size_t m_at = 0;
    std::string m_name = "memory";
};

}  // namespace

class TestByteStream : public QObject {
    Q_OBJECT
private slots:
    void peekingChangesNothing();
    void endsAreNamed();
    void memoryGrowsWithWhatArrives();
};

void TestByteStream::peekingChangesNothing()
{
    PeekedStream stream(std::make_unique<MemoryStream>("abcdefgh"));
    QCOMPARE(arrayOf(*stream.peek(3)), QByteArray("abc"));
    QCOMPARE(arrayOf(*stream.peek(2)), QByteArray("ab"));
    QCOMPARE(stream.position(), UINT64_C(0));
    Bytes two(2);
    QVERIFY(stream.readExactly(two).ok());
    QCOMPARE(arrayOf(two), QByteArray("ab"));
    QCOMPARE(arrayOf(*stream.peek(4)), QByteArray("cdef"));
    Bytes five(5);
    QVERIFY(stream.readExactly(five).ok());
    QCOMPARE(arrayOf(five), QByteArray("cdefg"));
    QCOMPARE(stream.position(), UINT64_C(7));
    QVERIFY(stream.expectEnd().code() == ErrorCode::BadFormat);
    QVERIFY(stream.skip(1).ok());
    QVERIFY(stream.expectEnd().ok());
    QVERIFY(stream.peek(10)->empty());
    QCOMPARE(*stream.read(five), std::size_t{0});
}

void TestByteStream::endsAreNamed()
{
    PeekedStream stream(std::make_unique<MemoryStream>("abc"));
    Bytes five(5);
    const Status status = stream.readExactly(five);
    QVERIFY(status.code() == ErrorCode::BadFormat);
    QVERIFY(mentions(status, "2 more bytes are needed (file memory, offset 3)"));
}

void TestByteStream::memoryGrowsWithWhatArrives()
{
    PeekedStream stream(std::make_unique<MemoryStream>("abcdef"));
    Bytes bytes;
    QVERIFY(stream.appendExactly(bytes, 2).ok());
    QCOMPARE(arrayOf(bytes), QByteArray("ab"));
    const Status status = stream.appendExactly(bytes, UINT64_C(1) << 31);
    QVERIFY(status.code() == ErrorCode::BadFormat);
    QVERIFY(mentions(status, "2147483644 more bytes are needed"));
    QCOMPARE(arrayOf(bytes), QByteArray("abcdef"));
    QVERIFY2(bytes.capacity() <= 64U << 20U, "a claimed size was allocated");

    PeekedStream large(std::make_unique<MemoryStream>(QByteArray(70 << 20, 'x')));
    bytes.clear();
    QCOMPARE(*large.append(bytes, UINT64_C(1) << 40), std::size_t{70} << 20U);
    QCOMPARE(bytes.size(), std::size_t{70} << 20U);
}

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestByteStream)
#include "tst_byte_stream.moc"
