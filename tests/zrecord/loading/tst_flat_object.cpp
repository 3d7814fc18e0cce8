#include <QTest>

#include "loading/flat_object.h"

using namespace zrecord;

class TestFlatObject : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void reads()
    {
        const auto read = readFlatObject(" {\"a\" : 1,\n\"b\":\"x y\", \"c\": 18446744073709551615 }\n");
        QVERIFY(read.ok());
        QCOMPARE(read->size(), std::size_t{3});
        QCOMPARE((*read)[0].name, std::string("a"));
        QCOMPARE(std::get<std::uint64_t>((*read)[0].value), std::uint64_t{1});
        QCOMPARE(std::get<std::string>((*read)[1].value), std::string("x y"));
        QCOMPARE(std::get<std::uint64_t>((*read)[2].value), UINT64_MAX);
        QVERIFY(readFlatObject("{}").ok());
        QVERIFY(readFlatObject("{}")->empty());
    }

    void refuses_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<int>("at");
        const auto add = [](const char* name, const char* text, int at) { QTest::newRow(name) << QByteArray(text) << at; };
        add("nothing", "", 0);
        add("no object", "[1]", 0);
        add("open", "{\"a\": 1", 7);
        add("trailing comma", "{\"a\": 1,}", 8);
        add("more", "{\"a\": 1} x", 9);
        add("twice", "{\"a\": 1, \"a\": 2}", 15);
        add("negative", "{\"a\": -1}", 6);
        add("fraction", "{\"a\": 1.5}", 7);
        add("leading zero", "{\"a\": 01}", 6);
        add("too large", "{\"a\": 18446744073709551616}", 6);
        add("nested", "{\"a\": {}}", 6);
        add("escape", "{\"a\": \"\\n\"}", 7);
        add("open text", "{\"a\": \"xy", 9);
        add("no colon", "{\"a\" 1}", 5);
    }

    void refuses()
    {
        QFETCH(QByteArray, text);
        QFETCH(int, at);
        const auto read = readFlatObject(text.toStdString());
        QCOMPARE(read.code(), ErrorCode::BadFormat);
        const QString what = QString::fromStdString(std::string(read.status().what()));
        QVERIFY2(what.endsWith(QStringLiteral(" at character %1").arg(at)), qPrintable(what));
    }
};

QTEST_APPLESS_MAIN(TestFlatObject)
#include "tst_flat_object.moc"
