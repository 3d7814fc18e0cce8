#include <QTest>

#include "json_writer.h"
#include "text_layout.h"

using namespace zrecord::cli;

class TestTextLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void countsAreGrouped()
    {
        QCOMPARE(groupedCount(0), std::string("0"));
        QCOMPARE(groupedCount(999), std::string("999"));
        QCOMPARE(groupedCount(1000), std::string("1,000"));
        QCOMPARE(groupedCount(UINT64_MAX), std::string("18,446,744,073,709,551,615"));
        QCOMPARE(counted(1, "record"), std::string("1 record"));
        QCOMPARE(counted(60000, "record"), std::string("60,000 records"));
    }

    void bytesKeepThreeDigits()
    {
        QCOMPARE(byteSize(0), std::string("0 B"));
        QCOMPARE(byteSize(1023), std::string("1023 B"));
        QCOMPARE(byteSize(1024), std::string("1.00 KiB"));
        QCOMPARE(byteSize(10'240), std::string("10.0 KiB"));
        QCOMPARE(byteSize(1'048'575), std::string("1.00 MiB"));
        QCOMPARE(byteSize(47'040'000), std::string("44.9 MiB"));
        QCOMPARE(byteSize(std::uint64_t{1} << 32), std::string("4.00 GiB"));
        QCOMPARE(byteSize(UINT64_MAX), std::string("16.0 EiB"));
    }

    void durations()
    {
        QCOMPARE(duration(7), std::string("0:07"));
        QCOMPARE(duration(765), std::string("12:45"));
        QCOMPARE(duration(3723), std::string("1:02:03"));
    }

    void wrappingKeepsParagraphs()
    {
        QCOMPARE(wrapped("one two three", 2, 9), std::string("one two\n  three\n"));
        QCOMPARE(wrapped("one\n\ntwo", 0, 20), std::string("one\n\ntwo\n"));
        QCOMPARE(wrapped("averyverylongword x", 1, 6), std::string("averyverylongword\n x\n"));
    }

    void tableColumnsAlign()
    {
        TextTable table;
        table.column("name");
        table.column("records", TextTable::Align::Right);
        table.row({"ä", "5"});
        table.row({"longer", "1,000"});
        QCOMPARE(table.text(), std::string("name    records\nä             5\nlonger    1,000\n"));
    }

    void jsonIsNestedAndEscaped()
    {
        JsonWriter json;
        json.beginObject().field("a\"b", "line\n").field("n", std::uint64_t{7}).field("t", true).key("none").null();
        json.key("list").beginArray().numbers({1, 2}).beginObject().endObject().endArray();
        json.key("empty").beginArray().endArray().endObject();
        QCOMPARE(json.text(), std::string("{\n  \"a\\\"b\": \"line\\n\",\n  \"n\": 7,\n  \"t\": true,\n  \"none\": null,\n  \"list\": [\n    [1, 2],\n    {}\n  ],\n"
                                          "  \"empty\": []\n}\n"));
    }
};

QTEST_APPLESS_MAIN(TestTextLayout)
#include "tst_text_layout.moc"
