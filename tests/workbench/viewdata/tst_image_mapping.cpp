#include "workbench/viewdata/image_mapping.h"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <span>
#include <vector>

#include <QTest>

using namespace zrecord;
using namespace zrecord::workbench;

Q_DECLARE_METATYPE(zrecord::Shape)

namespace {

template <typename T>
DecodedRecord make(const char* dtype, const Shape& shape, const std::vector<T>& values) {
    return DecodedRecord::copyOf(*DType::parse(dtype), shape, std::as_bytes(std::span(values)));
}

std::vector<int> grays(const QImage& image) {
    std::vector<int> levels;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x)
            levels.push_back(qGray(image.pixel(x, y)));
    }
    return levels;
}

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kInfinity = std::numeric_limits<double>::infinity();

}  // namespace

class ImageMappingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void guesses_data();
    void guesses();
    void geometryOfEveryLayout();
    void bytesAreGreyLevels();
    void boolIsTwoColours();
    void everyIntegerSpansItsRange();
    void bigEndianLooksTheSame();
    void colourBothWays();
    void alphaIsKept();
    void oneChannel();
    void rangeModes();
    void notFiniteHasItsColours();
    void constantPictureDoesNotDivideByNothing();
    void endsOfTheDoubleRange();
    void complexShowsItsMagnitude();
    void pagesOfAStack();
    void axesOfTheUsersChoice();
    void thumbnailsAreReduced();
    void refusals();
    void colorMapsRunFromEndToEnd();
};

void ImageMappingTest::guesses_data() {
    QTest::addColumn<QByteArray>("dtype");
    QTest::addColumn<Shape>("shape");
    QTest::addColumn<int>("layout");
    const auto row = [](const char* dtype, const Shape& shape, ImageLayout layout) {
        QTest::addRow("%s %s", dtype, shapeText(shape).c_str()) << QByteArray(dtype) << shape << static_cast<int>(layout);
    };
    row("|u1", {}, ImageLayout::None);
    row("|u1", {1}, ImageLayout::None);
    row("|u1", {784}, ImageLayout::None);
    row("|u1", {28, 28}, ImageLayout::Hw);
    row("|b1", {8, 8}, ImageLayout::Hw);
    row("<f2", {5, 5}, ImageLayout::Hw);
    row(">i8", {5, 5}, ImageLayout::Hw);
    row("<c16", {5, 5}, ImageLayout::Hw);
    row("|u1", {32, 32, 3}, ImageLayout::Hwc);
    row("|u1", {32, 32, 4}, ImageLayout::Hwc);
    row("|u1", {28, 28, 1}, ImageLayout::Hwc);
    row("<f4", {3, 224, 224}, ImageLayout::Chw);
    row("<f4", {1, 28, 28}, ImageLayout::Chw);
    row("<f4", {3, 32, 4}, ImageLayout::Chw);
    row("|u1", {4, 32, 3}, ImageLayout::Hwc);
    row("|u1", {3, 3, 3}, ImageLayout::Hwc);
    row("<f4", {5, 1024, 1024}, ImageLayout::Hw);
    row("|u1", {16, 3, 64, 64}, ImageLayout::Chw);
    row("|u1", {16, 64, 64, 3}, ImageLayout::Hwc);
    row("|u1", {0, 3}, ImageLayout::None);
    row("<U3", {4, 4}, ImageLayout::None);
    row("|V7", {4, 4}, ImageLayout::None);
}

void ImageMappingTest::guesses() {
    QFETCH(QByteArray, dtype);
    QFETCH(Shape, shape);
    QFETCH(int, layout);
    QCOMPARE(static_cast<int>(guessImageLayout(*DType::parse(dtype.constData()), shape)), layout);
}

