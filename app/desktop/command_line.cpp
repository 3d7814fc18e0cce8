#include "desktop/command_line.h"

#include <QCommandLineParser>
#include <QDir>

#include <zrecord/version.h>

#include "desktop/scenarios.h"

namespace zrecord::desktop {

namespace {

constexpr int kSmallestSide = 200;
constexpr int kLargestSide = 8192;

QString versionLine() {
    const std::string_view version = versionText();
    return QStringLiteral("zrecord-workbench ") + QString::fromUtf8(version.data(), static_cast<qsizetype>(version.size())) + u'\n';
}

QString scenarioList() {
    QString text;
    for (const Scenario& scenario : scenarios())
        text += QStringLiteral("%1  %2\n").arg(scenario.name, -12).arg(scenario.description);
    return text;
}

std::optional<QSize> parseSize(const QString& text) {
    const QStringList sides = text.toLower().split(u'x');
    if (sides.size() != 2)
        return std::nullopt;
    bool widthFine = false;
    bool heightFine = false;
    const QSize size(sides[0].toInt(&widthFine), sides[1].toInt(&heightFine));
    const auto allowed = [](int side) { return side >= kSmallestSide && side <= kLargestSide; };
    if (!widthFine || !heightFine || !allowed(size.width()) || !allowed(size.height()))
        return std::nullopt;
    return size;
}

}  // namespace

CommandLine parseCommandLine(const QStringList& arguments) {
    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Opens, inspects and curates record stores.\n\nExit status: 0 when the window was closed, 1 when a picture could not be taken, 2 when the command line was wrong, 3 when there is no display."));
    const QCommandLineOption help({QStringLiteral("h"), QStringLiteral("help")}, QStringLiteral("Shows this text."));
    const QCommandLineOption version({QStringLiteral("v"), QStringLiteral("version")}, QStringLiteral("Shows the version."));
    const QCommandLineOption screenshot(QStringLiteral("screenshot"), QStringLiteral("Draws the window off-screen into FILE and ends."), QStringLiteral("FILE"));
    const QCommandLineOption scenario(QStringLiteral("scenario"), QStringLiteral("What the screenshot shows, see --list-scenarios; with PATH: browse, table, …"), QStringLiteral("NAME"));
    const QCommandLineOption size(QStringLiteral("size"), QStringLiteral("Size of the window, such as 1280x800."), QStringLiteral("WxH"));
    const QCommandLineOption theme(QStringLiteral("theme"), QStringLiteral("light, dark or system; not saved."), QStringLiteral("NAME"));
    const QCommandLineOption stateReport(QStringLiteral("report-state"), QStringLiteral("Writes what the window shows into FILE, a line of JSON after each change: for programs that work the window."), QStringLiteral("FILE"));
    const QCommandLineOption measure(QStringLiteral("measure"), QStringLiteral("Works the window off-screen, over each PATH or over stores of its own, and writes into FILE how long it takes from each input to the finished picture; - is the standard output."), QStringLiteral("FILE"));
    const QCommandLineOption list(QStringLiteral("list-scenarios"), QStringLiteral("Lists the scenarios of --screenshot."));
    parser.addOptions({help, version, screenshot, scenario, size, theme, stateReport, measure, list});
    parser.addPositionalArgument(QStringLiteral("PATH"), QStringLiteral("Stores or folders of stores to open, read-only."), QStringLiteral("[PATH…]"));

    CommandLine result;
    if (!parser.parse(arguments)) {
        result.error = parser.errorText();
        return result;
    }
    if (parser.isSet(help))
        result.output = parser.helpText().replace(QLatin1String("<executable_name>"), QLatin1String("zrecord-workbench"));
    else if (parser.isSet(version))
        result.output = versionLine();
    else if (parser.isSet(list))
        result.output = scenarioList();
    for (const QString& path : parser.positionalArguments())
        result.paths << QDir::cleanPath(QDir::current().absoluteFilePath(path));
    result.screenshot = parser.value(screenshot);
    result.scenario = parser.value(scenario);
    result.stateReport = parser.value(stateReport);
    result.measure = parser.value(measure);
    if (parser.isSet(measure) && result.measure.isEmpty())
        result.error = QStringLiteral("--measure needs the name of a file.");
    if (!result.measure.isEmpty() && parser.isSet(screenshot))
        result.error = QStringLiteral("--measure and --screenshot are two things; choose one.");
    if (parser.isSet(screenshot) && result.screenshot.isEmpty())
        result.error = QStringLiteral("--screenshot needs the name of a file.");
    if (!result.scenario.isEmpty()) {
        const Scenario* const chosen = findScenario(result.scenario);
        if (chosen == nullptr)
            result.error = QStringLiteral("There is no scenario \"%1\"; --list-scenarios shows them.").arg(result.scenario);
        else if (chosen->changesStore && !result.paths.isEmpty())
            result.error = QStringLiteral("The scenario \"%1\" changes the store it shows, so it plays on a sample of its own; leave PATH out.").arg(result.scenario);
    }
    if (!result.scenario.isEmpty() && result.screenshot.isEmpty())
        result.error = QStringLiteral("--scenario is for --screenshot.");
    if (parser.isSet(size)) {
        const std::optional<QSize> wanted = parseSize(parser.value(size));
        if (wanted)
            result.size = *wanted;
        else
            result.error = QStringLiteral("--size must be WIDTHxHEIGHT with sides from 200 to 8192, such as 1280x800.");
    }
    if (parser.isSet(theme)) {
        const QString name = parser.value(theme);
        if (name == u"light")
            result.theme = workbench::ThemeChoice::Light;
        else if (name == u"dark")
            result.theme = workbench::ThemeChoice::Dark;
        else if (name == u"system")
            result.theme = workbench::ThemeChoice::System;
        else
            result.error = QStringLiteral("--theme must be light, dark or system.");
    }
    return result;
}

}  // namespace zrecord::desktop
