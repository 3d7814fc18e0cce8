#include <QTest>

#include <cmath>
#include <limits>

#include "sampling/alias_table.h"

using namespace zrecord;

namespace {

/// How many of all coins of all places mean each record: its exact share, times size · coinBound.
std::vector<long double> sharesOf(const AliasTable& table)
{
    std::vector<long double> shares(table.size());
    for (std::uint64_t place = 0; place < table.size(); ++place) {
        const std::uint64_t other = table.record(place, table.coinBound() - 1);
        // The first coin that does not mean the place itself.
        std::uint64_t low = 0;
        std::uint64_t high = other == place ? table.coinBound() : table.coinBound() - 1;
        while (low < high && other != place) {
            const std::uint64_t middle = low + (high - low) / 2;
            if (table.record(place, middle) == place)
                low = middle + 1;
            else
                high = middle;
        }
        const std::uint64_t own = other == place ? table.coinBound() : low;
        shares[place] += static_cast<long double>(own) / static_cast<long double>(table.coinBound()) / static_cast<long double>(table.size());
        shares[other] += static_cast<long double>(table.coinBound() - own) / static_cast<long double>(table.coinBound()) /
                         static_cast<long double>(table.size());
    }
    return shares;
}

std::string refusal(std::vector<double> weights, ZeroWeights zeros = ZeroWeights::Refuse)
{
    const auto table = AliasTable::create(weights, zeros);
    return table.ok() ? std::string() : std::string(table.status().what());
}

}  // namespace

class TestAliasTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sharesAreExact_data()
    {
        QTest::addColumn<QList<double>>("weights");
        QTest::newRow("one") << QList<double>{5};
        QTest::newRow("equal") << QList<double>{1, 1, 1};
        QTest::newRow("small and large") << QList<double>{1, 2, 3, 4, 1e-3, 7.25};
        QTest::newRow("one huge") << QList<double>{1, 1e12, 1, 1};
        QTest::newRow("beyond the range of their sum") << QList<double>{1.7e308, 1.7e308, 0.85e308};
        QTest::newRow("denormal") << QList<double>{5e-324, 1e-323};
    }

    void sharesAreExact()
    {
        QFETCH(QList<double>, weights);
        const AliasTable table = *AliasTable::create({weights.data(), static_cast<std::size_t>(weights.size())}, ZeroWeights::Refuse);
        long double sum = 0;
        for (const double weight : weights)
            sum += static_cast<long double>(weight);
        const std::vector<long double> shares = sharesOf(table);
        for (qsizetype i = 0; i < weights.size(); ++i) {
            const long double wanted = static_cast<long double>(weights[i]) / sum;
            QVERIFY2(std::fabs(shares[static_cast<std::size_t>(i)] - wanted) < 1e-18L, qPrintable(QString::number(i)));
        }
    }

    void zeroHasNoShare()
    {
        const std::vector<double> weights{0, 1, 0, 3, 0};
        const AliasTable table = *AliasTable::create(weights, ZeroWeights::NeverDrawn);
        const std::vector<long double> shares = sharesOf(table);
        QVERIFY(shares[0] == 0 && shares[2] == 0 && shares[4] == 0);
        QVERIFY(std::fabs(shares[3] - 0.75L) < 1e-18L);
    }

    // A weight of 10^-30 of the whole still has the smallest share there is.
    void tinyWeightsStay()
    {
        const std::vector<double> weights{1e30, 1};
        QVERIFY(sharesOf(*AliasTable::create(weights, ZeroWeights::Refuse))[1] > 0);
    }

    void refusedByName()
    {
        constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        QCOMPARE(refusal({1, 2, -3}), std::string("the weight of record 2 is negative, -3.000000"));
        QCOMPARE(refusal({1, kNan}), std::string("the weight of record 1 is not a number"));
        QCOMPARE(refusal({kInfinity, 1}), std::string("the weight of record 0 is infinite"));
        QCOMPARE(refusal({1, 0}), std::string("the weight of record 1 is zero"));
        QCOMPARE(refusal({1, 0, -1}, ZeroWeights::NeverDrawn), std::string("the weight of record 2 is negative, -1.000000"));
        QCOMPARE(refusal({0, 0}, ZeroWeights::NeverDrawn), std::string("all 2 weights are zero: no record can be drawn"));
        QCOMPARE(refusal({}), std::string("an order needs at least one record, but the length is 0"));
    }
};

QTEST_APPLESS_MAIN(TestAliasTable)
#include "tst_alias_table.moc"