void ImageMappingTest::geometryOfEveryLayout() {
    const Shape shape{2, 3, 4, 5};
    const ImageGeometry hw = *imageGeometry(shape, ImageLayout::Hw);
    QCOMPARE(hw.width, std::uint64_t{5});
    QCOMPARE(hw.height, std::uint64_t{4});
    QCOMPARE(hw.slicedAxes, (std::vector<std::size_t>{0, 1}));
    QCOMPARE(imageGeometry(shape, ImageLayout::Hw, Shape{1, 2})->element(2, 1, 0), std::uint64_t{5 * 20 + 5 + 2});
    const ImageGeometry hwc = *imageGeometry(shape, ImageLayout::Hwc, Shape{1});
    QCOMPARE(hwc.channels, std::uint64_t{5});
    QCOMPARE(hwc.element(2, 1, 4), std::uint64_t{60 + 20 + 10 + 4});
    const ImageGeometry chw = *imageGeometry(shape, ImageLayout::Chw, Shape{1});
    QCOMPARE(chw.channels, std::uint64_t{3});
    QCOMPARE(chw.element(2, 1, 2), std::uint64_t{60 + 40 + 5 + 2});
    const ImageGeometry row = *imageGeometry(shape, ImageLayout::Row);
    QCOMPARE(row.height, std::uint64_t{1});
    QCOMPARE(row.slicedAxes, (std::vector<std::size_t>{0, 1, 2}));
    // Places outside are clipped.
    QCOMPARE(imageGeometry(shape, ImageLayout::Hw, Shape{9, 9})->slice, (std::vector<std::uint64_t>{1, 2, 0, 0}));
    QVERIFY(!isLayoutPossible(Shape{5, 4}, ImageLayout::Hwc));
    QVERIFY(!isLayoutPossible(Shape{}, ImageLayout::Row));
    QVERIFY(!isLayoutPossible(Shape{0, 3}, ImageLayout::Hw));
}

void ImageMappingTest::bytesAreGreyLevels() {
    const auto mapped = mapImage(make<std::uint8_t>("|u1", {2, 3}, {0, 1, 127, 128, 254, 255}));
    QVERIFY(mapped.ok());
    QCOMPARE(mapped->image.size(), QSize(3, 2));
    QCOMPARE(grays(mapped->image), (std::vector<int>{0, 1, 127, 128, 254, 255}));
    QCOMPARE(mapped->low, 0.0);
    QCOMPARE(mapped->high, 255.0);
}

void ImageMappingTest::boolIsTwoColours() {
    const auto mapped = mapImage(make<std::uint8_t>("|b1", {2, 2}, {0, 1, 1, 0}));
    QCOMPARE(grays(mapped->image), (std::vector<int>{0, 255, 255, 0}));
}

void ImageMappingTest::everyIntegerSpansItsRange() {
    const std::vector<int> expected{0, 128, 255};
    QCOMPARE(grays(mapImage(make<std::uint16_t>("<u2", {1, 3}, {1000, 1002, 1004}))->image), expected);
    QCOMPARE(grays(mapImage(make<std::int32_t>("<i4", {1, 3}, {-7, 0, 7}))->image), expected);
    QCOMPARE(grays(mapImage(make<std::int64_t>("<i8", {1, 3}, {INT64_MIN, 0, INT64_MAX}))->image), expected);
    QCOMPARE(grays(mapImage(make<std::uint64_t>("<u8", {1, 3}, {0, std::uint64_t{1} << 63, UINT64_MAX}))->image), expected);
    QCOMPARE(grays(mapImage(make<std::int8_t>("|i1", {1, 3}, {-128, 0, 127}))->image), expected);
}

void ImageMappingTest::bigEndianLooksTheSame() {
    const std::vector<std::uint8_t> big{0x03, 0xe8, 0x03, 0xea, 0x03, 0xec};
    const auto mapped = mapImage(make<std::uint8_t>(">u2", {1, 3}, big));
    QCOMPARE(mapped->low, 1000.0);
    QCOMPARE(mapped->high, 1004.0);
    QCOMPARE(grays(mapped->image), (std::vector<int>{0, 128, 255}));
}

