#include <QTest>

#include <QTemporaryDir>

#include <zlib.h>

#include "exchange/inflate_stream.h"
#include "exchange/input_file.h"
#include "exchange_testing.h"

namespace zrecord {

using namespace testing;

namespace {

QByteArray gzipped(const QByteArray& plain)
{
    z_stream z{};
    deflateInit2(&z, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY);
    QByteArray packed(static_cast<qsizetype>(deflateBound(&z, static_cast<uLong>(plain.size()))) + 64, '\0');
    QByteArray input = plain;
    z.next_in = reinterpret_cast<Bytef*>(input.data());
    z.avail_in = static_cast<uInt>(input.size());
    z.next_out = reinterpret_cast<Bytef*>(packed.data());
    z.avail_out = static_cast<uInt>(packed.size());
    deflate(&z, Z_FINISH);
    packed.truncate(static_cast<qsizetype>(z.total_out));
    deflateEnd(&z);
    return packed;
}

}  // namespace

class TestInflateStream : public QObject {
    Q_OBJECT
private slots:
    void membersFollowEachOther();
    void paddingAndJunk();
    void largeInput();
    void truncationsAndDamage();
    void growthHasALimit();

private:
    Result<QByteArray> unpack(const QByteArray& packed, std::size_t step, std::uint64_t mostBytes = InflateStream::kNoLimit);
    QTemporaryDir m_folder;
};

Result<QByteArray> TestInflateStream::unpack(const QByteArray& packed, std::size_t step, std::uint64_t mostBytes)
{
    const QString path = m_folder.filePath(QStringLiteral("x.gz"));
    if (!writeFile(path, packed))
        return Status(ErrorCode::IoError, "the file of the test cannot be written");
    ZR_ASSIGN_OR_RETURN(const auto file, InputFile::open(path.toStdString()));
    InflateStream stream(std::make_unique<FileStream>(file, 0, file->size()), InflateStream::Kind::Gzip, mostBytes);
    QByteArray plain;
    Bytes part(step);
    while (true) {
        ZR_ASSIGN_OR_RETURN(const std::size_t got, stream.read(part));
        plain += arrayOf(std::span(part).first(got));
        if (got < step)
            return plain;
    }
}

void TestInflateStream::membersFollowEachOther()
{
    const QByteArray packed = gzipped("first ") + gzipped("") + gzipped("second");
    for (const std::size_t step : {1U, 3U, 100U})
        QCOMPARE(*unpack(packed, step), QByteArray("first second"));
}

void TestInflateStream::paddingAndJunk()
{
    QCOMPARE(*unpack(gzipped("text") + QByteArray(1000, '\0'), 16), QByteArray("text"));
    QVERIFY(unpack(gzipped("text") + "junk", 16).code() == ErrorCode::BadFormat);
    QVERIFY(unpack(gzipped("text") + QByteArray(10, '\0') + gzipped("more"), 16).code() == ErrorCode::BadFormat);
    QVERIFY(unpack("", 16).code() == ErrorCode::BadFormat);
}

void TestInflateStream::largeInput()
{
    std::string text;
    for (int i = 0; i < 400'000; ++i)
        text += std::to_string(i * 7 % 100'003);
    const QByteArray plain = QByteArray::fromStdString(text);
    QCOMPARE(*unpack(gzipped(plain), 100'000), plain);
    QCOMPARE(*unpack(gzipped(plain), std::size_t{1} << 24), plain);
}

void TestInflateStream::truncationsAndDamage()
{
    const QByteArray packed = gzipped("a few bytes of text, a few bytes more");
    for (qsizetype size = 0; size < packed.size(); ++size)
        QVERIFY(unpack(packed.left(size), 8).code() == ErrorCode::BadFormat);
    QByteArray wrong = packed;
    wrong[packed.size() - 6] = static_cast<char>(wrong[packed.size() - 6] ^ 1);  // CRC-32
    const auto result = unpack(wrong, 8);
    QVERIFY(mentions(result.status(), "incorrect data check"));
}

void TestInflateStream::growthHasALimit()
{
    const QByteArray plain(100'000, 'z');
    QCOMPARE(*unpack(gzipped(plain), 1000, 100'000), plain);
    // One byte too many ends it, wherever the limit falls, and over all members together.
    for (const std::size_t step : {1000U, 1'000'000U}) {
        QVERIFY(unpack(gzipped(plain), step, 99'999).code() == ErrorCode::BadFormat);
        QVERIFY(unpack(gzipped(plain) + gzipped("more"), step, 100'003).code() == ErrorCode::BadFormat);
        QCOMPARE(unpack(gzipped(plain) + gzipped("more"), step, 100'004)->size(), 100'004);
    }
    QCOMPARE(mayGrowTo(1'000'000, 200), std::uint64_t{200'000'000});
    QCOMPARE(mayGrowTo(10, 200), std::uint64_t{16} << 20);
    QCOMPARE(mayGrowTo(UINT64_MAX / 2, 200), InflateStream::kNoLimit);
}

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestInflateStream)
#include "tst_inflate_stream.moc"
