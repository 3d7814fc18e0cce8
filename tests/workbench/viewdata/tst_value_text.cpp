#include "workbench/viewdata/value_text.h"

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <QTest>

using namespace zrecord;
using namespace zrecord::workbench;

namespace {

template <typename T>
DecodedRecord make(const char* dtype, const Shape& shape, const std::vector<T>& values) {
    return DecodedRecord::copyOf(*DType::parse(dtype), shape, std::as_bytes(std::span(values)));
}

DecodedRecord text(std::string_view characters) {
    return DecodedRecord::copyOf(DType(), {characters.size()}, std::as_bytes(std::span(characters)));
}

}  // namespace

class ValueTextTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void elementsAreExact() {
        const auto doubles = make<double>("<f8", {3}, {1.000000000001, 1e300, -0.0});
        QCOMPARE(elementText(doubles, 0), QStringLiteral("1.000000000001"));
        QCOMPARE(elementText(doubles, 2), QStringLiteral("-0.0"));
        const auto integers = make<std::uint64_t>("<u8", {2}, {18446744073709551615ULL, 9007199254740993ULL});
        QCOMPARE(elementText(integers, 0), QStringLiteral("18446744073709551615"));
        QCOMPARE(elementText(integers, 1), QStringLiteral("9007199254740993"));
    }

    void scalarsStandAlone() {
        QCOMPARE(previewText(make<std::int32_t>("<i4", {}, {-7})), QStringLiteral("-7"));
        QCOMPARE(previewText(make<std::uint8_t>("|u1", {1}, {9})), QStringLiteral("9"));
        QCOMPARE(previewText(make<std::uint8_t>("|b1", {}, {1})), QStringLiteral("True"));
    }

    void arraysShowTheirBeginning() {
        QCOMPARE(previewText(make<std::int16_t>("<i2", {2, 2}, {1, 2, 3, 4})), QStringLiteral("[1 2 3 4]"));
        std::vector<std::int16_t> many(1500, 0);
        many[1] = 12;
        QCOMPARE(previewText(make<std::int16_t>("<i2", {30, 50}, many), 3),
                 QStringLiteral("[0 12 0 \u2026 1\u2009500 values]"));
        QCOMPARE(previewText(make<std::int16_t>("<i2", {0, 3}, {})), QStringLiteral("No elements"));
    }

    void textIsShownAsText() {
        QCOMPARE(previewText(text("In the beginning God created the heaven and the earth.")),
                 QStringLiteral("\u201CIn the beginning God created the heaven and the earth.\u201D"));
        std::string longText;
        for (int i = 0; i < 400; ++i)
            longText += "\xC3\xBC";  // the cut falls between two bytes of a character
        longText.insert(0, "x");
        const QString shown = previewText(text(longText));
        QVERIFY(looksLikeText(text(longText)));
        QVERIFY2(shown.endsWith(QStringLiteral("\u00FC\u2026\u201D")), qPrintable(shown));
        QVERIFY(!looksLikeText(text(std::string_view("a\0b", 3))));
        QVERIFY(!looksLikeText(text("\xff\xfe")));
        QVERIFY(!looksLikeText(text("7")));
        QVERIFY(!looksLikeText(make<std::uint16_t>("<u2", {2}, {0x4141, 0x4141})));
    }

    void whatWasNotLoadedSaysSo() {
        auto storage = std::make_shared<RecordStorage>();
        storage->dimensions = {4'200'000};
        const DecodedRecord record(storage, storage->dimensions, {}, 4'200'000);
        QCOMPARE(previewText(record).replace(QChar(u'\u00A0'), QChar(u' ')), QStringLiteral("4.01 MiB, not loaded"));
        QVERIFY(previewText(DecodedRecord()).isEmpty());
    }

    void hugeItemsAreNamedNotPrinted() {
        const std::vector<std::uint8_t> bytes(10'000, 1);
        QVERIFY(previewText(make<std::uint8_t>("|V10000", {}, bytes)).size() < 100);
        QVERIFY(previewText(make<std::uint8_t>("|V2000", {5}, bytes)).size() < 400);
    }

    void shapes() {
        QCOMPARE(shapeQString(Shape{28, 28}), QStringLiteral("(28, 28)"));
        QCOMPARE(shapeQString(Shape{4}), QStringLiteral("(4,)"));
    }
};

QTEST_APPLESS_MAIN(ValueTextTest)
#include "tst_value_text.moc"