void ImageMappingTest::colourBothWays() {
    const auto hwc = mapImage(make<std::uint8_t>("|u1", {1, 2, 3}, {255, 0, 0, 1, 2, 3}));
    QCOMPARE(hwc->image.pixel(0, 0), qRgb(255, 0, 0));
    QCOMPARE(hwc->image.pixel(1, 0), qRgb(1, 2, 3));
    const auto chw = mapImage(make<std::uint8_t>("|u1", {3, 2, 2}, {255, 1, 5, 8, 0, 2, 6, 9, 0, 3, 7, 10}));
    QVERIFY(chw->geometry.layout == ImageLayout::Chw);
    QCOMPARE(chw->image.pixel(0, 0), qRgb(255, 0, 0));
    QCOMPARE(chw->image.pixel(1, 0), qRgb(1, 2, 3));
    QCOMPARE(chw->image.pixel(1, 1), qRgb(8, 9, 10));
    // Sixteen bits and floats are scaled together, so that hues stay.
    const auto deep = mapImage(make<float>("<f4", {1, 2, 3}, {0.0F, 0.25F, 0.5F, 1.0F, 0.0F, 0.0F}));
    QCOMPARE(deep->image.pixel(0, 0), qRgb(0, 64, 128));
    QCOMPARE(deep->image.pixel(1, 0), qRgb(255, 0, 0));
}

void ImageMappingTest::alphaIsKept() {
    const auto mapped = mapImage(make<std::uint8_t>("|u1", {2, 1, 4}, {10, 20, 30, 40, 1, 2, 3, 255}));
    QVERIFY(mapped->image.hasAlphaChannel());
    QCOMPARE(mapped->image.pixel(0, 1), qRgba(1, 2, 3, 255));
    QCOMPARE(mapped->image.pixel(0, 0), qRgba(10, 20, 30, 40));
}

void ImageMappingTest::oneChannel() {
    ImageMappingOptions options;
    options.channel = 1;
    const auto record = make<std::uint8_t>("|u1", {1, 2, 3}, {1, 2, 3, 4, 5, 6});
    QCOMPARE(grays(mapImage(record, options)->image), (std::vector<int>{2, 5}));
    options.channel = 99;
    QCOMPARE(grays(mapImage(record, options)->image), (std::vector<int>{3, 6}));
}

void ImageMappingTest::rangeModes() {
    std::vector<double> values(200);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<double>(i);
    values[0] = -1e9;  // one dead pixel
    const auto record = make<double>("<f8", {10, 20}, values);
    ImageMappingOptions options;
    options.range = RangeMode::MinMax;
    QCOMPARE(mapImage(record, options)->low, -1e9);
    options.range = RangeMode::Percentile;
    const auto robust = mapImage(record, options);
    QCOMPARE(robust->low, 2.0);
    QCOMPARE(robust->high, 197.0);
    options.range = RangeMode::Fixed;
    options.low = 50;
    options.high = 150;
    const auto fixed = mapImage(record, options);
    QCOMPARE(qGray(fixed->image.pixel(0, 0)), 0);
    QCOMPARE(qGray(fixed->image.pixel(0, 5)), 128);
    QCOMPARE(qGray(fixed->image.pixel(19, 9)), 255);
    // Bytes keep 0 … 255 unless asked otherwise.
    options.range = RangeMode::MinMax;
    QCOMPARE(grays(mapImage(make<std::uint8_t>("|u1", {1, 2}, {100, 101}), options)->image), (std::vector<int>{0, 255}));
}

void ImageMappingTest::notFiniteHasItsColours() {
    const auto mapped = mapImage(make<double>("<f8", {1, 5}, {kNan, kInfinity, -kInfinity, 0.0, 10.0}));
    const ImageMappingOptions options;
    QCOMPARE(mapped->image.pixel(0, 0), options.nan);
    QCOMPARE(mapped->image.pixel(1, 0), options.positiveInfinity);
    QCOMPARE(mapped->image.pixel(2, 0), options.negativeInfinity);
    QCOMPARE(qGray(mapped->image.pixel(3, 0)), 0);
    QCOMPARE(qGray(mapped->image.pixel(4, 0)), 255);
    QCOMPARE(mapped->nanCount, std::uint64_t{1});
    QCOMPARE(mapped->infinityCount, std::uint64_t{2});
    QCOMPARE(mapped->negativeInfinityCount, std::uint64_t{1});
    const auto nothing = mapImage(make<double>("<f8", {1, 2}, {kNan, kNan}));
    QCOMPARE(nothing->image.pixel(1, 0), options.nan);
    // Half floats: identity with a subnormal, the largest value and NaN.
    const auto half = mapImage(make<std::uint16_t>("<f2", {1, 4}, {0x0000, 0x0001, 0x7bff, 0x7e00}));
    QCOMPARE(half->high, 65504.0);
    QCOMPARE(half->nanCount, std::uint64_t{1});
}

