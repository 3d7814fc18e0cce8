#include <QTest>

#include <algorithm>
#include <numeric>
#include <vector>

#include "loading/part_sampler.h"
#include "loading/rank_part.h"

using namespace zrecord;

namespace {

using Indices = std::vector<std::uint64_t>;

Indices picked(std::uint64_t globalLength, std::uint64_t rank, std::uint64_t world, RankSplit split, RankRemainder remainder)
{
    Indices global(globalLength);
    std::iota(global.begin(), global.end(), 100);
    const RankPart part(globalLength, rank, world, split, remainder);
    Indices out(part.length());
    part.pick(global, out);
    return out;
}

}  // namespace

class TestRankPart : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void dividesEvenly()
    {
        QCOMPARE(picked(8, 1, 2, RankSplit::Strided, RankRemainder::Drop), (Indices{101, 103, 105, 107}));
        QCOMPARE(picked(8, 1, 2, RankSplit::Blocked, RankRemainder::Drop), (Indices{104, 105, 106, 107}));
        QVERIFY(RankPart(8, 0, 1, RankSplit::Blocked, RankRemainder::Wrap).isWhole());
        QVERIFY(!RankPart(1, 0, 2, RankSplit::Strided, RankRemainder::Wrap).isWhole());
    }

    void remainders()
    {
        // 8 records, 3 ranks.
        QCOMPARE(picked(8, 0, 3, RankSplit::Strided, RankRemainder::Drop), (Indices{100, 103}));
        QCOMPARE(picked(8, 2, 3, RankSplit::Strided, RankRemainder::Drop), (Indices{102, 105}));
        QCOMPARE(picked(8, 2, 3, RankSplit::Blocked, RankRemainder::Drop), (Indices{104, 105}));
        QCOMPARE(picked(8, 1, 3, RankSplit::Strided, RankRemainder::Wrap), (Indices{101, 104, 107}));
        QCOMPARE(picked(8, 2, 3, RankSplit::Strided, RankRemainder::Wrap), (Indices{102, 105, 100}));
        QCOMPARE(picked(8, 2, 3, RankSplit::Blocked, RankRemainder::Wrap), (Indices{106, 107, 100}));
        QCOMPARE(picked(8, 1, 3, RankSplit::Strided, RankRemainder::Uneven), (Indices{101, 104, 107}));
        QCOMPARE(picked(8, 2, 3, RankSplit::Strided, RankRemainder::Uneven), (Indices{102, 105}));
        QCOMPARE(picked(8, 1, 3, RankSplit::Blocked, RankRemainder::Uneven), (Indices{103, 104, 105}));
        QCOMPARE(picked(8, 2, 3, RankSplit::Blocked, RankRemainder::Uneven), (Indices{106, 107}));
    }

    void moreRanksThanRecords()
    {
        QCOMPARE(picked(2, 4, 5, RankSplit::Strided, RankRemainder::Drop), Indices{});
        QCOMPARE(picked(2, 4, 5, RankSplit::Strided, RankRemainder::Wrap), Indices{100});
        QCOMPARE(picked(2, 3, 5, RankSplit::Blocked, RankRemainder::Wrap), Indices{101});
        QCOMPARE(picked(1, 2, 3, RankSplit::Strided, RankRemainder::Wrap), Indices{100});
        QCOMPARE(picked(2, 1, 5, RankSplit::Blocked, RankRemainder::Uneven), Indices{101});
        QCOMPARE(picked(2, 2, 5, RankSplit::Blocked, RankRemainder::Uneven), Indices{});
    }

    void unionIsTheBatch()
    {
        for (std::uint64_t length = 1; length <= 40; ++length)
            for (std::uint64_t world = 1; world <= 12; ++world)
                for (const RankSplit split : {RankSplit::Strided, RankSplit::Blocked})
                    for (const RankRemainder remainder : {RankRemainder::Drop, RankRemainder::Wrap, RankRemainder::Uneven}) {
                        std::vector<int> seen(length);
                        for (std::uint64_t rank = 0; rank < world; ++rank)
                            for (const std::uint64_t record : picked(length, rank, world, split, remainder))
                                ++seen[record - 100];
                        const std::uint64_t rest = length % world;
                        for (std::uint64_t i = 0; i < length; ++i) {
                            int expected = 1;
                            if (remainder == RankRemainder::Drop && i >= length - rest)
                                expected = 0;
                            if (remainder == RankRemainder::Wrap && rest != 0) {
                                const std::uint64_t extra = world * (length / world + 1) - length;
                                expected = static_cast<int>(1 + extra / length + (i < extra % length ? 1 : 0));
                            }
                            QCOMPARE(seen[i], expected);
                        }
                    }
    }
};

QTEST_APPLESS_MAIN(TestRankPart)
#include "tst_rank_part.moc"
