#include <QJsonDocument>
#include <QTest>

#include <cmath>

#include "value_bytes.h"
#include "zrecord/value_text.h"

using namespace zrecord;
using namespace std::string_view_literals;

namespace {

QString text(const char* dtype, const Shape& shape, const std::vector<std::byte>& bytes)
{
    std::string out;
    appendJsonValue(out, dtypeOf(dtype), shape, bytes);
    // Whatever comes out must be JSON.
    if (QJsonDocument::fromJson(QByteArray::fromStdString("[" + out + "]")).isNull())
        return QStringLiteral("not JSON: ") + QString::fromStdString(out);
    return QString::fromStdString(out);
}

}  // namespace

class TestJsonValueText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void numbersAndTruth()
    {
        QCOMPARE(text("|b1", {}, bytesOf<std::uint8_t>({1})), QStringLiteral("true"));
        QCOMPARE(text("<i8", {}, bytesOf<std::int64_t>({INT64_MIN})), QStringLiteral("-9223372036854775808"));
        QCOMPARE(text("<f8", {3}, bytesOf({0.1, 1e300, 2.0})), QStringLiteral("[0.1, 1e+300, 2.0]"));
        QCOMPARE(text("<c8", {}, bytesOf({1.0F, -2.0F})), QStringLiteral("[1.0, -2.0]"));
    }

    void valuesWithoutAJsonNumberAreStrings()
    {
        QCOMPARE(text("<f8", {3}, bytesOf({std::nan(""), HUGE_VAL, -HUGE_VAL})), QStringLiteral("[\"nan\", \"inf\", \"-inf\"]"));
    }

    void nestedShapes() { QCOMPARE(text("|u1", {2, 2}, bytesOf<std::uint8_t>({1, 2, 3, 4})), QStringLiteral("[[1, 2], [3, 4]]")); }

    void strings()
    {
        QCOMPARE(text("|S3", {}, characters("a\"\0"sv)), QStringLiteral("\"a\\\"\""));
        QCOMPARE(text("|S2", {}, characters("a\xff"sv)), QStringLiteral("\"0x61ff\""));
        QCOMPARE(text("<U2", {}, bytesOf<char32_t>({U'ü', 0xd800})), QStringLiteral("\"ü\ufffd\""));
    }

    void times()
    {
        QCOMPARE(text("<M8[D]", {}, bytesOf<std::int64_t>({0})), QStringLiteral("\"1970-01-01\""));
        QCOMPARE(text("<m8[25s]", {}, bytesOf<std::int64_t>({3})), QStringLiteral("3"));
        QCOMPARE(text("<m8[s]", {}, bytesOf<std::int64_t>({INT64_MIN})), QStringLiteral("\"NaT\""));
    }

    void structuredIsAnObject()
    {
        QCOMPARE(text("[('a', '|u1'), ('', '|V1'), ('b', '|i1', (2,)), ('v', '|V1')]", {}, bytesOf<std::int8_t>({1, 9, -2, 3, 15})),
                 QStringLiteral("{\"a\": 1, \"b\": [-2, 3], \"v\": \"0x0f\"}"));
    }
};

QTEST_APPLESS_MAIN(TestJsonValueText)
#include "tst_json_value_text.moc"
