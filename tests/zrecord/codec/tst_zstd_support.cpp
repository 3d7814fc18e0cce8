#include <QTest>

#include <algorithm>
#include <random>
#include <vector>

#include <zdict.h>
#include <zstd.h>

#include "codec/record_codec.h"
#include "codec/zstd_support.h"

using namespace zrecord;

namespace {

using Bytes = std::vector<std::byte>;

/// Numbers as shapes have them, or noise, or one byte.
Bytes sample(int kind, std::size_t size, std::mt19937& random)
{
    Bytes bytes(size);
    for (std::size_t i = 0; i < size; ++i)
        bytes[i] = kind == 0   ? static_cast<std::byte>(i % 8 < 2 ? random() : 0U)
                   : kind == 1 ? static_cast<std::byte>(random())
                               : std::byte{42};
    return bytes;
}

Bytes trainedDictionary()
{
    std::mt19937 random(3);
    Bytes samples;
    std::vector<std::size_t> sizes;
    for (int i = 0; i < 400; ++i) {
        const Bytes one = sample(0, 160, random);
        samples.insert(samples.end(), one.begin(), one.end());
        sizes.push_back(one.size());
    }
    Bytes dictionary(4096);
    const std::size_t size = ZDICT_trainFromBuffer(dictionary.data(), dictionary.size(), samples.data(), sizes.data(),
                                                   static_cast<unsigned>(sizes.size()));
    dictionary.resize(ZDICT_isError(size) ? 0 : size);
    return dictionary;
}

/// The fast decoder agrees with the judging one about a frame: both give the same bytes, or both refuse.
bool decodersAgree(const RecordCodec& codec, std::span<const std::byte> frame, std::size_t plainBytes)
{
    Bytes fast(plainBytes);
    Bytes judged(plainBytes);
    RecordDecoder decoder(codec);
    const bool done = decoder.decode(frame, fast);
    return done == codec.decode(frame, judged).ok() && (!done || fast == judged);
}

}  // namespace

/// The short cut for frames that hold their bytes as they are: taken where it may be, and never wrong.
class TestZstdSupport : public QObject {
    Q_OBJECT

private slots:
    void storedFramesAreRead();
    void agreesWithZstd_data();
    void agreesWithZstd();
    void damagedFramesAreJudgedAlike_data();
    void damagedFramesAreJudgedAlike();
};

void TestZstdSupport::storedFramesAreRead()
{
    std::mt19937 random(1);
    for (const int kind : {1, 2})
        for (const std::size_t size : {std::size_t{16}, std::size_t{255}, std::size_t{256}, kLargestStoredFrame}) {
            const Bytes plain = sample(kind, size, random);
            Bytes frame(ZSTD_compressBound(size));
            frame.resize(ZSTD_compress(frame.data(), frame.size(), plain.data(), plain.size(), 3));
            Bytes out(size);
            QVERIFY2(kind == 2 || decodeStoredFrame(frame, out, 0), qPrintable(QString::number(size)));
            QVERIFY(kind == 2 || out == plain);
            // The size has to be the record's.
            Bytes larger(size + 1);
            QVERIFY(!decodeStoredFrame(frame, larger, 0));
        }
}

void TestZstdSupport::agreesWithZstd_data()
{
    QTest::addColumn<bool>("withDictionary");
    QTest::newRow("plain") << false;
    QTest::newRow("dictionary") << true;
}

void TestZstdSupport::agreesWithZstd()
{
    QFETCH(bool, withDictionary);
    const Bytes dictionary = withDictionary ? trainedDictionary() : Bytes();
    QCOMPARE(dictionary.empty(), !withDictionary);
    const auto codec = makeRecordCodec(withDictionary ? Codec::ZstdDict : Codec::Zstd, dictionary);
    QVERIFY(codec.ok());
    std::mt19937 random(2);
    RecordDecoder decoder(**codec);
    for (std::size_t size = 1; size < 1200; size += size < 300 ? 1 : 37)
        for (const int kind : {0, 1, 2}) {
            const Bytes plain = sample(kind, size, random);
            Bytes frame((*codec)->encodeBound(size));
            const auto stored = (*codec)->encode(plain, frame);
            QVERIFY(stored.ok());
            frame.resize(*stored);
            Bytes out(size);
            QVERIFY(decoder.decode(frame, out));
            QVERIFY(out == plain);
        }
}

void TestZstdSupport::damagedFramesAreJudgedAlike_data()
{
    agreesWithZstd_data();
}

void TestZstdSupport::damagedFramesAreJudgedAlike()
{
    QFETCH(bool, withDictionary);
    const auto codec = makeRecordCodec(withDictionary ? Codec::ZstdDict : Codec::Zstd, withDictionary ? trainedDictionary() : Bytes());
    QVERIFY(codec.ok());
    std::mt19937 random(4);
    for (const int kind : {0, 1, 2}) {
        const Bytes plain = sample(kind, 24, random);
        Bytes frame((*codec)->encodeBound(plain.size()));
        const auto stored = (*codec)->encode(plain, frame);
        QVERIFY(stored.ok());
        frame.resize(*stored);
        for (std::size_t length = 0; length < frame.size(); ++length)
            QVERIFY(decodersAgree(**codec, std::span(frame).first(length), plain.size()));
        Bytes longer = frame;
        longer.push_back(std::byte{0});
        QVERIFY(decodersAgree(**codec, longer, plain.size()));
        for (std::size_t at = 0; at < std::min<std::size_t>(frame.size(), 20); ++at)
            for (int value = 0; value < 256; ++value) {
                Bytes damaged = frame;
                damaged[at] = static_cast<std::byte>(value);
                QVERIFY2(decodersAgree(**codec, damaged, plain.size()), qPrintable(QStringLiteral("byte %1 = %2").arg(at).arg(value)));
            }
    }
}

QTEST_APPLESS_MAIN(TestZstdSupport)
#include "tst_zstd_support.moc"
