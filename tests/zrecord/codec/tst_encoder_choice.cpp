#include <QTest>

#include <random>
#include <string>
#include <vector>

#include <zdict.h>

#include "codec/codec_factories.h"
#include "codec/encoder_choice.h"

using namespace zrecord;

namespace {

using Bytes = std::vector<std::byte>;

Bytes words(std::size_t size, unsigned seed)
{
    static const std::string kText = "sphinx of black quartz judge my vow; pack my box with five dozen liquor jugs; 0123456789 ";
    std::mt19937 random(seed);
    Bytes bytes;
    while (bytes.size() < size) {
        const std::size_t at = random() % kText.size();
        const std::size_t length = 3 + random() % 9;
        for (std::size_t i = 0; i < length && bytes.size() < size; ++i)
            bytes.push_back(static_cast<std::byte>(kText[(at + i) % kText.size()]));
    }
    return bytes;
}

Bytes trained()
{
    Bytes all;
    std::vector<std::size_t> sizes;
    for (unsigned i = 0; i < 600; ++i) {
        const Bytes sample = words(600, i);
        all.insert(all.end(), sample.begin(), sample.end());
        sizes.push_back(sample.size());
    }
    Bytes dictionary(8'192);
    dictionary.resize(ZDICT_trainFromBuffer(dictionary.data(), dictionary.size(), all.data(), sizes.data(), static_cast<unsigned>(sizes.size())));
    return dictionary;
}

std::uint64_t storedBytes(const Bytes& dictionary, const EncoderChoice& choice, const std::vector<std::span<const std::byte>>& samples)
{
    const auto codec = makeZstdDictCodec(dictionary, choice);
    std::uint64_t bytes = 0;
    for (const auto sample : samples) {
        Bytes room((*codec)->encodeBound(sample.size()));
        bytes += (*codec)->encode(sample, room).value();
    }
    return bytes;
}

}  // namespace

/// The rule "cheapest within 2 % of level 19" on real frames, and that every choice can be read.
class TestEncoderChoice : public QObject {
    Q_OBJECT

private:
    const Bytes m_dictionary = trained();
    std::vector<Bytes> m_records;
    std::vector<std::span<const std::byte>> m_samples;

private slots:
    void initTestCase()
    {
        for (unsigned i = 0; i < 64; ++i)
            m_records.push_back(words(600, 10'000 + i));
        m_samples.assign(m_records.begin(), m_records.end());
    }

    void balancedKeepsTheRatio()
    {
        const auto chosen = chooseEncoder(m_dictionary, m_samples, EncoderTuning::Balanced);
        QVERIFY(chosen.ok());
        const std::uint64_t best = storedBytes(m_dictionary, {}, m_samples);
        QVERIFY(storedBytes(m_dictionary, *chosen, m_samples) <= best + best / 50);
        // Nothing cheaper would have done: the choices before it in the list lose more.
        for (const EncoderChoice& cheaper : {EncoderChoice{3, false}, EncoderChoice{6, false}, EncoderChoice{9, false}, EncoderChoice{12, false},
                                             EncoderChoice{19, true}, EncoderChoice{19, false}}) {
            if (cheaper == *chosen)
                break;
            QVERIFY(storedBytes(m_dictionary, cheaper, m_samples) > best + best / 50);
        }
        // The same samples give the same choice.
        QVERIFY(*chooseEncoder(m_dictionary, m_samples, EncoderTuning::Balanced) == *chosen);
    }

    void noiseTakesTheCheapest()
    {
        std::mt19937 random(1);
        std::vector<Bytes> noise(40, Bytes(500));
        for (Bytes& record : noise)
            for (std::byte& byte : record)
                byte = static_cast<std::byte>(random());
        const std::vector<std::span<const std::byte>> samples(noise.begin(), noise.end());
        QCOMPARE(chooseEncoder(m_dictionary, samples, EncoderTuning::Balanced)->level, 3);
    }

    void askedFor()
    {
        QVERIFY(*chooseEncoder(m_dictionary, m_samples, EncoderTuning::Ratio) == EncoderChoice{});
        QCOMPARE(chooseEncoder(m_dictionary, m_samples, EncoderTuning::Write)->level, 3);
        const auto gather = chooseEncoder(m_dictionary, m_samples, EncoderTuning::Gather);
        QVERIFY(gather.ok());
        const std::uint64_t best = storedBytes(m_dictionary, {}, m_samples);
        QVERIFY(storedBytes(m_dictionary, *gather, m_samples) <= best + best / 50);
    }

    void everyChoiceIsReadByTheUsualDecoder()
    {
        const auto reader = makeZstdDictCodec(m_dictionary, EncoderChoice{});
        for (const EncoderChoice& choice : {EncoderChoice{3, false}, EncoderChoice{9, false}, EncoderChoice{19, true}})
            for (const std::size_t size : {1UL, 8UL, 600UL, 20'000UL}) {
                const auto writer = makeZstdDictCodec(m_dictionary, choice);
                const Bytes plain = words(size, 77);
                Bytes room((*writer)->encodeBound(size));
                const auto stored = (*writer)->encode(plain, room);
                QVERIFY(stored.ok());
                Bytes out(size);
                QVERIFY((*reader)->decode(std::span(room).first(*stored), out).ok());
                QVERIFY(out == plain);
            }
    }
};

QTEST_APPLESS_MAIN(TestEncoderChoice)
#include "tst_encoder_choice.moc"
