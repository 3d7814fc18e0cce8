#include "workbench/viewdata/hex_layout.h"

#include <vector>

#include <QTest>

using namespace zrecord::workbench;

class HexLayoutTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void rowsOfARecord() {
        std::vector<std::byte> bytes(20);
        for (std::size_t i = 0; i < bytes.size(); ++i)
            bytes[i] = static_cast<std::byte>('A' + i);
        bytes[17] = std::byte{0};
        bytes[18] = std::byte{0xff};
        const HexLayout layout(bytes.size());
        QCOMPARE(layout.rowCount(), std::uint64_t{2});
        QCOMPARE(layout.rowOf(16), std::uint64_t{1});
        QCOMPARE(layout.offsetText(1), QStringLiteral("00000010"));
        QCOMPARE(layout.hexText(bytes, 1), QStringLiteral("51 00 ff 54"));
        QCOMPARE(layout.characterText(bytes, 1), QStringLiteral("Q..T"));
        QCOMPARE(layout.hexText(bytes, 0).size(), qsizetype{16 * 3 - 1});
        QVERIFY(layout.hexText(bytes, 2).isEmpty());
    }

    void offsetsBeyondFourGigabytes() {
        const HexLayout layout(std::uint64_t{5} << 32);
        QCOMPARE(layout.offsetText(layout.rowCount() - 1), QStringLiteral("4fffffff0"));
        QCOMPARE(layout.offsetText(0), QStringLiteral("000000000"));
    }

    void emptyRecord() {
        const HexLayout layout(0);
        QCOMPARE(layout.rowCount(), std::uint64_t{0});
        QVERIFY(layout.hexText({}, 0).isEmpty());
    }
};

QTEST_APPLESS_MAIN(HexLayoutTest)
#include "tst_hex_layout.moc"
