#include <QTest>

#include "order_statistics.h"
#include "sampling/philox.h"

using namespace zrecord;
using namespace zrecord::test;

class TestPhilox : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // The known answers that the authors publish with Random123, also given by numpy.random.Philox.
    void knownAnswers()
    {
        constexpr std::uint64_t kMax = ~std::uint64_t{0};
        QCOMPARE(Philox({0, 0}).block({0, 0, 0, 0}),
                 (Philox::Block{0x16554d9eca36314c, 0xdb20fe9d672d0fdc, 0xd7e772cee186176b, 0x7e68b68aec7ba23b}));
        QCOMPARE(Philox({kMax, kMax}).block({kMax, kMax, kMax, kMax}),
                 (Philox::Block{0x87b092c3013fe90b, 0x438c3c67be8d0224, 0x9cc7d7c69cd777b6, 0xa09caebf594f0ba0}));
        QCOMPARE(Philox({0x452821e638d01377, 0xbe5466cf34e90c6c})
                     .block({0x243f6a8885a308d3, 0x13198a2e03707344, 0xa4093822299f31d0, 0x082efa98ec4e6c89}),
                 (Philox::Block{0xa528f45403e61d95, 0x38c72dbd566e9788, 0xa5a1610e72fd18b5, 0x57bd43b5e52b7fe6}));
        QCOMPARE(Philox(42, RandomPurpose::Draw).block({7, 0, 0, 0})[3], std::uint64_t{0xe7f37b994ff54ad3});
    }

    void purposesAreApart()
    {
        QVERIFY(Philox(1, RandomPurpose::Draw).number(5) != Philox(1, RandomPurpose::Coin).number(5));
        QVERIFY(Philox(1, RandomPurpose::Draw).number(5, 0) != Philox(1, RandomPurpose::Draw).number(5, 1));
        QVERIFY(Philox(1, RandomPurpose::Draw).number(5) != Philox(2, RandomPurpose::Draw).number(5));
    }

    // Where a run of positions begins does not matter, nor does its place in a block of four.
    void positionsStandAlone()
    {
        const Philox random(9, RandomPurpose::Draw);
        std::vector<std::uint64_t> whole(100);
        random.fillBelow(1'000, 3, whole);
        for (std::uint64_t i = 0; i < whole.size(); ++i) {
            std::uint64_t one = 0;
            random.fillBelow(1'000, 3 + i, {&one, 1});
            QCOMPARE(one, whole[i]);
        }
        std::uint64_t last = 1;
        random.fillBelow(1, ~std::uint64_t{0}, {&last, 1});
        QCOMPARE(last, std::uint64_t{0});
    }

    // The bound that needs the most redraws: one of four numbers is thrown away. Without that the lower third would get half.
    void largeBoundsAreEven()
    {
        constexpr std::uint64_t kBound = std::uint64_t{3} << 62;
        std::vector<std::uint64_t> draws(60'000);
        Philox(4, RandomPurpose::Draw).fillBelow(kBound, 0, draws);
        std::vector<std::uint64_t> thirds(3);
        for (const std::uint64_t draw : draws)
            ++thirds.at(draw >> 62);
        QVERIFY2(std::abs(chiSquareSigmas(thirds)) < 4, qPrintable(QString::number(chiSquareSigmas(thirds))));
    }
};

QTEST_APPLESS_MAIN(TestPhilox)
#include "tst_philox.moc"
