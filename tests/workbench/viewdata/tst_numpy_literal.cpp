#include "workbench/viewdata/numpy_literal.h"

#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include <QTest>

using namespace zrecord;
using namespace zrecord::workbench;

namespace {

template <typename T>
QString literal(const char* dtype, const Shape& shape, const std::vector<T>& values) {
    return numpyLiteral(DecodedRecord::copyOf(*DType::parse(dtype), shape, std::as_bytes(std::span(values)))).value();
}

}  // namespace

class NumpyLiteralTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbers() {
        QCOMPARE(literal<std::uint8_t>("|u1", {2, 2}, {1, 2, 3, 4}), QStringLiteral("np.array([[1, 2], [3, 4]], dtype='|u1')"));
        QCOMPARE(literal<double>("<f8", {4}, {1 + 1e-12, -0.0, std::nan(""), -std::numeric_limits<double>::infinity()}),
                 QStringLiteral("np.array([1.000000000001, -0.0, np.nan, -np.inf], dtype='<f8')"));
        QCOMPARE(literal<std::uint64_t>("<u8", {}, {UINT64_MAX}), QStringLiteral("np.array(18446744073709551615, dtype='<u8')"));
        QCOMPARE(literal<float>("<c8", {1}, {1.0F, -2.5F}), QStringLiteral("np.array([complex(1.0, -2.5)], dtype='<c8')"));
        QCOMPARE(literal<std::uint8_t>("|b1", {2}, {1, 0}), QStringLiteral("np.array([True, False], dtype='|b1')"));
        QCOMPARE(literal<float>("<f4", {0, 3}, {}), QStringLiteral("np.zeros((0, 3), dtype='<f4')"));
    }

    void otherTypes() {
        QCOMPARE(literal<std::int64_t>("<M8[ns]", {2}, {5, INT64_MIN}), QStringLiteral("np.array([5, 'NaT'], dtype='<M8[ns]')"));
        QCOMPARE(literal<std::uint8_t>("|V2", {1}, {0, 255}), QStringLiteral("np.array([b'\\x00\\xff'], dtype='|V2')"));
        QCOMPARE(literal<std::uint8_t>("[('a', '|u1'), ('', '|V1'), ('b', '|u1', (2,))]", {1}, {7, 99, 1, 2}),
                 QStringLiteral("np.array([(7, [1, 2], )], dtype={'names': [\"a\", \"b\"], 'formats': ['|u1', ('|u1', (2,))], 'offsets': [0, 2], "
                                "'itemsize': 4})"));
    }

    void tooLongIsRefused() {
        const std::vector<std::uint8_t> many(kMostLiteralElements + 1);
        const auto record = DecodedRecord::copyOf(DType(), {many.size()}, std::as_bytes(std::span(many)));
        QCOMPARE(numpyLiteral(record).code(), ErrorCode::RecordTooLarge);
        QCOMPARE(numpyLiteral({}).code(), ErrorCode::InvalidArgument);
    }
};

QTEST_APPLESS_MAIN(NumpyLiteralTest)
#include "tst_numpy_literal.moc"
