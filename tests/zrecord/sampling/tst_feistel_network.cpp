#include <QTest>

#include <QJsonObject>

#include <algorithm>
#include <array>
#include <vector>

#include "golden_vectors.h"
#include "sampling/cyclic_sampler.h"
#include "sampling/feistel_network.h"

using namespace zrecord;

Q_DECLARE_METATYPE(zrecord::LaneKind)

namespace {

// F as docs/format/samplers.md writes it down, without anything clever.
std::uint64_t networkOfThePage(std::uint64_t key, unsigned halfBits, std::uint64_t value)
{
    const auto mix = [](std::uint64_t seed, std::uint64_t v, std::uint64_t j) {
        std::uint64_t z = seed ^ (v * 0x9E3779B97F4A7C15ULL) ^ (j * 0xD1B54A32D192ED03ULL);
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ULL;
        z = (z ^ (z >> 27)) * 0x94D049BB133111EBULL;
        return z ^ (z >> 31);
    };
    const std::uint64_t mask = (1ULL << halfBits) - 1;
    std::uint64_t l = value >> halfBits;
    std::uint64_t r = value & mask;
    for (std::uint64_t j = 0; j < 4; ++j) {
        const std::uint64_t next = l ^ (mix(key, r, j) & mask);
        l = r;
        r = next;
    }
    return (l << halfBits) + r;
}

}  // namespace

class TestFeistelNetwork : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyKindIsTheNetworkOfThePage_data() { kinds(); }

    void everyKindIsTheNetworkOfThePage()
    {
        QFETCH(LaneKind, kind);
        std::uint64_t next = 12345;
        for (unsigned halfBits = 1; halfBits <= 32; ++halfBits) {
            const std::uint64_t last = halfBits == 32 ? ~0ULL : (1ULL << (2 * halfBits)) - 1;
            for (const std::uint64_t key : {0ULL, 1ULL, 0x0123'4567'89ab'cdefULL, ~0ULL}) {
                const FeistelNetwork network(halfBits, key);
                for (const std::size_t count : {std::size_t{1}, std::size_t{15}, std::size_t{16}, std::size_t{17}, std::size_t{100}}) {
                    std::vector<std::uint64_t> values(112, 7);
                    std::vector<std::uint64_t> expected;
                    for (std::size_t i = 0; i < count; ++i) {
                        values[i] = i == 0 ? last : (next = next * 6364136223846793005ULL + 1442695040888963407ULL) & last;
                        expected.push_back(networkOfThePage(key, halfBits, values[i]));
                        QCOMPARE(network.at(values[i]), expected.back());
                        QCOMPARE(network.inverse(expected.back()), values[i]);
                    }
                    network.apply(values.data(), count, kind);
                    QVERIFY(std::equal(expected.begin(), expected.end(), values.begin()));
                    // Nothing beyond the group is touched.
                    for (std::size_t i = (count + 15) / 16 * 16; i < values.size(); ++i)
                        QCOMPARE(values[i], 7ULL);
                }
            }
        }
    }

    void everyKindGivesTheGoldenVectors_data() { kinds(); }

    void everyKindGivesTheGoldenVectors()
    {
        QFETCH(LaneKind, kind);
        int compared = 0;
        for (const QJsonValue& value : samplerVectors()) {
            const QJsonObject vector = value.toObject();
            if (vector[QLatin1String("mode")].toInt() != 2)
                continue;
            const std::uint64_t length = number(vector[QLatin1String("length")]);
            const std::uint64_t batch = number(vector[QLatin1String("batch")]);
            const std::uint64_t steps = std::max<std::uint64_t>(length / batch, 1);
            const auto batchOf = [&](std::uint64_t step, bool tables) {
                IndexPermutation permutation = IndexPermutation::ofCycle(length, number(vector[QLatin1String("seed")]), step / steps, kind);
                if (tables)
                    permutation.tabulate();
                std::vector<std::uint64_t> out(std::min(batch, length));
                permutation.fill(step % steps * out.size(), out);
                return out;
            };
            const QJsonArray first = vector[QLatin1String("first")].toArray();
            for (const bool tables : {false, true}) {
                for (qsizetype i = 0; i < first.size(); ++i)
                    QCOMPARE(batchOf(static_cast<std::uint64_t>(i), tables), numbers(first.at(i)));
                QCOMPARE(batchOf(number(vector[QLatin1String("step")]), tables), numbers(vector[QLatin1String("at_step")]));
            }
            ++compared;
        }
        QCOMPARE(compared, 90);
    }

    // Lengths just above a power of four: three values in four lie outside, and go through the network again.
    void everyKindWalksOn_data() { kinds(); }

    void everyKindWalksOn()
    {
        QFETCH(LaneKind, kind);
        for (const std::uint64_t length : {5ULL, 65ULL, 257ULL, 65'537ULL, (1ULL << 20) + 1, (1ULL << 40) + 1, (1ULL << 62) + 1}) {
            const IndexPermutation permutation(length, 99, kind);
            for (const std::size_t count : {std::size_t{1}, std::size_t{3}, std::size_t{4}, std::size_t{255}, std::size_t{256}, std::size_t{257}, std::size_t{1000}}) {
                std::vector<std::uint64_t> out(std::min<std::uint64_t>(count, length));
                const std::uint64_t first = length - out.size();
                permutation.fill(first, out);
                for (std::size_t i = 0; i < out.size(); ++i)
                    QCOMPARE(out[i], permutation.at(first + i));
            }
        }
    }

    void theFastestIsOneThatTheProcessorHas()
    {
        QVERIFY(processorHas(LaneKind::Portable));
        QVERIFY(processorHas(fastestLanes()));
        QVERIFY(fastestLanes() == LaneKind::Avx2 || !processorHas(LaneKind::Avx2));
    }

private:
    static void kinds()
    {
        QTest::addColumn<LaneKind>("kind");
        QTest::newRow("portable") << LaneKind::Portable;
        if (processorHas(LaneKind::Avx2))
            QTest::newRow("AVX2") << LaneKind::Avx2;
    }
};

QTEST_APPLESS_MAIN(TestFeistelNetwork)
#include "tst_feistel_network.moc"
