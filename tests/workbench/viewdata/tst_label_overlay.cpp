#include "workbench/viewdata/label_overlay.h"

#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include <QTest>

using namespace zrecord;
using namespace zrecord::workbench;

namespace {

template <typename T>
DecodedRecord make(const char* dtype, const Shape& shape, const std::vector<T>& values) {
    return DecodedRecord::copyOf(*DType::parse(dtype), shape, std::as_bytes(std::span(values)));
}

}  // namespace

class LabelOverlayTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void labelsAreColoursAndNothingIsTransparent() {
        const auto overlay = labelOverlay(make<std::int32_t>("<i4", {2, 3}, {0, 1, 2, 8, -1, 0}), QSize(3, 2));
        QVERIFY(overlay.ok());
        QCOMPARE(qAlpha(overlay->pixel(0, 0)), 0);
        QCOMPARE(qAlpha(overlay->pixel(1, 0)), 128);
        QVERIFY(overlay->pixel(1, 0) != overlay->pixel(2, 0));
        QCOMPARE(overlay->pixel(0, 1), overlay->pixel(1, 0));  // seven colours, then the first again
        QCOMPARE(qAlpha(overlay->pixel(1, 1)), 128);           // negative labels are labels
        QCOMPARE(qAlpha(overlay->pixel(2, 1)), 0);
    }

    void axesOfOneElementDoNotMatter() {
        const std::vector<std::uint8_t> mask{0, 1, 1, 0, 0, 1};
        for (const Shape& shape : {Shape{2, 3}, Shape{1, 2, 3}, Shape{2, 3, 1}})
            QVERIFY(labelOverlay(make<std::uint8_t>("|b1", shape, mask), QSize(3, 2)).ok());
        for (const Shape& shape : {Shape{3, 2}, Shape{6}, Shape{6, 1}})
            QCOMPARE(labelOverlay(make<std::uint8_t>("|b1", shape, mask), QSize(3, 2)).code(), ErrorCode::InvalidArgument);
        QCOMPARE(labelOverlay(make<std::uint8_t>("|S1", {2, 3}, mask), QSize(3, 2)).code(), ErrorCode::InvalidArgument);
        QCOMPARE(labelOverlay({}, QSize(3, 2)).code(), ErrorCode::InvalidArgument);
    }

    void floatsAreStrongerTheLargerTheyAre() {
        const auto overlay = labelOverlay(make<float>("<f4", {1, 4}, {0.0F, 0.25F, 0.5F, std::nanf("")}), QSize(4, 1));
        QVERIFY(overlay.ok());
        QCOMPARE(qAlpha(overlay->pixel(0, 0)), 0);
        QCOMPARE(qAlpha(overlay->pixel(2, 0)), 179);
        QCOMPARE(qAlpha(overlay->pixel(1, 0)), 89);
        QCOMPARE(qAlpha(overlay->pixel(3, 0)), 0);
    }
};

QTEST_APPLESS_MAIN(LabelOverlayTest)
#include "tst_label_overlay.moc"
