#include <QTest>

#include <limits>

#include "widgets/viewers/value_layout.h"
#include "record_samples.h"

using namespace zrecord;
using widgets::ValueLayout;
using widgets::test::makeBytes;
using widgets::test::makeRecord;

/// Exact text of every class of element type, and where it stands.
class TestValueLayout : public QObject {
    Q_OBJECT

private:
    workbench::DecodedRecord m_record;

    ValueLayout layout(workbench::DecodedRecord record, std::vector<std::uint64_t> slice = {}) {
        m_record = std::move(record);
        const auto shape = m_record.shape();
        return ValueLayout(m_record.dtype(), Shape(shape.begin(), shape.end()), m_record.bytes(), std::move(slice));
    }
    static QStringList list(std::initializer_list<const char*> texts) {
        QStringList all;
        for (const char* text : texts) {
            all += QString::fromUtf8(text);
        }
        return all;
    }
    static QStringList texts(const ValueLayout& layout) {
        QStringList all;
        for (std::uint64_t row = 0; row < layout.rows(); ++row) {
            for (std::uint64_t column = 0; column < layout.columns(); ++column) {
                if (layout.hasCell(row, column)) {
                    all += layout.text(row, column);
                }
            }
        }
        return all;
    }

private Q_SLOTS:
    void float32KeepsItsDigits() {
        const auto values = layout(makeRecord<float>("<f4", {4}, {0.001F, 0.002F, 10.0F, 9.9999F}));
        QCOMPARE(texts(values), list({"0.001", "0.002", "10.0", "9.9999"}));
    }

    void float64IsNeverRounded() {
        const auto values = layout(makeRecord<double>("<f8", {3}, {1 + 1e-12, 1e300, -0.0}));
        QCOMPARE(texts(values), list({"1.000000000001", "1e+300", "-0.0"}));
    }

    void float16AndSpecials() {
        // 65504 is the largest: the shortest decimal that only it is nearest to has three digits, as NumPy prints it.
        const auto values = layout(makeRecord<std::uint16_t>("<f2", {6}, {0x3c00, 0x7bff, 0x0001, 0x7e00, 0x7c00, 0xfc00}));
        QCOMPARE(texts(values), list({"1.0", "65500.0", "6e-08", "nan", "inf", "-inf"}));
    }

    void otherScalars() {
        QCOMPARE(texts(layout(makeRecord<std::uint8_t>("|b1", {2}, {1, 0}))), list({"True", "False"}));
        QCOMPARE(texts(layout(makeRecord<std::uint64_t>("<u8", {}, {std::numeric_limits<std::uint64_t>::max()}))),
                 list({"18446744073709551615"}));
        QCOMPARE(texts(layout(makeRecord<std::int64_t>("<i8", {}, {std::numeric_limits<std::int64_t>::min()}))),
                 list({"-9223372036854775808"}));
        QCOMPARE(texts(layout(makeBytes(">i2", {2}, std::string_view("\x01\x00\xff\xfe", 4)))), list({"256", "-2"}));
        QCOMPARE(texts(layout(makeRecord<float>("<c8", {}, {1.0F, 2.5F}))), list({"1.0+2.5j"}));
        QCOMPARE(texts(layout(makeBytes("|S4", {}, std::string_view("ab\0\0", 4)))), list({"b'ab'"}));
        QCOMPARE(texts(layout(makeRecord<char32_t>("<U2", {}, {U'Z', U'ü'}))), list({"'Zü'"}));
        QCOMPARE(texts(layout(makeRecord<std::int64_t>("<M8[s]", {}, {0}))), list({"1970-01-01T00:00:00"}));
        QCOMPARE(texts(layout(makeBytes("|V3", {}, std::string_view("\x00\xff\x10", 3)))), list({"0x00ff10"}));
    }

