#include "desktop/measurement.h"

#include <cstdio>
#include <functional>
#include <memory>
#include <random>

#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QEventLoop>
#include <QFile>
#include <QFileInfo>
#include <QKeyEvent>
#include <QTemporaryDir>
#include <QTimer>
#include <QWheelEvent>

#include "desktop/application.h"
#include "desktop/command_line.h"
#include "desktop/scenario_stores.h"
#include "desktop/stage.h"
#include "widgets/actions/action_registry.h"
#include "widgets/browse/browse_perspective.h"
#include "widgets/browse/record_table_view.h"
#include "widgets/common/fluency_meter.h"
#include "widgets/main_window/center_area.h"
#include "widgets/main_window/document_controller.h"
#include "widgets/main_window/main_window.h"
#include "widgets/viewers/record_viewer.h"
#include "workbench/document/document_list.h"
#include "workbench/document/document_session.h"
#include "workbench/fetch/record_loader.h"
#include "workbench/find/record_search.h"
#include "workbench/importing/sample_store.h"

namespace zrecord::desktop {

namespace {

constexpr QSize kSize(1280, 800);
constexpr std::uint64_t kSparseRecords = std::uint64_t{1} << 33;
constexpr int kPatience = 20'000;  // milliseconds for one input
constexpr int kScrolls = 200;
constexpr int kJumps = 100;
constexpr unsigned kSeed = 1;

/// Lets events run until it is so; false when it never was.
bool waitUntil(const std::function<bool()>& done, int milliseconds = kPatience) {
    if (done())
        return true;
    QElapsedTimer clock;
    clock.start();
    QEventLoop loop;
    QTimer look;
    look.callOnTimeout(&loop, [&] {
        if (done() || clock.elapsed() > milliseconds)
            loop.quit();
    });
    look.start(1);
    loop.exec();
    return done();
}

/// Memory of this process, in MiB; 0 where it cannot be found out.
double residentMemory() {
    QFile file(QStringLiteral("/proc/self/statm"));
    if (!file.open(QIODevice::ReadOnly))
        return 0;
    constexpr double kPage = 4096;
    return file.readAll().split(' ').value(1).toDouble() * kPage / (1024 * 1024);
}

class Measurement {
public:
    Measurement(Application& application, QString& table) : m_application(application), m_table(table) {
        m_meter.start();
        for (widgets::Perspective* perspective : application.window().center().perspectives())
            if (auto* browse = qobject_cast<widgets::BrowsePerspective*>(perspective))
                m_browse = browse;
    }

