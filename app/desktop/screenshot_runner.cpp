#include "desktop/screenshot_runner.h"

#include <cstdio>

#include <QApplication>
#include <QDialog>
#include <QImage>
#include <QLocale>
#include <QPainter>
#include <QTemporaryDir>
#include <QTimer>

#include "desktop/application.h"
#include "desktop/clipped_text.h"
#include "desktop/command_line.h"
#include "desktop/scenarios.h"
#include "desktop/stage.h"
#include "widgets/theme/theme.h"

namespace zrecord::desktop {

namespace {

constexpr QSize kDefaultSize(1280, 800);
constexpr int kTick = 80;        // milliseconds between two looks
constexpr int kCalmLooks = 4;    // as many equal pictures in a row count as calm
constexpr int kMostLooks = 250;  // something that always moves is taken as it is

/// The window with its dialogs where they stand, over a dimmed window as a person sees it.
QImage compose(QWidget& window) {
    QImage image = window.grab().toImage().convertToFormat(QImage::Format_RGB32);
    const widgets::Theme& theme = widgets::Theme::of(window.palette());
    for (QDialog* dialog : window.findChildren<QDialog*>()) {
        if (!dialog->isVisible())
            continue;
        QPainter painter(&image);
        painter.fillRect(image.rect(), QColor(0, 0, 0, theme.dark ? 110 : 60));
        const QPixmap picture = dialog->grab();
        const QPoint at = dialog->windowFlags().testFlag(Qt::FramelessWindowHint)
                              ? dialog->pos() - window.pos()
                              : QPoint((image.width() - picture.width()) / 2, (image.height() - picture.height()) / 2);
        painter.drawPixmap(at, picture);
        painter.setPen(theme.line);
        painter.drawRect(QRect(at, picture.size()).adjusted(-1, -1, 0, 0));
    }
    return image;
}

/// Looks until the picture stays the same, then calls back once.
class CalmWatcher final : public QObject {
public:
    CalmWatcher(Application& application, std::function<void(const QImage&)> done) : m_application(application), m_done(std::move(done)) {
        m_timer.callOnTimeout(this, [this] { look(); });
    }
    void start() { m_timer.start(kTick); }

private:
    void look() {
        const QImage now = compose(m_application.window());
        const bool working = m_application.documents().runtime().jobs().activeCount() > 0;
        m_calm = !working && now == m_last ? m_calm + 1 : 0;
        m_last = now;
        if (m_calm < kCalmLooks && ++m_looks < kMostLooks)
            return;
        m_timer.stop();
        m_done(now);
    }

    Application& m_application;
    std::function<void(const QImage&)> m_done;
    QTimer m_timer;
    QImage m_last;
    int m_calm = 0;
    int m_looks = 0;
};

}  // namespace

void prepareOffscreen() {
    // The off-screen platform has no window manager to tell sizes to, and says so for every window; that is no news.
    static QtMessageHandler before = nullptr;
    before = qInstallMessageHandler([](QtMsgType type, const QMessageLogContext& context, const QString& text) {
        if (!text.endsWith(QLatin1String("does not support propagateSizeHints()")))
            before(type, context, text);
    });
    qputenv("QT_QPA_PLATFORM", "offscreen");
    qputenv("QT_SCALE_FACTOR", "1");
    qunsetenv("QT_SCREEN_SCALE_FACTORS");
    QLocale::setDefault(QLocale::c());
}

int takeScreenshot(QApplication& application, const CommandLine& line) {
    QApplication::setCursorFlashTime(0);
    QApplication::setEffectEnabled(Qt::UI_AnimateMenu, false);
    const QTemporaryDir folder;
    auto settings = std::make_unique<QSettings>(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat);
    auto theme = line.theme.value_or(workbench::ThemeChoice::Light);
    if (line.scenario.endsWith(QLatin1String("-dark")))
        theme = workbench::ThemeChoice::Dark;
    Application workbench(application, std::move(settings), theme);
    workbench.window().resize(line.size.isEmpty() ? kDefaultSize : line.size);
    workbench.window().show();

    Stage stage(workbench, folder.path(), line.paths.value(0));
    QString problem;
    const QString name = line.scenario.isEmpty() ? (line.paths.isEmpty() ? QStringLiteral("empty") : QStringLiteral("browse")) : line.scenario;
    findScenario(name)->play(stage);
    CalmWatcher watcher(workbench, [&](const QImage& image) {
        for (const QString& clipped : clippedTexts(workbench.window()))
            std::fprintf(stderr, "zrecord-workbench: text is cut off: %s\n", qPrintable(clipped));
        if (!image.save(line.screenshot))
            problem = QStringLiteral("the picture could not be written to %1").arg(line.screenshot);
        QApplication::exit(problem.isEmpty() ? 0 : 1);
    });
    QObject::connect(&stage, &Stage::finished, &watcher, [&watcher] { watcher.start(); });
    QObject::connect(&stage, &Stage::failed, &watcher, [&](const QString& why) {
        problem = why;
        QApplication::exit(1);
    });
    stage.start();
    const int status = QApplication::exec();
    if (!problem.isEmpty())
        std::fprintf(stderr, "zrecord-workbench: %s\n", qPrintable(problem));
    return status;
}

}  // namespace zrecord::desktop
