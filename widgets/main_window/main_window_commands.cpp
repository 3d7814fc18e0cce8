// What the window's own actions do; main_window.cpp holds its construction and the connections.
#include <QAction>
#include <QClipboard>
#include <QDir>
#include <QGuiApplication>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

#include "widgets/actions/action_registry.h"
#include "widgets/actions/command_palette.h"
#include "widgets/actions/key_dialog.h"
#include "widgets/actions/shortcut_sheet.h"
#include "widgets/dialogs/about_dialog.h"
#include "widgets/dialogs/diagnostics.h"
#include "widgets/dialogs/performance_dialog.h"
#include "widgets/docks/facets_dock.h"
#include "widgets/docks/inspector_dock.h"
#include "widgets/docks/jobs_dock.h"
#include "widgets/docks/log_dock.h"
#include "widgets/docks/stores_dock.h"
#include "widgets/main_window/center_area.h"
#include "widgets/main_window/document_controller.h"
#include "widgets/find/filter_bar.h"
#include "widgets/strips/jobs_strip.h"
#include "widgets/main_window/main_window.h"
#include "widgets/main_window/menu_builder.h"
#include "widgets/main_window/pane_cycler.h"
#include "widgets/main_window/perspective.h"
#include "widgets/strips/status_strip.h"
#include "widgets/strips/tool_strip.h"
#include "widgets/strips/window_header.h"
#include "widgets/theme/theme_manager.h"
#include "workbench/document/document_list.h"
#include "workbench/document/document_session.h"

namespace zrecord::widgets {

void MainWindow::undo() { m_controller->undo(); }

void MainWindow::redo() { m_controller->redo(); }

void MainWindow::focusGoTo() { m_tools->focusGoTo(); }

void MainWindow::focusFilter() { m_tools->filter().focusFilter(); }

void MainWindow::goToRecord(quint64 record) {
    if (m_session == nullptr || record >= m_session->document().recordCount())
        return;
    m_session->selection().select(record);
    if (Perspective* perspective = m_center->currentPerspective())
        perspective->goToRecord(record);
}

void MainWindow::goBack() {
    if (m_session == nullptr)
        return;
    m_travelling = true;
    if (const auto record = m_places[m_session].history.back())
        goToRecord(*record);
    m_travelling = false;
    updateState();
}

void MainWindow::goForward() {
    if (m_session == nullptr)
        return;
    m_travelling = true;
    if (const auto record = m_places[m_session].history.forward())
        goToRecord(*record);
    m_travelling = false;
    updateState();
}

void MainWindow::showPerspective(Perspective* perspective) {
    m_center->setCurrentPerspective(perspective);
    focusPerspective();
}

void MainWindow::exportRecords() { m_controller->exportRecords(streamOf(m_session)); }

void MainWindow::cyclePane(int step) { m_panes->move(step); }

void MainWindow::openMenus() {
    QMenuBar& bar = m_header->menuBar();
    if (!bar.actions().isEmpty())
        bar.setActiveAction(bar.actions().constFirst());
}

void MainWindow::cancelNewestJob() { m_jobs->cancelNewest(); }

void MainWindow::setTheme(workbench::ThemeChoice choice) {
    m_context.settings.setTheme(choice);
    m_context.theme.apply(choice, m_context.theme.fontSize());
}

void MainWindow::changeFontSize(int step) {
    const int size = step == 0 ? ThemeManager::kDefaultFontSize : m_context.theme.fontSize() + step;
    m_context.theme.apply(m_context.theme.choice(), size);
    m_context.settings.setFontSize(m_context.theme.fontSize());
}

void MainWindow::updateThemeActions() {
    const workbench::ThemeChoice now = m_context.theme.choice();
    m_actions->action(QStringLiteral("view.themeSystem"))->setChecked(now == workbench::ThemeChoice::System);
    m_actions->action(QStringLiteral("view.themeLight"))->setChecked(now == workbench::ThemeChoice::Light);
    m_actions->action(QStringLiteral("view.themeDark"))->setChecked(now == workbench::ThemeChoice::Dark);
}

void MainWindow::resetLayout() {
    for (QDockWidget* dock : docks())
        dock->setFloating(false);
    m_frame->restoreState(m_firstLayout, kLayoutVersion);
}

void MainWindow::setLayout(WindowLayout layout) {
    resetLayout();
    const bool curating = layout == WindowLayout::Curate;
    const bool measuring = layout == WindowLayout::Measure;
    m_stores->setVisible(curating || measuring);
    m_facets->setVisible(curating);
    m_inspector->setVisible(!measuring);
    // The panels alone would leave a laboratory beside the facets, and records in the room for plots.
    const QString wanted = measuring ? QStringLiteral("sampler") : QStringLiteral("browse");
    for (Perspective* perspective : m_center->perspectives())
        if (m_session != nullptr && perspective->id() == wanted)
            showPerspective(perspective);
}

std::size_t MainWindow::streamOf(workbench::DocumentSession* session) const {
    const auto place = m_places.find(session);
    return place == m_places.end() ? 0 : place->second.stream;
}

void MainWindow::setRestoresSession(bool restores) { m_context.settings.setRestoresSession(restores); }

QList<QDockWidget*> MainWindow::docks() const { return {m_stores, m_facets, m_inspector, m_log, m_jobsList}; }

void MainWindow::setFullScreen(bool on) { setWindowState(windowState().setFlag(Qt::WindowFullScreen, on)); }

void MainWindow::showPalette() {
    auto* palette = new CommandPalette(*m_actions, this);
    palette->setAttribute(Qt::WA_DeleteOnClose);
    palette->show();
}

void MainWindow::showShortcuts() {
    auto* sheet = new ShortcutSheet(*m_actions, this);
    sheet->setAttribute(Qt::WA_DeleteOnClose);
    connect(sheet, &ShortcutSheet::changeRequested, this, &MainWindow::changeKeys);
    sheet->open();
}

void MainWindow::changeKeys() {
    auto* dialog = new KeyDialog(*m_actions, m_context.settings, this);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->open();
}

void MainWindow::showPerformance() {
    auto* dialog = findChild<PerformanceDialog*>();
    if (dialog == nullptr)
        dialog = new PerformanceDialog(this);
    dialog->show();  // beside the work: it measures what is done here
    dialog->raise();
}

void MainWindow::copyDiagnostics() {
    QGuiApplication::clipboard()->setText(diagnosticsText(m_context.documents));
    m_status->showMessage(tr("Diagnostics copied to the clipboard."));
}

void MainWindow::showAbout() {
    auto* about = new AboutDialog(this);
    about->setAttribute(Qt::WA_DeleteOnClose);
    about->open();
}

void MainWindow::fillRecentMenu() {
    QMenu* menu = m_menus->recentMenu();
    if (menu == nullptr)
        return;
    menu->clear();
    const QStringList recent = m_context.settings.recentStores();
    menu->setEnabled(!recent.isEmpty());
    for (const QString& path : recent)
        connect(menu->addAction(QDir::toNativeSeparators(path)), &QAction::triggered, m_controller, [this, path] { m_controller->open(path); });
    if (recent.isEmpty())
        return;
    menu->addSeparator();
    connect(menu->addAction(tr("Forget this list")), &QAction::triggered, this, [this] { m_context.settings.clearRecentStores(); });
}

}  // namespace zrecord::widgets
