#include <QTest>

#include "sampling/order_statistics.h"
#include "sampling/shares/quota_plan.h"

using namespace zrecord;
using namespace zrecord::test;

namespace {

QuotaPlan planOf(std::vector<std::uint64_t> shares)
{
    return *QuotaPlan::create(shares);
}

}  // namespace

class TestQuotaPlan : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Blocks of 3 + 2 + 5 turns: exact shares in each, and the numbers of a part run on without gaps.
    void blocksAreExact()
    {
        const QuotaPlan plan = planOf({6, 0, 4, 10});
        QCOMPARE(plan.blockLength(), std::uint64_t{10});
        std::vector<QuotaPlan::Turn> turns(1'000);
        plan.deal(9, 0, turns);
        std::vector<std::vector<std::uint64_t>> numbers(4);
        for (std::size_t i = 0; i < turns.size(); ++i) {
            numbers[turns[i].part].push_back(turns[i].number);
            if (i % 10 != 9)
                continue;
            const std::uint64_t block = i / 10 + 1;
            QCOMPARE(numbers[0].size(), 3 * block);
            QCOMPARE(numbers[1].size(), std::size_t{0});
            QCOMPARE(numbers[2].size(), 2 * block);
            QCOMPARE(numbers[3].size(), 5 * block);
        }
        for (std::vector<std::uint64_t>& part : numbers) {
            std::ranges::sort(part);
            for (std::uint64_t i = 0; i < part.size(); ++i)
                QCOMPARE(part[i], i);
        }
        std::vector<QuotaPlan::Turn> few(30);
        plan.deal(9, 333, few);
        for (std::size_t i = 0; i < few.size(); ++i) {
            QCOMPARE(few[i].part, turns[333 + i].part);
            QCOMPARE(few[i].number, turns[333 + i].number);
        }
    }

    // Where in a block a part comes up is chance.
    void turnsAreEven()
    {
        std::vector<QuotaPlan::Turn> turns(70'000);
        planOf({1, 1, 1, 1, 1, 1, 1}).deal(4, 0, turns);
        std::vector<std::uint64_t> counts(49);
        for (std::size_t i = 0; i < turns.size(); ++i)
            ++counts[i % 7 * 7 + turns[i].part];
        QVERIFY(std::abs(chiSquareSigmas(counts)) < 4);
    }

    void refused()
    {
        QCOMPARE(QuotaPlan::create(std::vector<std::uint64_t>{0, 0}).code(), ErrorCode::InvalidArgument);
        QCOMPARE(QuotaPlan::create({}).code(), ErrorCode::InvalidArgument);
        QCOMPARE(QuotaPlan::create(std::vector<std::uint64_t>{~std::uint64_t{0}, 2}).code(), ErrorCode::InvalidArgument);
        QCOMPARE(planOf({~std::uint64_t{0}, ~std::uint64_t{0}}).blockLength(), std::uint64_t{2});
    }
};

QTEST_APPLESS_MAIN(TestQuotaPlan)
#include "tst_quota_plan.moc"
