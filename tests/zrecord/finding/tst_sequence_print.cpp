#include "finding/sequence_print.h"

#include <algorithm>
#include <numeric>
#include <string_view>

#include <QTest>

#include "fact_stores.h"

namespace zrecord {

class TestSequencePrint : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void piecesAreWhatStandsInARow()
    {
        QCOMPARE(pieceLength(*DType::parse("|u1")), std::size_t{5});
        QCOMPARE(pieceLength(*DType::parse("<i4")), std::size_t{3});
        QCOMPARE(text("abcdefgh").size(), std::size_t{4});
        QCOMPARE(text("abc").size(), std::size_t{1});
        QCOMPARE(text("").size(), std::size_t{0});
        QCOMPARE(text("aaaaaaaaaaaa").size(), std::size_t{1});  // each once
        QCOMPARE(numbers({1, 2, 3, 4, 5}).size(), std::size_t{3});
        QVERIFY(text("abc") != text("abd"));
    }

    void likenessIsCommonAmongAll()
    {
        // abcde bcdef | bcdef cdefg: one of three.
        QCOMPARE(likeness(text("abcdef"), text("bcdefg")), 1.0 / 3);
        QCOMPARE(likeness(text("abcdef"), text("abcdef")), 1.0);
        QCOMPARE(likeness(text("abcdef"), text("uvwxyz")), 0.0);
        QCOMPARE(likeness(text(""), text("")), 0.0);
        QCOMPARE(likeness(numbers({1, 2, 3, 4}), numbers({9, 1, 2, 3})), 1.0 / 3);
    }

    /// Two sets that have 90 of 110 pieces in common share a band almost surely; two without any share none.
    void alikeOnesShareABand()
    {
        int shared = 0;
        for (std::uint64_t round = 0; round < 50; ++round) {
            const SequencePrint a = sequencePrint(range(round * 1000, 100));
            const SequencePrint b = sequencePrint(range(round * 1000 + 10, 100));
            const SequencePrint c = sequencePrint(range(round * 1000 + 500, 100));
            shared += anyEqual(a, b) ? 1 : 0;
            QVERIFY(!anyEqual(a, c));
        }
        QCOMPARE(shared, 50);
    }

private:
    static Pieces text(std::string_view value) { return piecesOf(*DType::parse("|u1"), std::as_bytes(std::span(value))); }
    static Pieces numbers(const std::vector<std::int32_t>& values) { return piecesOf(*DType::parse("<i4"), test::bytesOf(values)); }
    static Pieces range(std::uint64_t first, std::size_t count)
    {
        Pieces pieces(count);
        std::iota(pieces.begin(), pieces.end(), first);
        return pieces;
    }
    static bool anyEqual(const SequencePrint& a, const SequencePrint& b)
    {
        for (std::size_t i = 0; i < SequencePrint::kBands; ++i)
            if (a.bands[i] == b.bands[i])
                return true;
        return false;
    }
};

}  // namespace zrecord

QTEST_GUILESS_MAIN(zrecord::TestSequencePrint)
#include "tst_sequence_print.moc"