    bool run(const QString& path) {
        QElapsedTimer opening;
        opening.start();
        m_application.window().controller().open(path);
        if (!waitUntil([this] { return session() != nullptr && session()->document().isOpen(); }, 60'000))
            return false;
        const auto opened = static_cast<double>(opening.nsecsElapsed()) / 1e6;
        waitUntil([this] { return m_application.documents().runtime().jobs().activeCount() == 0 && session()->search().isReady(); }, 60'000);
        m_name = QStringLiteral("%1, %2 records").arg(QFileInfo(path).fileName()).arg(records());
        addRow(QStringLiteral("open"), {static_cast<std::uint64_t>(1), opened, opened, opened, opened, opened > widgets::FluencyMeter::kFrame ? 1U : 0U}, true);
        const double before = residentMemory();
        scroll();
        jump();
        select();
        filter();
        m_table += QStringLiteral("| %1 | memory, before and after | | %2 MiB | %3 MiB | | |\n").arg(m_name).arg(before, 0, 'f', 0).arg(residentMemory(), 0, 'f', 0);
        m_application.documents().closeAll();
        return true;
    }

private:
    [[nodiscard]] workbench::DocumentSession* session() const { return m_application.documents().current(); }
    [[nodiscard]] std::uint64_t records() const { return session()->document().recordCount(); }

    /// Times each of so many inputs and makes a line of the table.
    void step(const QString& what, int count, const std::function<void(int)>& input) {
        m_meter.clear();
        for (int i = 0; i < count; ++i) {
            const std::size_t before = m_meter.inputTimes().size();
            m_meter.noteInput();
            input(i);
            if (!waitUntil([&] { return m_meter.inputTimes().size() > before; }))
                break;
        }
        addRow(what, m_meter.inputs(), false);
    }

    void addRow(const QString& what, const widgets::FluencyFigures& figures, bool once) {
        const auto number = [](double value) { return QStringLiteral("%1 ms").arg(value, 0, 'f', 1); };
        m_table += once ? QStringLiteral("| %1 | %2 | 1 | %3 | | | |\n").arg(m_name, what, number(figures.worst))
                        : QStringLiteral("| %1 | %2 | %3 | %4 | %5 | %6 | %7 |\n")
                              .arg(m_name, what).arg(figures.count).arg(number(figures.median), number(figures.p95), number(figures.worst)).arg(figures.late);
    }

    static void key(QWidget& widget, int code, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QKeyEvent press(QEvent::KeyPress, code, modifiers);
        QCoreApplication::sendEvent(&widget, &press);
        QKeyEvent release(QEvent::KeyRelease, code, modifiers);
        QCoreApplication::sendEvent(&widget, &release);
    }

    static void wheel(QAbstractScrollArea& view, int notches) {
        const QPointF at = QRectF(view.viewport()->rect()).center();
        QWheelEvent event(at, view.viewport()->mapToGlobal(at), {}, {0, -120 * notches}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(view.viewport(), &event);
    }

    void scroll() {
        m_browse->setMode(widgets::BrowsePerspective::Mode::Grid);
        step(QStringLiteral("wheel over the grid"), kScrolls, [this](int) { wheel(m_browse->grid(), 1); });
        step(QStringLiteral("Page Down in the grid"), kScrolls, [this](int) { key(m_browse->grid(), Qt::Key_PageDown); });
        step(QStringLiteral("End, Home in the grid"), kJumps, [this](int i) { key(m_browse->grid(), i % 2 == 0 ? Qt::Key_End : Qt::Key_Home); });
        step(QStringLiteral("next record in the viewer"), kScrolls, [this](int) { key(m_browse->grid(), Qt::Key_Right); });
        m_browse->setMode(widgets::BrowsePerspective::Mode::Table);
        QAbstractScrollArea* table = m_browse->table().findChild<QAbstractScrollArea*>();
        if (table != nullptr)
            step(QStringLiteral("Page Down in the table"), kScrolls, [table](int) { key(*table, Qt::Key_PageDown); });
    }

    void jump() {
        std::mt19937_64 random(kSeed);
        m_browse->setMode(widgets::BrowsePerspective::Mode::Grid);
        std::vector<double> shown;
        step(QStringLiteral("go to a random record"), kJumps, [&](int) { m_application.window().goToRecord(random() % records()); });
        for (int i = 0; i < kJumps; ++i) {
            QElapsedTimer clock;
            clock.start();
            bool there = false;
            QObject context;
            const auto arrived = [&there] { there = true; };
            QObject::connect(&session()->loader(), &workbench::RecordLoader::loaded, &context, arrived);
            QObject::connect(&session()->loader(), &workbench::RecordLoader::failed, &context, arrived);
            m_application.window().goToRecord(random() % records());
            waitUntil([&there] { return there; });
            shown.push_back(static_cast<double>(clock.nsecsElapsed()) / 1e6);
        }
        addRow(QStringLiteral("from jump to its values"), widgets::fluencyFigures(shown), false);
    }

    void select() {
        const auto trigger = [this](const char* id) { m_application.window().actions().action(QLatin1String(id))->trigger(); };
        step(QStringLiteral("select all, invert, none"), 30, [&](int i) { trigger(i % 3 == 0 ? "select.all" : i % 3 == 1 ? "select.invert" : "select.none"); });
        step(QStringLiteral("Shift+End, Home"), 20, [this](int i) { key(m_browse->grid(), i % 2 == 0 ? Qt::Key_End : Qt::Key_Home, i % 2 == 0 ? Qt::ShiftModifier : Qt::NoModifier); });
    }

    /// A search over all records runs while the grid is scrolled, and is cancelled unless it has ended by then.
    void filter() {
        workbench::RecordSearch& search = session()->search();
        search.apply(QStringLiteral("index % 7 == 3 and mean > 3"));
        step(QStringLiteral("wheel while a filter runs"), kScrolls, [this](int) { wheel(m_browse->grid(), 1); });
        if (search.isSearching()) {
            QElapsedTimer clock;
            clock.start();
            search.cancel();
            waitUntil([this] { return m_application.documents().runtime().jobs().activeCount() == 0; });
            const auto took = static_cast<double>(clock.nsecsElapsed()) / 1e6;
            addRow(QStringLiteral("cancel the filter"), {1, took, took, took, took, 0}, true);
        }
        search.clear();
        step(QStringLiteral("back to all records"), 1, [&search](int) { search.clear(); });
    }

    Application& m_application;
    QString& m_table;
    widgets::FluencyMeter m_meter;
    widgets::BrowsePerspective* m_browse = nullptr;
    QString m_name;
};

}  // namespace

int measureFluency(QApplication& application, const CommandLine& line) {
    Q_UNUSED(application)
    QApplication::setCursorFlashTime(0);
    const QTemporaryDir folder;
    QStringList paths = line.paths;
    if (paths.isEmpty()) {
        paths << folder.filePath(QStringLiteral("sample/shapes")) << folder.filePath(QStringLiteral("sparse"));
        if (!workbench::makeSampleStore(paths[0], workbench::kSampleRecords).ok() || !makeSparseStore(paths[1], kSparseRecords)) {
            std::fprintf(stderr, "zrecord-workbench: the stores to measure with could not be written to %s\n", qPrintable(folder.path()));
            return 1;
        }
    }
    Application workbench(application, std::make_unique<QSettings>(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat), workbench::ThemeChoice::Light);
    workbench.window().resize(line.size.isEmpty() ? kSize : line.size);
    workbench.window().show();
    QString table = QStringLiteral("| store | what | inputs | median | 95 % within | worst | above 16 ms |\n|---|---|---:|---:|---:|---:|---:|\n");
    for (const QString& path : paths)
        if (!Measurement(workbench, table).run(path)) {
            std::fprintf(stderr, "zrecord-workbench: %s could not be opened\n", qPrintable(path));
            return 1;
        }
    QFile file(line.measure);
    const bool open = line.measure == u"-" ? file.open(stdout, QIODevice::WriteOnly) : file.open(QIODevice::WriteOnly | QIODevice::Truncate);
    const QByteArray text = table.toUtf8();
    if (!open || file.write(text) != text.size() || !file.flush()) {
        std::fprintf(stderr, "zrecord-workbench: the measurements could not be written to %s\n", qPrintable(line.measure));
        return 1;
    }
    return 0;
}

}  // namespace zrecord::desktop