void ImageMappingTest::constantPictureDoesNotDivideByNothing() {
    const auto mapped = mapImage(make<float>("<f4", {1, 2}, {3.5F, 3.5F}));
    QCOMPARE(grays(mapped->image), (std::vector<int>{128, 128}));
    ImageMappingOptions options;
    options.range = RangeMode::Fixed;
    options.low = options.high = 3.0;
    QCOMPARE(grays(mapImage(make<float>("<f4", {1, 3}, {2.0F, 3.0F, 4.0F}), options)->image), (std::vector<int>{0, 128, 255}));
}

void ImageMappingTest::endsOfTheDoubleRange() {
    constexpr double kMax = std::numeric_limits<double>::max();
    const auto mapped = mapImage(make<double>("<f8", {1, 3}, {-kMax, 0.0, kMax}));
    QCOMPARE(grays(mapped->image), (std::vector<int>{0, 128, 255}));
}

void ImageMappingTest::complexShowsItsMagnitude() {
    const auto mapped = mapImage(make<float>("<c8", {1, 2}, {3.0F, 4.0F, 0.0F, 0.0F}));
    QCOMPARE(mapped->high, 5.0);
    QCOMPARE(grays(mapped->image), (std::vector<int>{255, 0}));
    ImageMappingOptions options;
    const auto other = make<float>("<c8", {1, 3}, {3.0F, 4.0F, 0.0F, 0.0F, -1.0F, 0.0F});
    options.complexPart = ComplexPart::Real;
    QCOMPARE(mapImage(other, options)->low, -1.0);
    QCOMPARE(mapImage(other, options)->high, 3.0);
    options.complexPart = ComplexPart::Imaginary;
    QCOMPARE(mapImage(other, options)->high, 4.0);
    // A phase of half a turn is the end of the colours, whatever else the record holds.
    options.complexPart = ComplexPart::Phase;
    QCOMPARE(grays(mapImage(other, options)->image), (std::vector<int>{165, 128, 255}));
}

void ImageMappingTest::pagesOfAStack() {
    ImageMappingOptions options;
    options.layout = ImageLayout::Hw;
    options.slice = {1};
    const auto record = make<std::uint8_t>("|u1", {3, 1, 2}, {1, 2, 3, 4, 5, 6});
    QCOMPARE(grays(mapImage(record, options)->image), (std::vector<int>{3, 4}));
    options.slice = {7};
    QCOMPARE(grays(mapImage(record, options)->image), (std::vector<int>{5, 6}));
}

