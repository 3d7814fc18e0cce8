#include <QTest>

#include <ostream>
#include <sstream>

#include "terminal/terminal_text.h"

using namespace zrecord::cli;

namespace {

std::string shown(const std::string& text)
{
    std::ostringstream below;
    {
        TerminalText safe(*below.rdbuf());
        std::ostream(&safe) << text << std::flush;
    }
    return below.str();
}

}  // namespace

class TestTerminalText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void textPasses()
    {
        QCOMPARE(shown("a\tb\nZürich 日本\n"), std::string("a\tb\nZürich 日本\n"));
        QCOMPARE(shown("no line feed"), std::string("no line feed"));
        QCOMPARE(shown(""), std::string());
    }

    void controlsDoNot()
    {
        for (const std::string& evil : {std::string("\x1b[2J"), std::string("\r"), std::string("\x07"), std::string("\x7f"), std::string("\xc2\x9b"),
                                        std::string("\xe2\x80\xae"), std::string("\xff"), std::string(1, '\0'), std::string("\x9b")}) {
            const std::string text = shown("a" + evil + "b\n");
            QVERIFY2(text.find(evil) == std::string::npos, text.c_str());
            QVERIFY(text.starts_with('a') && text.ends_with("b\n"));
        }
    }

    void piecesMakeTheSame()
    {
        const std::string text = "Zürich\x1b[31m 日本\r\nmore\t\x07 end";
        std::ostringstream below;
        {
            TerminalText safe(*below.rdbuf());
            std::ostream out(&safe);
            for (const char byte : text)
                out.put(byte);
        }
        QCOMPARE(below.str(), shown(text));
    }

    void longLinesAreCutBetweenCharacters()
    {
        std::string text;
        for (int i = 0; i < 100'000; ++i)
            text += "€";
        std::ostringstream below;
        {
            TerminalText safe(*below.rdbuf());
            std::ostream out(&safe);
            for (std::size_t at = 0; at < text.size(); at += 7)
                out << text.substr(at, 7);
        }
        QVERIFY(below.str() == text);
    }
};

QTEST_APPLESS_MAIN(TestTerminalText)
#include "tst_terminal_text.moc"
