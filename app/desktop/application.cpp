#include "desktop/application.h"

#include <cstdio>
#include <cstdlib>

#include <csignal>

#include <sys/stat.h>
#include <unistd.h>

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QFileInfo>

#include <zrecord/version.h>

#include "desktop/command_line.h"
#include "desktop/measurement.h"
#include "desktop/screenshot_runner.h"
#include "desktop/state_report.h"
#include "widgets/browse/browse_perspective.h"
#include "widgets/common/plain_tool_tips.h"
#include "widgets/compare/compare_perspective.h"
#include "widgets/laboratory/benchmark/benchmark_perspective.h"
#include "widgets/laboratory/dictionaries/dictionary_perspective.h"
#include "widgets/laboratory/loader/loader_perspective.h"
#include "widgets/laboratory/sampler/sampler_perspective.h"
#include "widgets/laboratory/slots/slot_perspective.h"
#include "widgets/main_window/document_controller.h"
#include "widgets/main_window/session_keeper.h"

namespace zrecord::desktop {

namespace {

constexpr int kUsageError = 2;
constexpr int kNoDisplay = 3;
constexpr int kShutdownMilliseconds = 10'000;

void print(std::FILE* stream, const QString& text) {
    const QByteArray bytes = text.toUtf8();
    std::fwrite(bytes.constData(), 1, static_cast<std::size_t>(bytes.size()), stream);
}

void nameApplication() {
    const std::string_view version = versionText();
    QCoreApplication::setOrganizationName(QStringLiteral("zrecord"));
    QCoreApplication::setApplicationName(QStringLiteral("zrecord-workbench"));
    QCoreApplication::setApplicationVersion(QString::fromUtf8(version.data(), static_cast<qsizetype>(version.size())));
    QGuiApplication::setDesktopFileName(QStringLiteral("zrecord-workbench"));
}

/// While Qt looks for a display: without one it would abort and leave a core file.
void explainMissingDisplay(QtMsgType type, const QMessageLogContext&, const QString& text) {
    if (type == QtFatalMsg) {
        print(stderr, QStringLiteral("zrecord-workbench: there is no display to open a window on. Start it inside a desktop session, "
                                     "or set DISPLAY or WAYLAND_DISPLAY; --screenshot needs no display.\n"));
        std::_Exit(kNoDisplay);
    }
    // What leads to it is said by the sentence above.
    if (!text.contains(QLatin1String("display")) && !text.contains(QLatin1String("platform plugin")))
        print(stderr, text + u'\n');
}

/// Without a login session (containers, services) Qt would complain about a missing runtime folder before it makes one.
void prepareRuntimeFolder() {
    if (!qEnvironmentVariableIsEmpty("XDG_RUNTIME_DIR"))
        return;
    const QString folder = QDir::tempPath() + QStringLiteral("/runtime-zrecord-%1").arg(::getuid());
    const QByteArray name = QFile::encodeName(folder);
    if (::mkdir(name.constData(), S_IRWXU) == 0 || QFileInfo(folder).ownerId() == ::getuid())
        qputenv("XDG_RUNTIME_DIR", name);
}

}  // namespace

Application::Application(QApplication& application, std::unique_ptr<QSettings> settings, std::optional<workbench::ThemeChoice> theme)
    : m_settingsFolder(QFileInfo(settings->fileName()).path()), m_settings(std::move(settings)), m_documents(m_runtime), m_theme(application) {
    m_theme.apply(theme.value_or(m_settings.theme()), m_settings.fontSize());
    m_window = std::make_unique<widgets::MainWindow>(widgets::WorkbenchContext{m_documents, m_settings, m_theme});
    application.installEventFilter(new widgets::PlainToolTips(m_window.get()));
    m_window->addPerspective(std::make_unique<widgets::BrowsePerspective>(m_runtime.loader()));
    m_window->addPerspective(std::make_unique<widgets::ComparePerspective>(m_documents, m_runtime.loader()));
    m_window->addPerspective(std::make_unique<widgets::SamplerPerspective>(m_runtime));
    m_window->addPerspective(std::make_unique<widgets::LoaderPerspective>(m_runtime.loader()));
    m_window->addPerspective(std::make_unique<widgets::DictionaryPerspective>(m_runtime));
    m_window->addPerspective(std::make_unique<widgets::BenchmarkPerspective>(m_runtime, m_settingsFolder + QStringLiteral("/benchmark-runs.json")));
    m_window->addPerspective(std::make_unique<widgets::SlotPerspective>(m_runtime));
    m_window->finish();
}

Application::~Application() {
    m_window.reset();
    m_documents.closeAll();
    if (!m_runtime.shutdown(kShutdownMilliseconds))
        print(stderr, QStringLiteral("zrecord-workbench: a job did not stop in time.\n"));
}

int runDesktop(int argc, char** argv) {
    // Files that outgrow a limit, and readers that go away, are errors of a write; neither ends the program.
    std::signal(SIGPIPE, SIG_IGN);
    std::signal(SIGXFSZ, SIG_IGN);
    QStringList arguments;
    for (int i = 0; i < argc; ++i)
        arguments << QString::fromLocal8Bit(argv[i]);
    nameApplication();
    const CommandLine line = parseCommandLine(arguments);
    if (!line.error.isEmpty()) {
        print(stderr, QStringLiteral("zrecord-workbench: %1\n").arg(line.error));
        return kUsageError;
    }
    if (!line.output.isEmpty()) {
        print(stdout, line.output);
        return 0;
    }
    prepareRuntimeFolder();
    if (!line.screenshot.isEmpty() || !line.measure.isEmpty())
        prepareOffscreen();
    const QtMessageHandler usual = qInstallMessageHandler(explainMissingDisplay);
    QApplication application(argc, argv);
    qInstallMessageHandler(usual);
    if (!line.screenshot.isEmpty())
        return takeScreenshot(application, line);
    if (!line.measure.isEmpty())
        return measureFluency(application, line);

    Application workbench(application, std::make_unique<QSettings>(), line.theme);
    if (!line.size.isEmpty())
        workbench.window().resize(line.size);
    std::unique_ptr<StateReport> report;
    if (!line.stateReport.isEmpty()) {
        report = std::make_unique<StateReport>(workbench, line.stateReport);
        if (!report->isOpen()) {
            print(stderr, QStringLiteral("zrecord-workbench: the file \"%1\" of --report-state cannot be written.\n").arg(line.stateReport));
            return kUsageError;
        }
    }
    workbench.window().show();
    if (line.paths.isEmpty() && workbench.settings().restoresSession())
        workbench.window().keeper().restore();
    else
        workbench.window().keeper().begin();
    for (const QString& path : line.paths)
        workbench.window().controller().open(path);
    return QApplication::exec();
}

}  // namespace zrecord::desktop
