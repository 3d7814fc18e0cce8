#include "workbench/compare/record_difference.h"

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <span>
#include <vector>

#include <QTest>

using namespace zrecord;
using namespace zrecord::workbench;
using Kind = RecordDifference::Kind;

namespace {

template <typename T>
DecodedRecord make(const char* dtype, const Shape& shape, const std::vector<T>& values) {
    return DecodedRecord::copyOf(*DType::parse(dtype), shape, std::as_bytes(std::span(values)));
}

std::vector<double> numbers(const DecodedRecord& record) {
    std::vector<double> values(record.elementCount());
    std::memcpy(values.data(), record.bytes().data(), record.bytes().size());
    return values;
}

}  // namespace

/// Figures worked out by hand.
class RecordDifferenceTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void figuresOfBytes() {
        const auto result = compareRecords(make<std::uint8_t>("|u1", {2, 2}, {10, 20, 30, 40}), make<std::uint8_t>("|u1", {2, 2}, {10, 17, 34, 40}));
        QVERIFY(result.kind == Kind::Numbers);
        QCOMPARE(result.elements, std::uint64_t{4});
        QCOMPARE(result.equal, std::uint64_t{2});
        QCOMPARE(result.maximum, 4.0);
        QCOMPARE(result.maximumElement, std::uint64_t{2});
        QCOMPARE(result.mean, 0.25);
        QCOMPARE(result.meanAbsolute, 1.75);
        QCOMPARE(result.rootMeanSquare, 2.5);
        QCOMPARE(result.peak, 255.0);
        QCOMPARE(result.psnr, 20 * std::log10(102.0));
        QCOMPARE(numbers(result.difference), (std::vector<double>{0, -3, 4, 0}));
        QCOMPARE(result.difference.shape().size(), std::size_t{2});
    }

    void equalRecords() {
        const auto record = make<float>("<f4", {3}, {1.0F, 2.0F, std::nanf("")});
        const auto result = compareRecords(record, record);
        QCOMPARE(result.equal, std::uint64_t{3});
        QVERIFY(std::isinf(result.psnr));
        QCOMPARE(result.maximum, 0.0);
    }

    void wideIntegersAreExact() {
        // Neighbours that one double stands for.
        const auto result = compareRecords(make<std::int64_t>("<i8", {3}, {INT64_MAX, INT64_MIN, 0}), make<std::int64_t>("<i8", {3}, {INT64_MAX - 1, INT64_MIN, 5}));
        QCOMPARE(numbers(result.difference), (std::vector<double>{-1, 0, 5}));
        QCOMPARE(result.equal, std::uint64_t{1});
        const auto whole = compareRecords(make<std::int64_t>("<i8", {1}, {INT64_MIN}), make<std::int64_t>("<i8", {1}, {INT64_MAX}));
        QCOMPARE(numbers(whole.difference), (std::vector<double>{18'446'744'073'709'551'615.0}));
        const auto natural = compareRecords(make<std::uint64_t>("<u8", {2}, {UINT64_MAX, 3}), make<std::uint64_t>("<u8", {2}, {UINT64_MAX - 2, 4}));
        QCOMPARE(numbers(natural.difference), (std::vector<double>{-2, 1}));
    }

    void byteOrdersAndTypesMix() {
        const std::vector<std::uint8_t> big{0x00, 0x00, 0x01, 0x00};
        const auto result = compareRecords(make<std::uint8_t>(">i4", {1}, big), make<double>("<f8", {1}, {256.5}));
        QVERIFY(result.kind == Kind::Numbers);
        QCOMPARE(result.maximum, 0.5);
        const std::vector<std::uint8_t> wide{0, 0, 0, 0, 0, 0, 1, 0};
        QCOMPARE(compareRecords(make<std::uint8_t>(">i8", {1}, wide), make<std::int64_t>("<i8", {1}, {255})).mean, -1.0);
    }

    void notFiniteIsCountedApart() {
        constexpr double kInfinity = std::numeric_limits<double>::infinity();
        const auto result = compareRecords(make<double>("<f8", {5}, {std::nan(""), kInfinity, kInfinity, 1, 2}),
                                           make<double>("<f8", {5}, {std::nan(""), kInfinity, -kInfinity, std::nan(""), 4}));
        QCOMPARE(result.equal, std::uint64_t{2});
        QCOMPARE(result.unlike, std::uint64_t{2});
        QCOMPARE(result.maximum, 2.0);
        QCOMPARE(result.maximumElement, std::uint64_t{4});
        QVERIFY(std::isnan(result.psnr));
        QVERIFY(std::isnan(numbers(result.difference)[3]));
    }

    void complexDiffersByMagnitude() {
        const auto result = compareRecords(make<float>("<c8", {2}, {1, 1, 0, 0}), make<float>("<c8", {2}, {4, 5, 0, 0}));
        QCOMPARE(numbers(result.difference), (std::vector<double>{5, 0}));
        QCOMPARE(compareRecords(make<float>("<f4", {1}, {3}), make<float>("<c8", {1}, {3, 4})).maximum, 4.0);
    }

    void textAndStructuresAreEqualOrNot() {
        const std::vector<char> a{'a', 'b', 'c', 'd'};
        const std::vector<char> b{'a', 'b', 'x', 'd'};
        const auto result = compareRecords(make<char>("|S2", {2}, a), make<char>("|S2", {2}, b));
        QVERIFY(result.kind == Kind::Equality);
        QCOMPARE(result.equal, std::uint64_t{1});
        QVERIFY(result.difference.isNull());
        QVERIFY(compareRecords(make<char>("|S2", {2}, a), make<char>("|V2", {2}, b)).kind == Kind::OtherType);
        QVERIFY(compareRecords(make<char>("|S2", {2}, a), make<char>("|S1", {4}, b)).kind == Kind::OtherShape);
    }

    void nothingToCompare() {
        const auto result = compareRecords(make<float>("<f4", {0, 3}, {}), make<float>("<f4", {0, 3}, {}));
        QVERIFY(result.isComparable());
        QCOMPARE(result.elements, std::uint64_t{0});
    }

    void stopsWhenAsked() {
        std::stop_source source;
        source.request_stop();
        const auto record = make<std::uint8_t>("|u1", {4}, {1, 2, 3, 4});
        QVERIFY(compareRecords(record, record, source.get_token()).kind == Kind::Cancelled);
    }
};

QTEST_APPLESS_MAIN(RecordDifferenceTest)
#include "tst_record_difference.moc"
