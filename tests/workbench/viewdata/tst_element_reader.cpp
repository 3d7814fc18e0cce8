#include "workbench/viewdata/element_reader.h"

#include <cmath>
#include <limits>
#include <span>

#include <QTest>

using namespace zrecord;
using namespace zrecord::workbench;

namespace {

double read(const char* dtype, const QByteArray& hex) {
    const auto reader = ElementReader::create(*DType::parse(dtype));
    const QByteArray bytes = QByteArray::fromHex(hex);
    return reader->at(std::as_bytes(std::span(bytes.data(), static_cast<std::size_t>(bytes.size()))), 0);
}

}  // namespace

class ElementReaderTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsEveryType_data();
    void readsEveryType();
    void notNumbers();
    void notFinite();
    void bytesAreNamed();
};

// Bytes as NumPy writes them: np.array(value, dtype).tobytes().hex().
void ElementReaderTest::readsEveryType_data() {
    QTest::addColumn<QByteArray>("dtype");
    QTest::addColumn<QByteArray>("hex");
    QTest::addColumn<double>("value");
    const auto row = [](const char* dtype, const char* hex, double value) {
        QTest::addRow("%s %s", dtype, hex) << QByteArray(dtype) << QByteArray(hex) << value;
    };
    row("|b1", "01", 1.0);
    row("|b1", "02", 1.0);
    row("|b1", "00", 0.0);
    row("|u1", "ff", 255.0);
    row("|i1", "ff", -1.0);
    row("<u2", "0102", 513.0);
    row(">u2", "0102", 258.0);
    row("<i2", "feff", -2.0);
    row(">i2", "fffe", -2.0);
    row("<u4", "ffffffff", 4294967295.0);
    row(">i4", "80000000", -2147483648.0);
    row("<i8", "0000000000000080", -9223372036854775808.0);
    row("<u8", "ffffffffffffffff", 18446744073709551616.0);
    row(">u8", "0000000000000100", 256.0);
    row("<f2", "003c", 1.0);
    row(">f2", "3c00", 1.0);
    row("<f2", "ff7b", 65504.0);
    row("<f2", "0100", std::ldexp(1.0, -24));
    row("<f2", "01fc", std::numeric_limits<double>::quiet_NaN());
    row("<f2", "00fc", -std::numeric_limits<double>::infinity());
    row("<f4", "0000c03f", 1.5);
    row(">f4", "3fc00000", 1.5);
    row("<f8", "9a9999999999b93f", 0.1);
    row(">f8", "3fb999999999999a", 0.1);
    row("<f16", "00000000000000c0ff3f000000000000", 1.5);
    row("<f16", "000000000000008000c0000000000000", -2.0);
    row("<c8", "0000404000008040", 5.0);
    row(">c16", "40080000000000004010000000000000", 5.0);
    row("<M8[ns]", "e803000000000000", 1000.0);
    row("<m8[s]", "ffffffffffffffff", -1.0);
    row("<M8[ns]", "0000000000000080", std::numeric_limits<double>::quiet_NaN());
}

void ElementReaderTest::readsEveryType() {
    QFETCH(QByteArray, dtype);
    QFETCH(QByteArray, hex);
    QFETCH(double, value);
    const double actual = read(dtype.constData(), hex);
    if (std::isnan(value))
        QVERIFY(std::isnan(actual));
    else
        QVERIFY2(actual == value, qPrintable(QString::number(actual, 'g', 17)));
}

void ElementReaderTest::notNumbers() {
    for (const char* dtype : {"<U3", "|S5", "|V7", "[('a', '<f4'), ('b', '<i2')]"})
        QVERIFY2(!ElementReader::create(*DType::parse(dtype)), dtype);
}

void ElementReaderTest::notFinite() {
    QVERIFY(std::isinf(read("<f4", "0000807f")));
    QVERIFY(std::isnan(read("<f16", "00000000000000c0ff7f000000000000")));
    QVERIFY(std::isinf(read("<f16", "0000000000000080ff7f000000000000")));
    QVERIFY(std::signbit(read("<f2", "0080")));
}

void ElementReaderTest::bytesAreNamed() {
    QVERIFY(ElementReader::create(*DType::parse("|u1"))->isByte());
    QVERIFY(!ElementReader::create(*DType::parse("|i1"))->isByte());
    QCOMPARE(ElementReader::create(*DType::parse("<c16"))->itemSize(), std::uint64_t{16});
}

QTEST_APPLESS_MAIN(ElementReaderTest)
#include "tst_element_reader.moc"
