#include <QTest>

#include <map>
#include <set>

#include "order_statistics.h"
#include "sampling/keyed_permutation.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

std::vector<std::uint64_t> whole(std::uint64_t length, std::uint64_t key)
{
    std::vector<std::uint64_t> out(length);
    KeyedPermutation(length, key).fill(0, out);
    return out;
}

}  // namespace

class TestKeyedPermutation : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void isABijection()
    {
        for (const std::uint64_t length : {0U, 1U, 2U, 3U, 5U, 63U, 64U, 65U, 255U, 256U, 257U, 65'537U}) {
            const std::vector<std::uint64_t> values = whole(length, 7);
            QCOMPARE(std::set<std::uint64_t>(values.begin(), values.end()).size(), std::size_t{length});
            for (std::uint64_t i = 0; i < length; i += 1 + length / 50) {
                QVERIFY(values[i] < length);
                QCOMPARE(KeyedPermutation(length, 7).at(i), values[i]);
            }
        }
    }

    // All 24 permutations of four elements come up equally often.
    void allPermutationsOfFour()
    {
        std::map<std::vector<std::uint64_t>, std::uint64_t> seen;
        for (std::uint64_t key = 0; key < 24'000; ++key)
            ++seen[whole(4, key)];
        QCOMPARE(seen.size(), std::size_t{24});
        std::vector<std::uint64_t> counts;
        for (const auto& [order, count] : seen)
            counts.push_back(count);
        QVERIFY2(std::abs(chiSquareSigmas(counts)) < 4, qPrintable(QString::number(chiSquareSigmas(counts))));
    }

    void everyElementEverywhere_data()
    {
        QTest::addColumn<quint64>("length");
        for (const quint64 length : {2U, 3U, 7U, 10U, 20U, 63U, 64U, 65U, 100U})
            QTest::addRow("%llu", static_cast<unsigned long long>(length)) << length;
    }

    void everyElementEverywhere()
    {
        QFETCH(quint64, length);
        std::vector<std::uint64_t> counts(length * length);
        for (std::uint64_t key = 0; key < 40'000; ++key) {
            const std::vector<std::uint64_t> values = whole(length, key);
            for (std::uint64_t i = 0; i < length; ++i)
                ++counts[i * length + values[i]];
        }
        const double sigmas = chiSquareSigmas(counts);
        QVERIFY2(sigmas < 4, qPrintable(QString::number(sigmas)));
    }
};

QTEST_APPLESS_MAIN(TestKeyedPermutation)
#include "tst_keyed_permutation.moc"
