#include <QTest>

#include "order_statistics.h"
#include "sampling/cycle_order.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

/// Gives seed · 10,000 + cycle · 100 + place, in cycles of seven.
class CountingOrder final : public CycleOrder {
public:
    std::uint64_t length() const noexcept override { return ~std::uint64_t{0}; }
    std::uint64_t cycleLength() const noexcept override { return 7; }
    std::string identity() const override { return "counting"; }

private:
    void fillCycle(std::uint64_t seed, std::uint64_t cycle, std::uint64_t place, std::span<std::uint64_t> out) const override
    {
        for (std::uint64_t& value : out)
            value = seed * 10'000 + cycle * 100 + place++;
    }
};

}  // namespace

class TestCycleOrder : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void splitsAtTheEndsOfCycles()
    {
        const CountingOrder order;
        const std::vector<std::uint64_t> got = taken(order, 3, 5, 20);
        for (std::uint64_t i = 0; i < got.size(); ++i)
            QCOMPARE(got[i], 30'000 + (5 + i) / 7 * 100 + (5 + i) % 7);
        QVERIFY(taken(order, 3, 5, 0).empty());
        QCOMPARE(taken(order, 0, ~std::uint64_t{0}, 1).front(), (~std::uint64_t{0} / 7) * 100 + ~std::uint64_t{0} % 7);
    }
};

QTEST_APPLESS_MAIN(TestCycleOrder)
#include "tst_cycle_order.moc"
