#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <array>

#include "workbench/viewdata/value_names.h"

using namespace zrecord;
using namespace zrecord::workbench;

class ValueNamesTest : public QObject {
    Q_OBJECT

    static DecodedRecord number(const char* dtype, std::initializer_list<unsigned char> bytes, const Shape& shape = {}) {
        std::vector<std::byte> raw;
        for (const unsigned char each : bytes)
            raw.push_back(std::byte{each});
        return DecodedRecord::copyOf(*DType::parse(dtype), shape, raw);
    }

private Q_SLOTS:
    void aLineNamesItsNumber() {
        const ValueNames names({QStringLiteral("T-shirt"), QStringLiteral("Trouser"), QString()});
        QCOMPARE(names.nameOf(number("|u1", {1})), QStringLiteral("Trouser"));
        QCOMPARE(names.nameOf(number(">i2", {0, 1})), QStringLiteral("Trouser"));
        QCOMPARE(namedText(number("|u1", {0}), &names), QStringLiteral("0 \u00B7 T-shirt"));
        QCOMPARE(namedText(number("|u1", {1}, {1}), &names), QStringLiteral("1 \u00B7 Trouser"));
    }

    void whatHasNoNameStaysItself() {
        const ValueNames names({QStringLiteral("T-shirt"), QStringLiteral("Trouser"), QString()});
        for (const DecodedRecord& record : {number("|u1", {2}), number("|u1", {200}), number("|i1", {0xFF}), number("<f4", {0, 0, 0, 0}),
                                            number("|u1", {0, 1}, {2})}) {
            QCOMPARE(names.nameOf(record), QString());
            QVERIFY(!namedText(record, &names).contains(u'\u00B7'));
        }
        QCOMPARE(namedText(number("|u1", {7}), nullptr), QStringLiteral("7"));
        QVERIFY(names.nameOf(DecodedRecord()).isEmpty());
    }

    void readsTheFileBesideTheStream() {
        const QTemporaryDir folder;
        const auto write = [&folder](const char* name, const QByteArray& bytes) {
            QFile file(folder.filePath(QLatin1String(name)));
            return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
        };
        QVERIFY(write("label.names.txt", "T-shirt/top\r\nHose f\xC3\xBCr \xC3\x84\n"));
        QVERIFY(write("noise.names.txt", QByteArray("\xff\xfe\x00", 3)));
        QVERIFY(write("vast.names.txt", QByteArray(ValueNames::kLargestFile + 1, 'a')));
        const auto names = ValueNames::read(folder.filePath(QStringLiteral("label")));
        QVERIFY(names != nullptr);
        QCOMPARE(names->nameOf(number("|u1", {0})), QStringLiteral("T-shirt/top"));
        QCOMPARE(names->nameOf(number("|u1", {1})), QStringLiteral("Hose f\u00FCr \u00C4"));
        QCOMPARE(names->nameOf(number("|u1", {2})), QString());  // the end of the last line is no name
        for (const auto* other : {"image", "noise", "vast"})
            QVERIFY2(ValueNames::read(folder.filePath(QLatin1String(other))) == nullptr, other);
    }
};

QTEST_APPLESS_MAIN(ValueNamesTest)
#include "tst_value_names.moc"
