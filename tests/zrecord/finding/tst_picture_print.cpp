#include "finding/picture_print.h"

#include <bit>
#include <cmath>
#include <limits>

#include <QTest>

#include "fact_stores.h"

namespace zrecord {

/// A picture of waves, so that brightness differs from place to place.
template <typename T>
std::vector<T> waves(std::size_t height, std::size_t width, double scale, double offset)
{
    std::vector<T> pixels;
    for (std::size_t y = 0; y < height; ++y)
        for (std::size_t x = 0; x < width; ++x) {
            const double v = (static_cast<double>(y) + 0.5) / static_cast<double>(height);
            const double u = (static_cast<double>(x) + 0.5) / static_cast<double>(width);
            pixels.push_back(static_cast<T>(offset + scale * (std::sin(7 * u) + std::cos(5 * v + 3 * u))));
        }
    return pixels;
}

class TestPicturePrint : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsAPicture()
    {
        const auto is = [](Shape shape) { return isPictureShape(shape); };
        QVERIFY(is({28, 28}) && is({28, 28, 3}) && is({3, 28, 28}) && is({4, 4}) && is({1, 8, 8}));
        QVERIFY(!is({28}) && !is({}) && !is({3, 28}) && !is({5, 28, 28}) && !is({2, 2, 28, 28}) && !is({0, 28}));
    }

    /// One picture as other numbers, brighter, with less contrast, larger, as channels: always alike.
    void samePictureInOtherClothes()
    {
        const auto plain = print<double>("<f8", {32, 32}, waves<double>(32, 32, 40, 100));
        const auto bytes = print<std::uint8_t>("|u1", {32, 32}, waves<std::uint8_t>(32, 32, 20, 150));
        const auto large = print<float>("<f4", {96, 64}, waves<float>(96, 64, 1e-6, 0));
        const auto wide = print<std::int64_t>("<i8", {40, 40}, waves<std::int64_t>(40, 40, 1e15, -7e15));
        for (const auto& other : {bytes, large, wide}) {
            QVERIFY2(likeness(*plain, *other) > 0.99, qPrintable(QString::number(likeness(*plain, *other))));
            QVERIFY(std::popcount(plain->hash ^ other->hash) <= 7);
        }
        QVERIFY(std::abs(likeness(*plain, *plain) - 1) < 1e-12);
    }

    void channelsStandWhereTheyAreSaid()
    {
        const std::vector<double> grey = waves<double>(12, 20, 1, 0);
        std::vector<double> last;
        std::vector<double> first;
        for (const double value : grey)
            last.insert(last.end(), {value, value, value});
        for (int channel = 0; channel < 3; ++channel)
            first.insert(first.end(), grey.begin(), grey.end());
        const auto plain = print<double>("<f8", {12, 20}, grey);
        QCOMPARE(print<double>("<f8", {12, 20, 3}, last)->grid, plain->grid);
        QCOMPARE(print<double>("<f8", {3, 12, 20}, first)->grid, plain->grid);
    }

    void invertedIsTheOpposite()
    {
        const auto plain = print<double>("<f8", {16, 16}, waves<double>(16, 16, 3, 0));
        const auto inverted = print<double>("<f8", {16, 16}, waves<double>(16, 16, -3, 0));
        QVERIFY(likeness(*plain, *inverted) < -0.999);
        QVERIFY(plain->hash != 0 && inverted->hash != 0);
        QCOMPARE(plain->hash & inverted->hash, std::uint64_t{0});
    }

    void brokenPixelsCountAsTheMean()
    {
        std::vector<double> pixels = waves<double>(32, 32, 1, 0);
        const auto plain = print<double>("<f8", {32, 32}, pixels);
        pixels[17] = std::numeric_limits<double>::quiet_NaN();
        pixels[500] = std::numeric_limits<double>::infinity();
        QVERIFY(likeness(*plain, *print<double>("<f8", {32, 32}, pixels)) > 0.99);
    }

    void nothingToCompare()
    {
        QVERIFY(!print<std::uint8_t>("|u1", {8, 8}, std::vector<std::uint8_t>(64, 9)));
        QVERIFY(!print<double>("<f8", {4, 4}, std::vector<double>(16, std::nan(""))));
        QVERIFY(!print<std::uint8_t>("|u1", {64}, std::vector<std::uint8_t>(64, 9)));
    }

    void otherByteOrder()
    {
        const std::vector<std::uint16_t> little = waves<std::uint16_t>(16, 16, 900, 3000);
        std::vector<std::uint16_t> big;
        for (const std::uint16_t value : little)
            big.push_back(static_cast<std::uint16_t>(value << 8 | value >> 8));
        QCOMPARE(print<std::uint16_t>(">u2", {16, 16}, big)->grid, print<std::uint16_t>("<u2", {16, 16}, little)->grid);
    }

private:
    template <typename T>
    static std::optional<PicturePrint> print(const char* dtype, const Shape& shape, const std::vector<T>& values)
    {
        return picturePrint(*DType::parse(dtype), shape, test::bytesOf(values));
    }
};

}  // namespace zrecord

QTEST_GUILESS_MAIN(zrecord::TestPicturePrint)
#include "tst_picture_print.moc"
