#include <QTest>

#include <algorithm>
#include <atomic>
#include <cstring>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <zdict.h>
#include <zstd.h>

#include "codec/record_codec.h"

using namespace zrecord;

namespace {

using Bytes = std::vector<std::byte>;

Bytes compressible(std::size_t size, unsigned seed)
{
    static const std::string kWords = "the quick brown fox jumps over the lazy dog again and again ";
    std::mt19937 random(seed);
    Bytes bytes;
    bytes.reserve(size);
    while (bytes.size() < size) {
        const std::size_t at = random() % kWords.size();
        for (std::size_t i = 0; i < 12 && bytes.size() < size; ++i)
            bytes.push_back(static_cast<std::byte>(kWords[(at + i) % kWords.size()]));
    }
    return bytes;
}

Bytes noise(std::size_t size, unsigned seed)
{
    std::mt19937 random(seed);
    Bytes bytes(size);
    for (std::byte& byte : bytes)
        byte = static_cast<std::byte>(random() & 0xff);
    return bytes;
}

Bytes trainedDictionary()
{
    Bytes all;
    std::vector<std::size_t> sizes;
    for (unsigned i = 0; i < 400; ++i) {
        const Bytes sample = compressible(512, i);
        all.insert(all.end(), sample.begin(), sample.end());
        sizes.push_back(sample.size());
    }
    Bytes dictionary(4'096);
    const std::size_t size = ZDICT_trainFromBuffer(dictionary.data(), dictionary.size(), all.data(), sizes.data(),
                                                   static_cast<unsigned>(sizes.size()));
    Q_ASSERT(!ZDICT_isError(size));
    dictionary.resize(size);
    return dictionary;
}

std::unique_ptr<RecordCodec> makeCodec(Codec codec, std::span<const std::byte> dictionary = {})
{
    auto made = makeRecordCodec(codec, dictionary);
    return made.ok() ? std::move(made).value() : nullptr;
}

Bytes encoded(const RecordCodec& codec, const Bytes& plain)
{
    Bytes out(codec.encodeBound(plain.size()));
    const auto size = codec.encode(plain, out);
    out.resize(size.ok() ? size.value() : 0);
    return out;
}

struct FrameOptions {
    bool contentSize = true;
    bool checksum = false;
    int level = 3;
};

Bytes frame(const Bytes& plain, const FrameOptions& options, std::span<const std::byte> dictionary = {})
{
    ZSTD_CCtx* context = ZSTD_createCCtx();
    ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, options.level);
    ZSTD_CCtx_setParameter(context, ZSTD_c_contentSizeFlag, options.contentSize ? 1 : 0);
    ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, options.checksum ? 1 : 0);
    ZSTD_CCtx_loadDictionary(context, dictionary.data(), dictionary.size());
    Bytes out(ZSTD_compressBound(plain.size()));
    out.resize(ZSTD_compress2(context, out.data(), out.size(), plain.data(), plain.size()));
    ZSTD_freeCCtx(context);
    return out;
}

Bytes skippable(std::size_t payload)
{
    Bytes out(8 + payload, std::byte{0x55});
    const std::uint32_t magic = ZSTD_MAGIC_SKIPPABLE_START + 5;
    for (std::size_t i = 0; i < 4; ++i) {
        out[i] = static_cast<std::byte>(magic >> (8 * i) & 0xff);
        out[4 + i] = static_cast<std::byte>(payload >> (8 * i) & 0xff);
    }
    return out;
}

Bytes operator+(Bytes a, const Bytes& b)
{
    a.insert(a.end(), b.begin(), b.end());
    return a;
}

Bytes part(const Bytes& bytes, std::size_t from, std::size_t to)
{
    return Bytes(bytes.begin() + static_cast<std::ptrdiff_t>(from), bytes.begin() + static_cast<std::ptrdiff_t>(to));
}

}  // namespace

class TestRecordCodec : public QObject {
    Q_OBJECT

    const Bytes m_trained = trainedDictionary();
    const Bytes m_rawContent = compressible(300, 77);