void ImageMappingTest::axesOfTheUsersChoice() {
    // Joints over time, as skeletons are kept: (coordinate, frame, joint, person).
    const Shape shape{3, 300, 25, 2};
    std::vector<float> values(45'000);
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = static_cast<float>(i);
    const auto record = make<float>("<f4", shape, values);
    ImageMappingOptions options;
    options.layout = ImageLayout::Axes;
    options.axes = {2, 1, -1};  // joints down, frames across
    options.slice = {2, 0, 0, 1};
    const auto mapped = mapImage(record, options);
    QVERIFY(mapped.ok());
    QCOMPARE(mapped->image.size(), QSize(300, 25));
    const std::uint64_t element = mapped->geometry.element(299, 24, 0);
    QCOMPARE(element, std::uint64_t{2 * 15'000 + 299 * 50 + 24 * 2 + 1});
    QCOMPARE(mapped->low, 30'001.0);
    QCOMPARE(mapped->high, 44'999.0);
    QVERIFY((mapped->geometry.placeOf(shape, element) == ImageGeometry::Place{299, 24, 0}));
    QCOMPARE(elementPlace(shape, element), (std::vector<std::uint64_t>{2, 299, 24, 1}));
    // The three coordinates as colours.
    options.axes = {1, 2, 0};
    QCOMPARE(mapImage(record, options)->geometry.channels, std::uint64_t{3});
    QCOMPARE(mapImage(record, options)->image.size(), QSize(25, 300));
    // Axes that are not there, or there twice.
    for (const AxisChoice& wrong : {AxisChoice{1, 4, -1}, AxisChoice{1, 1, -1}, AxisChoice{1, 2, 2}, AxisChoice{0, -1, -1}}) {
        options.axes = wrong;
        QCOMPARE(mapImage(record, options).code(), ErrorCode::InvalidArgument);
    }
    options.axes = {0, 1, -1};
    QCOMPARE(mapImage(make<float>("<f4", {3, 0, 2}, {}), options).code(), ErrorCode::InvalidArgument);
}

void ImageMappingTest::thumbnailsAreReduced() {
    std::vector<std::uint8_t> values(1000 * 500, 200);
    const auto mapped = mapImage(make<std::uint8_t>("|u1", {500, 1000}, values), {}, 64);
    QCOMPARE(mapped->image.size(), QSize(64, 32));
    QCOMPARE(qGray(mapped->image.pixel(31, 15)), 200);
    QCOMPARE(mapped->geometry.width, std::uint64_t{1000});
    // Small pictures are not blown up here.
    QCOMPARE(mapImage(make<std::uint8_t>("|u1", {1, 2}, {1, 2}), {}, 64)->image.size(), QSize(2, 1));
    // A thin one keeps at least a pixel.
    const auto thin = mapImage(make<std::uint8_t>("|u1", {2, 250'000}, std::vector<std::uint8_t>(500'000, 9)), {}, 64);
    QVERIFY(thin.ok());
    QVERIFY(!thin->image.isNull());
    QVERIFY(thin->image.width() <= 64 && thin->image.height() >= 1);
}

void ImageMappingTest::refusals() {
    QCOMPARE(mapImage(make<std::uint8_t>("|u1", {4}, {1, 2, 3, 4})).code(), ErrorCode::InvalidArgument);
    ImageMappingOptions options;
    options.layout = ImageLayout::Row;
    QCOMPARE(grays(mapImage(make<std::uint8_t>("|u1", {4}, {1, 2, 3, 4}), options)->image), (std::vector<int>{1, 2, 3, 4}));
    options.layout = ImageLayout::Chw;
    QCOMPARE(mapImage(make<std::uint8_t>("|u1", {2, 2}, {1, 2, 3, 4}), options).code(), ErrorCode::InvalidArgument);
    QCOMPARE(mapImage(make<std::uint8_t>("|S2", {1, 2}, {1, 2, 3, 4})).code(), ErrorCode::InvalidArgument);
    QCOMPARE(mapImage(DecodedRecord()).code(), ErrorCode::InvalidArgument);
}

void ImageMappingTest::colorMapsRunFromEndToEnd() {
    QCOMPARE(colorTable(ColorMap::Viridis)[0], qRgb(0x44, 0x01, 0x54));
    QCOMPARE(colorTable(ColorMap::Viridis)[255], qRgb(0xfd, 0xe7, 0x25));
    QCOMPARE(colorTable(ColorMap::GrayInverted)[10], qRgb(245, 245, 245));
    for (const ColorMap map : allColorMaps()) {
        QCOMPARE(colorMapFromName(colorMapName(map), ColorMap::Magma), map);
        if (map == ColorMap::Difference) {
            // Brightest in the middle, darker the farther from it, blue below and orange above.
            QVERIFY(qGray(colorTable(map)[128]) > 235);
            QVERIFY(qGray(colorTable(map)[64]) > qGray(colorTable(map)[0]) && qGray(colorTable(map)[192]) > qGray(colorTable(map)[255]));
            QVERIFY(qBlue(colorTable(map)[30]) > qRed(colorTable(map)[30]) && qRed(colorTable(map)[225]) > qBlue(colorTable(map)[225]));
            continue;
        }
        // Brightness runs one way, so that the order can be seen without colour.
        int rising = 0;
        for (std::size_t i = 1; i < 256; ++i)
            rising += qGray(colorTable(map)[i]) >= qGray(colorTable(map)[i - 1]) ? 1 : -1;
        QVERIFY2(std::abs(rising) > 230, qPrintable(colorMapName(map)));
    }
    QCOMPARE(colorMapFromName(QStringLiteral("jet")), ColorMap::Gray);
    ImageMappingOptions options;
    options.map = ColorMap::Cividis;
    QCOMPARE(mapImage(make<std::uint8_t>("|u1", {1, 1}, {255}), options)->image.pixel(0, 0), qRgb(0xff, 0xea, 0x46));
}

QTEST_APPLESS_MAIN(ImageMappingTest)
#include "tst_image_mapping.moc"
