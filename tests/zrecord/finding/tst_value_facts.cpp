#include <bit>
#include <cmath>
#include <limits>

#include "fact_stores.h"
#include "zrecord/record_facts.h"

namespace zrecord {

using test::bytesOf;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();

template <typename T>
RecordFacts factsOf(const char* dtype, const std::vector<T>& values)
{
    return valueFacts(*DType::parse(dtype), bytesOf(values));
}

}  // namespace

class TestValueFacts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void bytesAreExact()
    {
        // numpy.array([0, 1, 2, 255], uint8): mean 64.5, std sqrt(12097.25)
        const RecordFacts facts = factsOf<std::uint8_t>("|u1", {0, 1, 2, 255});
        QCOMPARE(facts.min, 0.0);
        QCOMPARE(facts.max, 255.0);
        QCOMPARE(facts.mean, 64.5);
        QCOMPARE(facts.std, std::sqrt(12097.25));
        QCOMPARE(facts.elements, std::uint64_t{4});
        QCOMPARE(facts.plainBytes, std::uint64_t{4});
        QVERIFY(std::isnan(facts.value));
    }

    void equalValuesHaveNoSpread()
    {
        QCOMPARE(factsOf<std::int16_t>("<i2", {-7, -7, -7}).std, 0.0);
        QCOMPARE(factsOf<float>("<f4", {0.1F, 0.1F}).std, 0.0);
        const RecordFacts one = factsOf<std::int64_t>("<i8", {-3});
        QCOMPARE(one.value, -3.0);
        QCOMPARE(one.std, 0.0);
    }

    void nanAndInfinityAreCountedNotMixedIn()
    {
        const RecordFacts facts = factsOf<double>("<f8", {kNaN, 1.0, 3.0, kInf, -kInf, kNaN, kNaN});
        QCOMPARE(facts.nanCount, std::uint64_t{3});
        QCOMPARE(facts.infinityCount, std::uint64_t{2});
        QCOMPARE(facts.min, 1.0);
        QCOMPARE(facts.max, 3.0);
        QCOMPARE(facts.mean, 2.0);
        QCOMPARE(facts.std, 1.0);
        const RecordFacts none = factsOf<float>("<f4", {std::numeric_limits<float>::quiet_NaN()});
        QCOMPARE(none.nanCount, std::uint64_t{1});
        QVERIFY(std::isnan(none.min) && std::isnan(none.mean) && std::isnan(none.std) && std::isnan(none.value));
    }

    void hugeValuesDoNotOverflow()
    {
        const RecordFacts facts = factsOf<double>("<f8", {1e308, 1e308, -1e308, -1e308});
        QCOMPARE(facts.mean, 0.0);
        QCOMPARE(facts.std, 1e308);
        const RecordFacts whole = factsOf<std::uint64_t>("<u8", {std::numeric_limits<std::uint64_t>::max(), 0});
        QCOMPARE(whole.max, 18446744073709551615.0);
        QCOMPARE(whole.mean, 9223372036854775807.5);
    }

    void halvesAndForeignOrder()
    {
        // 0x3c00 = 1, 0xc000 = -2, 0x7bff = 65504, 0x7e00 = NaN, 0x0001 = 2^-24
        const RecordFacts halves = factsOf<std::uint16_t>("<f2", {0x3c00, 0xc000, 0x7bff, 0x7e00, 0x0001});
        QCOMPARE(halves.min, -2.0);
        QCOMPARE(halves.max, 65504.0);
        QCOMPARE(halves.nanCount, std::uint64_t{1});
        const RecordFacts big = factsOf<std::uint8_t>(">i2", {0x01, 0x02, 0xff, 0xfe});
        QCOMPARE(big.max, 258.0);
        QCOMPARE(big.min, -2.0);
    }

    void boolsAreZeroAndOne()
    {
        const RecordFacts facts = factsOf<std::uint8_t>("|b1", {1, 0, 0, 0});
        QCOMPARE(facts.mean, 0.25);
        QCOMPARE(facts.max, 1.0);
    }

    void otherTypesHaveSizesOnly()
    {
        for (const char* dtype : {"<c8", "|S4", "<U1", "<M8[s]", "[('a', '<f4')]"})
            QVERIFY2(!hasStatistics(*DType::parse(dtype)), dtype);
        const RecordFacts facts = valueFacts(*DType::parse("<c8"), bytesOf<float>({1, 2, 3, 4}));
        QCOMPARE(facts.elements, std::uint64_t{2});
        QVERIFY(std::isnan(facts.min));
    }

    void nothingAtAll()
    {
        const RecordFacts facts = factsOf<float>("<f4", {});
        QCOMPARE(facts.elements, std::uint64_t{0});
        QVERIFY(std::isnan(facts.min) && std::isnan(facts.mean));
    }
};

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestValueFacts)
#include "tst_value_facts.moc"
