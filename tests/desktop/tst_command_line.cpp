#include <QTest>

#include "desktop/command_line.h"
#include "desktop/scenarios.h"

using namespace zrecord;
using namespace zrecord::desktop;

namespace {

CommandLine parse(std::initializer_list<const char*> arguments) {
    QStringList list{QStringLiteral("zrecord-workbench")};
    for (const char* argument : arguments)
        list << QString::fromUtf8(argument);
    return parseCommandLine(list);
}

}  // namespace

class TestCommandLine : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pathsBecomeAbsoluteAndClean() {
        const CommandLine line = parse({"a/./b", "/tmp//x"});
        QVERIFY(line.error.isEmpty());
        QCOMPARE(line.paths.size(), 2);
        QVERIFY(line.paths[0].startsWith(u'/') && line.paths[0].endsWith(QLatin1String("/a/b")));
        QCOMPARE(line.paths[1], QStringLiteral("/tmp/x"));
    }

    void screenshotOptionsAreRead() {
        QCOMPARE(parse({"--report-state", "states.jsonl"}).stateReport, QStringLiteral("states.jsonl"));
        const CommandLine line = parse({"--screenshot", "out.png", "--scenario", "browse-dark", "--size", "1920x1080", "--theme", "dark"});
        QVERIFY2(line.error.isEmpty(), qPrintable(line.error));
        QCOMPARE(line.screenshot, QStringLiteral("out.png"));
        QCOMPARE(line.size, QSize(1920, 1080));
        QCOMPARE(line.theme, std::optional(workbench::ThemeChoice::Dark));
    }

    void helpCallsTheProgramByItsName() {
        const QString text = parse({"--help"}).output;
        QVERIFY2(!text.contains(QStringLiteral("executable")), qPrintable(text));
        QVERIFY2(text.contains(QStringLiteral("Usage: zrecord-workbench [options]")), qPrintable(text));
    }

    void mistakesAreNamed_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("word");
        const auto row = [](const char* word, const QStringList& arguments) { QTest::addRow("%s", word) << arguments << QString::fromLatin1(word); };
        row("--size", {QStringLiteral("--size"), QStringLiteral("big")});
        row("200 to 8192", {QStringLiteral("--size"), QStringLiteral("100x100")});
        row("--theme", {QStringLiteral("--theme"), QStringLiteral("pink")});
        row("no scenario \"nope\"", {QStringLiteral("--screenshot"), QStringLiteral("x.png"), QStringLiteral("--scenario"), QStringLiteral("nope")});
        row("--scenario is for --screenshot", {QStringLiteral("--scenario"), QStringLiteral("empty")});
        for (const char* name : {"applied", "compact", "readonly"})
            QTest::addRow("%s on a given path", name) << QStringList{QStringLiteral("path"), QStringLiteral("--screenshot"), QStringLiteral("x.png"), QStringLiteral("--scenario"), QString::fromLatin1(name)}
                                                      << QStringLiteral("leave PATH out");
        row("colour", {QStringLiteral("--colour")});
    }
    void mistakesAreNamed() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, word);
        const CommandLine line = parseCommandLine(QStringList{QStringLiteral("zrecord-workbench")} + arguments);
        QVERIFY2(line.error.contains(word), qPrintable(line.error));
    }

    void textsArePrintedInsteadOfAWindow() {
        QVERIFY(parse({"--help"}).output.contains(QLatin1String("--screenshot")));
        QVERIFY(parse({"--version"}).output.startsWith(QLatin1String("zrecord-workbench ")));
        const QString list = parse({"--list-scenarios"}).output;
        for (const Scenario& scenario : scenarios())
            QVERIFY2(list.contains(scenario.name), qPrintable(scenario.name));
    }

    void everyScenarioHasADarkTwin() {
        QVERIFY(findScenario(QStringLiteral("large-dark")) != nullptr);
        QVERIFY(findScenario(QStringLiteral("large-darker")) == nullptr);
    }
};

QTEST_APPLESS_MAIN(TestCommandLine)
#include "tst_command_line.moc"
