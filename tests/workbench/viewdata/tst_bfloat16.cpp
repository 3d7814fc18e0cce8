#include "workbench/viewdata/bfloat16.h"

#include <cstdint>
#include <span>
#include <vector>

#include <QTest>

#include "workbench/viewdata/value_text.h"

using namespace zrecord;
using namespace zrecord::workbench;

class Bfloat16Test : public QObject {
    Q_OBJECT

private:
    static QStringList texts(const char* dtype, const std::vector<std::uint8_t>& bytes) {
        const auto record = bfloat16AsFloat32(DecodedRecord::copyOf(*DType::parse(dtype), {bytes.size() / 2}, std::as_bytes(std::span(bytes))));
        QStringList all;
        for (std::uint64_t i = 0; i < record.elementCount(); ++i)
            all += elementText(record, i);
        return all;
    }

private Q_SLOTS:
    void valuesOfBothByteOrders() {
        const QStringList expected{QStringLiteral("1.0"), QStringLiteral("-2.0"), QStringLiteral("3.140625"), QStringLiteral("inf"),
                                   QStringLiteral("nan"), QStringLiteral("-0.0"), QStringLiteral("3.3895314e+38")};
        QCOMPARE(texts("<u2", {0x80, 0x3f, 0x00, 0xc0, 0x49, 0x40, 0x80, 0x7f, 0xc0, 0x7f, 0x00, 0x80, 0x7f, 0x7f}), expected);
        QCOMPARE(texts(">u2", {0x3f, 0x80, 0xc0, 0x00, 0x40, 0x49, 0x7f, 0x80, 0x7f, 0xc0, 0x80, 0x00, 0x7f, 0x7f}), expected);
    }

    void onlySixteenBitsMayHoldIt() {
        QVERIFY(mayHoldBfloat16(*DType::parse("<u2")) && mayHoldBfloat16(*DType::parse(">u2")));
        for (const char* dtype : {"<i2", "<f2", "|u1", "<u4", "|V2", "[('a', '<u2')]"})
            QVERIFY2(!mayHoldBfloat16(*DType::parse(dtype)), dtype);
    }
};

QTEST_APPLESS_MAIN(Bfloat16Test)
#include "tst_bfloat16.moc"