    void vectorsRunAlongRows() {
        std::vector<std::int32_t> values(19);
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] = static_cast<std::int32_t>(100 + i);
        }
        const auto table = layout(makeRecord("<i4", {19}, values));
        QCOMPARE(table.columns(), ValueLayout::kVectorColumns);
        QCOMPARE(table.rows(), std::uint64_t{3});
        QCOMPARE(table.text(2, 2), QStringLiteral("118"));
        QVERIFY(!table.hasCell(2, 3));
        QCOMPARE(table.text(2, 3), QString());
        QCOMPARE(table.rowHeader(2), QStringLiteral("16"));
        QCOMPARE(table.position(2, 2), QStringLiteral("[18]"));
    }

    void matricesAreRowsAndColumns() {
        const auto table = layout(makeRecord<std::uint8_t>("|u1", {2, 3}, {1, 2, 3, 4, 5, 6}));
        QCOMPARE(table.rows(), std::uint64_t{2});
        QCOMPARE(table.columns(), std::uint64_t{3});
        QCOMPARE(table.text(1, 0), QStringLiteral("4"));
        QCOMPARE(table.position(1, 0), QStringLiteral("[1, 0]"));
        QVERIFY(table.alignsRight(0));
    }

    void slicesFixLeadingAxes() {
        std::vector<std::uint8_t> values(2 * 3 * 2 * 2);
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] = static_cast<std::uint8_t>(i);
        }
        const Shape shape{2, 3, 2, 2};
        const auto table = layout(makeRecord("|u1", shape, values), {1, 2});
        QCOMPARE(texts(table), list({"20", "21", "22", "23"}));
        QCOMPARE(table.position(1, 1), QStringLiteral("[1, 2, 1, 1]"));
        const auto clipped = layout(makeRecord("|u1", shape, values), {9, 9});
        QCOMPARE(clipped.slice(), std::vector<std::uint64_t>({1, 2, 0, 0}));
    }

    void anyTwoAxesMakeATable() {
        std::vector<std::uint16_t> values(2 * 3 * 4);
        for (std::size_t i = 0; i < values.size(); ++i) {
            values[i] = static_cast<std::uint16_t>(i);
        }
        const auto record = makeRecord("<u2", {2, 3, 4}, values);
        const ValueLayout table(record.dtype(), {2, 3, 4}, record.bytes(), {0, 0, 3}, {1, 0});
        QCOMPARE(table.rows(), std::uint64_t{3});
        QCOMPARE(table.columns(), std::uint64_t{2});
        QCOMPARE(texts(table), list({"3", "15", "7", "19", "11", "23"}));
        QCOMPARE(table.position(2, 1), QStringLiteral("[1, 2, 3]"));
        QCOMPARE(table.element(2, 1), std::uint64_t{23});
        // Axes that the record does not have are the usual ones.
        const ValueLayout usual(record.dtype(), {2, 3, 4}, record.bytes(), {1}, {5, 0});
        QCOMPARE(usual.text(2, 3), QStringLiteral("23"));
    }

    void nestedStructuresAreColumns() {
        const std::string_view dtype = "[('id', '|u1'), ('at', [('x', '<i2'), ('y', '<i2')]), ('tags', [('t', '|u1')], (2,))]";
        const std::string bytes("\x07\x01\x00\x02\x00\x08\x09", 7);
        const auto one = layout(makeBytes(dtype, {1}, bytes));
        QCOMPARE(one.columns(), std::uint64_t{4});
        QCOMPARE(one.columnHeader(1), QStringLiteral("at.x"));
        QCOMPARE(one.columnHeader(2), QStringLiteral("at.y"));
        QCOMPARE(one.position(0, 2), QStringLiteral("[0]['at']['y']"));
        QCOMPARE(texts(one), list({"7", "1", "2", "[(8,) (9,)]"}));
    }

    void structuredElementsHaveColumns() {
        const std::string_view dtype = "[('x', '<i2'), ('', '|V2'), ('y', '<f4'), ('z', '|u1', (2,))]";
        // x, padding, y, z of two elements
        const std::string bytes("\x05\x00pp\x00\x00\x20\x40\x01\x02" "\xfb\xffpp\x00\x00\x80\xbf\x03\x04", 20);
        const auto one = layout(makeBytes(dtype, {}, std::string_view(bytes).substr(0, 10)));
        QCOMPARE(one.rows(), std::uint64_t{3});
        QCOMPARE(one.rowHeader(1), QStringLiteral("y"));
        QCOMPARE(texts(one), list({"5", "2.5", "[1 2]"}));
        QCOMPARE(one.position(1, 0), QStringLiteral("['y']"));
        const auto two = layout(makeBytes(dtype, {2}, bytes));
        QCOMPARE(two.columns(), std::uint64_t{3});
        QCOMPARE(two.columnHeader(0), QStringLiteral("x"));
        QCOMPARE(texts(two), list({"5", "2.5", "[1 2]", "-5", "-1.0", "[3 4]"}));
        QCOMPARE(two.position(1, 2), QStringLiteral("[1]['z']"));
    }

    void emptyAndShortAreHarmless() {
        QCOMPARE(ValueLayout().rows(), std::uint64_t{0});
        QCOMPARE(ValueLayout(DType(), {0, 3}, {}).rows(), std::uint64_t{0});
        const std::byte three[3]{};
        QCOMPARE(ValueLayout(DType(), {4}, three).rows(), std::uint64_t{0});
    }
};

QTEST_APPLESS_MAIN(TestValueLayout)
#include "tst_value_layout.moc"
