#include <QTest>

#include "base/python_literal.h"

namespace zrecord {

using Kind = PythonLiteral::Kind;

class TestPythonLiteral : public QObject {
    Q_OBJECT
private slots:
    void readsValues();
    void readsAnNpyHeader();
    void tuplesAndBrackets();
    void escapes();
    void refuses_data();
    void refuses();
    void depthIsBounded();
    void everyTruncationIsRefused();
};

void TestPythonLiteral::readsValues()
{
    QVERIFY(parsePythonLiteral("None")->kind == Kind::None);
    QVERIFY(parsePythonLiteral(" True ")->boolean);
    QVERIFY(!parsePythonLiteral("False")->boolean);
    QCOMPARE(parsePythonLiteral("18446744073709551615")->integer, UINT64_MAX);
    QCOMPARE(parsePythonLiteral("12L")->integer, UINT64_C(12));
    QCOMPARE(parsePythonLiteral("'a'")->text, std::string("a"));
    QCOMPARE(parsePythonLiteral("u\"a\"")->text, std::string("a"));
    QCOMPARE(parsePythonLiteral("b'a'")->text, std::string("a"));
    QVERIFY(parsePythonLiteral("[]")->items.empty());
    QCOMPARE(parsePythonLiteral("[1, 2, 3,]")->items.size(), std::size_t{3});
}

void TestPythonLiteral::readsAnNpyHeader()
{
    const std::string text = "{'descr': [('a', '<f4'), ('b', '|u1', (2,))], 'fortran_order': False, 'shape': (3, 4), }   \n";
    const auto header = parsePythonLiteral(text);
    QVERIFY(header.ok());
    QVERIFY(header->kind == Kind::Dict);
    QCOMPARE(header->items.size(), std::size_t{6});
    const PythonLiteral* descr = header->find("descr");
    QVERIFY(descr);
    QCOMPARE(text.substr(descr->begin, descr->end - descr->begin), std::string("[('a', '<f4'), ('b', '|u1', (2,))]"));
    QVERIFY(!header->find("fortran_order")->boolean);
    QCOMPARE(header->find("shape")->items[1].integer, UINT64_C(4));
    QVERIFY(!header->find("other"));
}

void TestPythonLiteral::tuplesAndBrackets()
{
    QVERIFY(parsePythonLiteral("()")->kind == Kind::Tuple);
    QVERIFY(parsePythonLiteral("(3,)")->kind == Kind::Tuple);
    QVERIFY(parsePythonLiteral("(3)")->kind == Kind::Integer);
    QVERIFY(parsePythonLiteral("(3, 4)")->kind == Kind::Tuple);
    QVERIFY(parsePythonLiteral("((3,))")->kind == Kind::Tuple);
}

void TestPythonLiteral::escapes()
{
    QCOMPARE(parsePythonLiteral(R"('\\ \' \" \n\r\t')")->text, std::string("\\ ' \" \n\r\t"));
    QCOMPARE(parsePythonLiteral(R"('\xf6 \u6570 \U0001F600')")->text, std::string("\xC3\xB6 \xE6\x95\xB0 \xF0\x9F\x98\x80"));
    QCOMPARE(parsePythonLiteral(R"('\0')")->text, std::string(1, '\0'));
}

void TestPythonLiteral::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char* text :
         {"", " ", "x", "nul", "Truer", "-1", "1.5", "1e3", "0x10", "012", "18446744073709551616", "1_000", "'", "'a", "\"a'", "'a\nb'",
          "'\\q'", "'\\x1'", "'\\u12'", "'\\ud800'", "'\\U00110000'", "'\\01'", "[", "[1", "[1 2]", "[,]", "[1,,2]", "(", "(,)", "(1", "{",
          "{1: 2}", "{'a'}", "{'a' 1}", "{'a': 1 'b': 2}", "{'a': 1, 'a': 2}", "{'a': }", "1 2", "[]]", "'a' 'b'", "__import__('os')",
          "f'x'", "r'x'", "lambda: 0", "1+1", "[x for x in y]", "{1, 2}", "...", "# 1", "'\xFF'"})
        QTest::newRow(text) << QByteArray(text);
}

void TestPythonLiteral::refuses()
{
    QFETCH(QByteArray, text);
    const auto literal = parsePythonLiteral(text.toStdString());
    QVERIFY(literal.code() == ErrorCode::InvalidArgument);
    QVERIFY(!literal.status().what().empty());
}

void TestPythonLiteral::depthIsBounded()
{
    const auto nested = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
    QVERIFY(parsePythonLiteral(nested(kMaxLiteralDepth)).ok());
    QVERIFY(parsePythonLiteral(nested(kMaxLiteralDepth + 2)).code() == ErrorCode::InvalidArgument);
    QVERIFY(parsePythonLiteral(std::string(kMaxLiteralText, '(')).code() == ErrorCode::InvalidArgument);
    QVERIFY(parsePythonLiteral(std::string(kMaxLiteralText + 1, ' ')).code() == ErrorCode::InvalidArgument);
}

void TestPythonLiteral::everyTruncationIsRefused()
{
    const std::string text = R"({'descr': [(('t\'t', 'a'), '<f4', (2, 3)), ('', '|V4')], 'fortran_order': True, 'shape': (12,)})";
    QVERIFY(parsePythonLiteral(text).ok());
    for (std::size_t size = 0; size < text.size(); ++size)
        QVERIFY2(parsePythonLiteral(text.substr(0, size)).code() == ErrorCode::InvalidArgument, text.substr(0, size).c_str());
}

}  // namespace zrecord

QTEST_APPLESS_MAIN(zrecord::TestPythonLiteral)
#include "tst_python_literal.moc"