    std::unique_ptr<RecordCodec> codecNamed(const QString& name) const
    {
        if (name == QLatin1String("raw"))
            return makeCodec(Codec::Raw);
        if (name == QLatin1String("zstd"))
            return makeCodec(Codec::Zstd);
        return makeCodec(Codec::ZstdDict, name == QLatin1String("trained") ? m_trained : m_rawContent);
    }

    static void compressedCodecs()
    {
        QTest::addColumn<QString>("name");
        QTest::newRow("zstd") << "zstd";
        QTest::newRow("trained") << "trained";
        QTest::newRow("raw content") << "content";
    }

private Q_SLOTS:
    void roundTrip_data()
    {
        compressedCodecs();
        QTest::newRow("raw") << "raw";
    }

    void roundTrip()
    {
        QFETCH(QString, name);
        const auto codec = codecNamed(name);
        QVERIFY(codec);
        QCOMPARE(codec->isIdentity(), name == QLatin1String("raw"));
        for (const std::size_t size : {1UL, 2UL, 7UL, 8UL, 255UL, 1'024UL, 70'000UL, 300'000UL}) {
            for (const Bytes& plain : {compressible(size, 1), noise(size, 2), Bytes(size), Bytes(size, std::byte{0xff})}) {
                const Bytes stored = encoded(*codec, plain);
                QVERIFY(!stored.empty());
                Bytes back(size, std::byte{0x5a});
                const Status status = codec->decode(stored, back);
                QVERIFY2(status.ok(), status.message().c_str());
                QCOMPARE(back, plain);
            }
        }
    }

    void zstdFramesAreThoseOfLevelThree()
    {
        const auto codec = makeCodec(Codec::Zstd);
        for (const Bytes& plain : {compressible(5'000, 3), noise(5'000, 4), compressible(400'000, 5)}) {
            Bytes expected(ZSTD_compressBound(plain.size()));
            expected.resize(ZSTD_compress(expected.data(), expected.size(), plain.data(), plain.size(), 3));
            const Bytes stored = encoded(*codec, plain);
            QCOMPARE(stored, expected);
            QCOMPARE(ZSTD_getFrameContentSize(stored.data(), stored.size()), static_cast<unsigned long long>(plain.size()));
            QCOMPARE(std::to_integer<int>(stored[4]) & 0x04, 0);  // no checksum
            QCOMPARE(ZSTD_getDictID_fromFrame(stored.data(), stored.size()), 0U);
        }
    }

    void dictionaryFramesAreThoseOfLevelNineteen()
    {
        for (const Bytes* dictionary : {&m_trained, &m_rawContent}) {
            const auto codec = makeCodec(Codec::ZstdDict, *dictionary);
            ZSTD_CDict* tables = ZSTD_createCDict(dictionary->data(), dictionary->size(), 19);
            ZSTD_CCtx* context = ZSTD_createCCtx();
            for (const Bytes& plain : {compressible(900, 6), noise(900, 7), compressible(200'000, 8)}) {
                Bytes expected(ZSTD_compressBound(plain.size()));
                expected.resize(ZSTD_compress_usingCDict(context, expected.data(), expected.size(), plain.data(), plain.size(), tables));
                const Bytes stored = encoded(*codec, plain);
                QCOMPARE(stored, expected);
                QCOMPARE(ZSTD_getDictID_fromFrame(stored.data(), stored.size()),
                         ZSTD_getDictID_fromDict(dictionary->data(), dictionary->size()));
            }
            ZSTD_freeCCtx(context);
            ZSTD_freeCDict(tables);
        }
        QVERIFY(ZSTD_getDictID_fromDict(m_trained.data(), m_trained.size()) != 0);
        QCOMPARE(ZSTD_getDictID_fromDict(m_rawContent.data(), m_rawContent.size()), 0U);
    }

    void oneByteDictionaryWorks()
    {
        const Bytes dictionary{std::byte{0x41}};
        const auto codec = makeCodec(Codec::ZstdDict, dictionary);
        QVERIFY(codec);
        const Bytes plain = compressible(1'000, 9);
        const Bytes stored = encoded(*codec, plain);
        Bytes back(plain.size());
        QVERIFY(codec->decode(stored, back).ok());
        QCOMPARE(back, plain);
    }

    void tolerantReading_data() { compressedCodecs(); }

    void tolerantReading()
    {
        QFETCH(QString, name);
        const auto codec = codecNamed(name);
        const Bytes dictionary = name == QLatin1String("trained") ? m_trained : name == QLatin1String("content") ? m_rawContent : Bytes();
        const Bytes plain = compressible(10'000, 10);
        const Bytes a = part(plain, 0, 4'000);
        const Bytes b = part(plain, 4'000, 10'000);
        const FrameOptions sizeless{.contentSize = false};
        const FrameOptions summed{.checksum = true};
        const std::vector<Bytes> accepted{
            frame(plain, {}, dictionary),
            frame(plain, sizeless, dictionary),
            frame(plain, summed, dictionary),
            frame(plain, {.level = 19}, dictionary),
            frame(plain, {.level = -5}, dictionary),
            frame(a, {}, dictionary) + frame(b, {}, dictionary),
            frame(a, sizeless, dictionary) + frame(b, summed, dictionary),
            skippable(100) + frame(plain, {}, dictionary),
            frame(a, {}, dictionary) + skippable(0) + frame(b, sizeless, dictionary) + skippable(3),
            frame(plain, {}, dictionary) + frame({}, {}, dictionary),
        };
        for (const Bytes& stored : accepted) {
            Bytes back(plain.size());
            const Status status = codec->decode(stored, back);
            QVERIFY2(status.ok(), status.message().c_str());
            QCOMPARE(back, plain);
        }
    }

    void damageIsRefused_data() { compressedCodecs(); }

    void damageIsRefused()
    {
        QFETCH(QString, name);
        const auto codec = codecNamed(name);
        const Bytes dictionary = name == QLatin1String("trained") ? m_trained : name == QLatin1String("content") ? m_rawContent : Bytes();
        const Bytes plain = compressible(10'000, 11);
        const Bytes good = frame(plain, {}, dictionary);
        const Bytes shorter = part(plain, 0, 9'999);
        const Bytes longer = plain + Bytes(1);
        Bytes brokenSum = frame(plain, {.checksum = true}, dictionary);
        brokenSum.back() ^= std::byte{1};
        const std::vector<std::pair<Bytes, const char*>> refused{
            {good + Bytes(1), ""},
            {good + Bytes(100, std::byte{0xee}), ""},
            {part(good, 0, good.size() - 1), ""},
            {part(good, 0, 3), "do not begin with a zstd frame"},
            {{}, "do not begin with a zstd frame"},
            {Bytes(200, std::byte{0x42}), "do not begin with a zstd frame"},
            {Bytes{std::byte{0x25}, std::byte{0xb5}, std::byte{0x2f}, std::byte{0xfd}} + good, "do not begin"},  // version 0.5
            {frame(shorter, {}, dictionary), "holds 9999 bytes instead of 10000"},
            {frame(shorter, {.contentSize = false}, dictionary), "holds 9999 bytes instead of 10000"},
            {frame(longer, {}, dictionary), "more than the 10000 bytes"},
            {frame(longer, {.contentSize = false}, dictionary), "more than the 10000 bytes"},
            {good + good, "more than the 10000 bytes"},
            {skippable(50), "holds 0 bytes instead of 10000"},
            {brokenSum, "checksum"},
        };
        for (const auto& [stored, text] : refused) {
            Bytes back(plain.size());
            const Status status = codec->decode(stored, back);
            QVERIFY(status.code() == ErrorCode::CorruptRecord);
            QVERIFY2(std::string(status.what()).find(text) != std::string::npos, status.message().c_str());
            QVERIFY(codec->decode(good, back).ok());  // the context is usable again
            QCOMPARE(back, plain);
        }
    }

    void everyFlippedByteIsSafe_data() { compressedCodecs(); }

    void everyFlippedByteIsSafe()
    {
        QFETCH(QString, name);
        const auto codec = codecNamed(name);
        const Bytes plain = compressible(2'000, 12);
        const Bytes good = encoded(*codec, plain);
        for (std::size_t i = 0; i < good.size(); ++i) {
            for (const unsigned flip : {1U, 0x80U, 0xffU}) {
                Bytes bad = good;
                bad[i] ^= static_cast<std::byte>(flip);
                Bytes back(plain.size() + 16, std::byte{0x77});
                const Status status = codec->decode(bad, std::span(back).first(plain.size()));
                QVERIFY(status.ok() || status.code() == ErrorCode::CorruptRecord);
                QVERIFY(std::all_of(back.end() - 16, back.end(), [](std::byte b) { return b == std::byte{0x77}; }));
            }
        }
    }

    void wrongDictionaryIsNamed()
    {
        Bytes other = m_trained;
        other[4] ^= std::byte{1};  // its id
        const Bytes plain = compressible(600, 13);
        const Bytes stored = encoded(*makeCodec(Codec::ZstdDict, m_trained), plain);
        Bytes back(plain.size());
        const Status status = makeCodec(Codec::ZstdDict, other)->decode(stored, back);
        QVERIFY(status.code() == ErrorCode::CorruptRecord);
        QVERIFY2(std::string(status.what()).find("another dictionary") != std::string::npos, status.message().c_str());
    }

    void rawChecksTheLength()
    {
        const auto codec = makeCodec(Codec::Raw);
        Bytes back(10);
        QVERIFY(codec->decode(Bytes(9), back).code() == ErrorCode::CorruptRecord);
        QVERIFY(codec->decode(Bytes(11), back).code() == ErrorCode::CorruptRecord);
        Bytes small(3);
        QVERIFY(codec->encode(Bytes(4), small).code() == ErrorCode::BufferTooSmall);
        QVERIFY(makeCodec(Codec::Zstd)->encode(Bytes(400), small).code() == ErrorCode::BufferTooSmall);
    }

    void factoryRefusesWhatCannotWork()
    {
        QVERIFY(makeRecordCodec(Codec::ZstdDict, {}).code() == ErrorCode::DictionaryError);
        QVERIFY(makeRecordCodec(Codec::Zstd, m_trained).code() == ErrorCode::DictionaryError);
        QVERIFY(makeRecordCodec(Codec::Raw, m_trained).code() == ErrorCode::DictionaryError);
        QVERIFY(makeRecordCodec(static_cast<Codec>(7), {}).code() == ErrorCode::InvalidArgument);
        QVERIFY(makeRecordCodec(Codec::Zstd, {}, {.zstdLevel = 23}).code() == ErrorCode::InvalidArgument);
        QVERIFY(makeRecordCodec(Codec::ZstdDict, m_trained, {.dictionaryLevel = 99}).code() == ErrorCode::InvalidArgument);
        Bytes damaged = part(m_trained, 0, 60);  // magic, id and half of the entropy tables
        QVERIFY(makeRecordCodec(Codec::ZstdDict, damaged).code() == ErrorCode::DictionaryError);
    }

    void otherLevelsCompressFurther()
    {
        const Bytes plain = compressible(100'000, 14);
        const auto fast = makeRecordCodec(Codec::Zstd, {}, {.zstdLevel = 1});
        const auto slow = makeRecordCodec(Codec::Zstd, {}, {.zstdLevel = 19});
        QVERIFY(encoded(*slow.value(), plain).size() < encoded(*fast.value(), plain).size());
    }

    void manyThreadsShareOneCodec_data() { compressedCodecs(); }

    void manyThreadsShareOneCodec()
    {
        QFETCH(QString, name);
        const auto codec = codecNamed(name);
        std::atomic<int> wrong{0};
        std::vector<std::thread> threads;
        for (unsigned t = 0; t < 6; ++t) {
            threads.emplace_back([&, t] {
                for (unsigned i = 0; i < 60; ++i) {
                    const Bytes plain = compressible(200 + 37 * i, t * 1'000 + i);
                    const Bytes stored = encoded(*codec, plain);
                    Bytes back(plain.size());
                    if (!codec->decode(stored, back).ok() || back != plain)
                        ++wrong;
                }
            });
        }
        for (std::thread& thread : threads)
            thread.join();
        QCOMPARE(wrong.load(), 0);
    }
};

QTEST_APPLESS_MAIN(TestRecordCodec)
#include "tst_record_codec.moc"
