#include "widgets/main_window/window_actions.h"

#include <QAction>
#include <QCoreApplication>

#include "widgets/actions/action_registry.h"
#include "widgets/main_window/document_controller.h"
#include "widgets/main_window/main_window.h"
#include "workbench/settings/workbench_settings.h"

namespace zrecord::widgets {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("WindowActions", text); }

bool hasDocument(const WorkbenchState& state) { return state.hasDocument; }
bool canMark(const WorkbenchState& state) { return state.editing && !state.busy && state.records > 0; }
bool hasMarks(const WorkbenchState& state) { return state.marked > 0; }

void addFileActions(ActionRegistry& registry, MainWindow& window) {
    DocumentController* controller = &window.controller();
    const QString category = tr("File");
    registry.add({QStringLiteral("file.open"), tr("&Open…"), category, QStringLiteral("open"), {QKeySequence(Qt::CTRL | Qt::Key_O)}, tr("Opens a store, or a folder of stores as an aligned set; read-only."), {}, {}},
                 &window, [controller](bool) { controller->chooseAndOpen(); });
    registry.add({QStringLiteral("file.openSet"), tr("Open as &aligned set…"), category, QStringLiteral("open-set"), {}, tr("Opens all streams of a folder together, also when one of them is chosen."), {}, {}},
                 &window, [controller](bool) { controller->chooseAndOpenSet(); });
    registry.add({QStringLiteral("file.reload"), tr("&Reload"), category, QStringLiteral("reload"), {QKeySequence(Qt::Key_F5)}, tr("Reads the store anew, for changes made by another program."), {},
                  [](const WorkbenchState& state) { return state.hasSession && !state.busy; }},
                 &window, [controller](bool) { controller->reload(); });
    registry.add({QStringLiteral("file.close"), tr("&Close"), category, QStringLiteral("close"), {QKeySequence(Qt::CTRL | Qt::Key_W)}, tr("Closes the current store or set."), {}, [](const WorkbenchState& state) { return state.hasSession; }},
                 &window, [controller](bool) { controller->closeCurrent(); });
    registry.add({QStringLiteral("file.import"), tr("&Import…"), category, QStringLiteral("import"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_O)},
                  tr("Makes a new store from a .npy, .npz, idx or text file."), QStringLiteral("zr import FILE STORE"), {}},
                 &window, [controller](bool) { controller->importFile(); });
    registry.add({QStringLiteral("file.export"), tr("&Export…"), category, QStringLiteral("export"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_E)},
                  tr("Writes the selected, the shown or all records to a .npy, .npz or raw file, or into a new store."), QStringLiteral("zr export STORE FILE"),
                  [](const WorkbenchState& state) { return state.hasDocument && !state.busy && state.records > 0; }},
                 &window, [&window](bool) { window.exportRecords(); });
    registry.add({QStringLiteral("file.restoreSession"), tr("Open all of this again at the &next start"), category, {}, {},
                  tr("The same stores, read-only, with stream, filter, selection and place."), {}, {}, true},
                 &window, [&window](bool on) { window.setRestoresSession(on); });
    registry.add({QStringLiteral("file.quit"), tr("&Quit"), category, {}, {QKeySequence(Qt::CTRL | Qt::Key_Q)}, {}, {}, {}}, &window, [&window](bool) { window.close(); });
}

void addEditActions(ActionRegistry& registry, MainWindow& window) {
    DocumentController* controller = &window.controller();
    const QString category = tr("Edit");
    registry.add({QStringLiteral("edit.undo"), tr("&Undo"), category, QStringLiteral("undo"), {QKeySequence(Qt::CTRL | Qt::Key_Z)}, tr("Takes back what was done last: marks, tags, or a delete that was applied, with every record where it was."), {},
                  [](const WorkbenchState& state) { return state.canUndo && !state.busy; }},
                 &window, [&window](bool) { window.undo(); });
    registry.add({QStringLiteral("edit.redo"), tr("&Redo"), category, QStringLiteral("redo"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Z), QKeySequence(Qt::CTRL | Qt::Key_Y)}, tr("Does again what Undo took back."), {},
                  [](const WorkbenchState& state) { return state.canRedo && !state.busy; }},
                 &window, [&window](bool) { window.redo(); });
    registry.add({QStringLiteral("edit.mark"), tr("&Mark for deletion"), category, QStringLiteral("mark"), {QKeySequence(Qt::Key_Delete)},
                  tr("Marks or unmarks the selected records; nothing is deleted before Apply. Needs editing enabled."), {}, canMark},
                 &window, [controller](bool) { controller->markSelection(); });
    registry.add({QStringLiteral("edit.keys"), tr("Change &keys…"), category, QStringLiteral("keyboard"), {}, tr("Gives actions other keys; keys that are taken are refused."), {}, {}},
                 &window, [&window](bool) { window.changeKeys(); });
}

void addGoActions(ActionRegistry& registry, MainWindow& window) {
    const QString category = tr("Go");
    registry.add({QStringLiteral("go.to"), tr("&Go to record…"), category, QStringLiteral("goto"), {QKeySequence(Qt::CTRL | Qt::Key_G)}, tr("Accepts 4711, 1e6, 50% and -1 for the last record."), {}, hasDocument},
                 &window, [&window](bool) { window.focusGoTo(); });
    registry.add({QStringLiteral("go.filter"), tr("&Filter…"), category, QStringLiteral("search"), {QKeySequence(Qt::CTRL | Qt::Key_F)},
                  tr("Shows only the records that match an expression, such as std < 40 and label == 7."), QStringLiteral("zr find STORE FILTER"), hasDocument},
                 &window, [&window](bool) { window.focusFilter(); });
    registry.add({QStringLiteral("go.back"), tr("&Back"), category, QStringLiteral("back"), {QKeySequence(Qt::ALT | Qt::Key_Left)}, tr("To the record before the last jump."), {},
                  [](const WorkbenchState& state) { return state.canGoBack; }},
                 &window, [&window](bool) { window.goBack(); });
    registry.add({QStringLiteral("go.forward"), tr("&Forward"), category, QStringLiteral("forward"), {QKeySequence(Qt::ALT | Qt::Key_Right)}, tr("To the record after Back."), {},
                  [](const WorkbenchState& state) { return state.canGoForward; }},
                 &window, [&window](bool) { window.goForward(); });
    registry.add({QStringLiteral("view.nextPane"), tr("Next &pane"), category, {}, {QKeySequence(Qt::Key_F6)}, tr("Moves the keyboard focus to the next part of the window."), {}, {}},
                 &window, [&window](bool) { window.cyclePane(1); });
    registry.add({QStringLiteral("view.previousPane"), tr("Pre&vious pane"), category, {}, {QKeySequence(Qt::SHIFT | Qt::Key_F6)}, tr("Moves the keyboard focus to the part before."), {}, {}},
                 &window, [&window](bool) { window.cyclePane(-1); });
    registry.add({QStringLiteral("view.menuBar"), tr("&Menus"), category, {}, {QKeySequence(Qt::Key_F10)}, tr("Opens the first menu; the arrow keys go to the others."), {}, {}},
                 &window, [&window](bool) { window.openMenus(); });
}

void addStoreActions(ActionRegistry& registry, MainWindow& window) {
    DocumentController* controller = &window.controller();
    const QString category = tr("Store");
    registry.add({QStringLiteral("store.editing"), tr("&Enable editing"), category, QStringLiteral("edit"), {QKeySequence(Qt::CTRL | Qt::Key_E)},
                  tr("Takes the writer's lock; off means read-only."), {}, [](const WorkbenchState& state) { return state.hasDocument && state.canEdit && !state.busy; }, true},
                 &window, [controller](bool on) { controller->setEditing(on); });
    registry.add({QStringLiteral("store.review"), tr("&Review and apply…"), category, QStringLiteral("table"), {QKeySequence(Qt::CTRL | Qt::Key_S)},
                  tr("Lists what is marked; nothing is removed before its Apply."), QStringLiteral("zr delete STORE INDICES"), hasMarks},
                 &window, [controller](bool) { controller->review(); });
    registry.add({QStringLiteral("store.discard"), tr("&Discard changes"), category, QStringLiteral("undo"), {}, tr("Unmarks everything; no record is changed."), {}, hasMarks},
                 &window, [controller](bool) { controller->discard(); });
    registry.add({QStringLiteral("store.append"), tr("A&ppend…"), category, QStringLiteral("import"), {},
                  tr("Appends the records of a .npy, .npz, idx or text file to this store. Needs editing enabled."), QStringLiteral("zr append STORE FILE"),
                  [](const WorkbenchState& state) { return state.editing && !state.busy && state.streams == 1; }},
                 &window, [controller](bool) { controller->chooseAndAppend(); });
    registry.add({QStringLiteral("store.compact"), tr("&Compact…"), category, QStringLiteral("compact"), {}, tr("Shows what compacting would give back and need, and does it."), QStringLiteral("zr compact STORE"),
                  [](const WorkbenchState& state) { return state.hasDocument && !state.busy; }},
                 &window, [controller](bool) { controller->compact(); });
    registry.add({QStringLiteral("store.verify"), tr("&Verify"), category, QStringLiteral("check"), {}, tr("Reads and checks every record in the background."), QStringLiteral("zr verify STORE"),
                  [](const WorkbenchState& state) { return state.hasDocument && !state.busy; }},
                 &window, [controller](bool) { controller->verify(); });
    registry.add({QStringLiteral("store.statistics"), tr("Compute &statistics"), category, QStringLiteral("values"), {}, tr("Counts live and dead bytes in the background."), QStringLiteral("zr stats STORE"),
                  [](const WorkbenchState& state) { return state.hasDocument && !state.busy; }},
                 &window, [controller](bool) { controller->computeStatistics(); });
    registry.add({QStringLiteral("jobs.cancel"), tr("Cancel the newest &job"), category, QStringLiteral("close"), {QKeySequence(Qt::CTRL | Qt::Key_Period)}, tr("Stops at the next record boundary."), {},
                  [](const WorkbenchState& state) { return state.jobRunning; }},
                 &window, [&window](bool) { window.cancelNewestJob(); });
}

void addViewActions(ActionRegistry& registry, MainWindow& window) {
    const QString category = tr("View");
    const struct { const char* id; QString text; workbench::ThemeChoice choice; } kThemes[] = {
        {"view.themeSystem", tr("Theme: as the &system"), workbench::ThemeChoice::System},
        {"view.themeLight", tr("Theme: &light"), workbench::ThemeChoice::Light},
        {"view.themeDark", tr("Theme: &dark"), workbench::ThemeChoice::Dark}};
    for (const auto& theme : kThemes)
        registry.add({QLatin1String(theme.id), theme.text, category, QStringLiteral("theme"), {}, {}, {}, {}, true}, &window,
                     [&window, choice = theme.choice](bool) { window.setTheme(choice); });
    registry.add({QStringLiteral("view.largerText"), tr("La&rger text"), category, QStringLiteral("zoom-in"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Up)}, {}, {}, {}}, &window, [&window](bool) { window.changeFontSize(1); });
    registry.add({QStringLiteral("view.smallerText"), tr("S&maller text"), category, QStringLiteral("zoom-out"), {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Down)}, {}, {}, {}}, &window, [&window](bool) { window.changeFontSize(-1); });
    registry.add({QStringLiteral("view.defaultText"), tr("Default text si&ze"), category, {}, {}, {}, {}, {}}, &window, [&window](bool) { window.changeFontSize(0); });
    registry.add({QStringLiteral("view.resetLayout"), tr("R&eset layout"), category, {}, {}, tr("All panels back to their first place and size."), {}, {}}, &window, [&window](bool) { window.resetLayout(); });
    const struct { const char* id; QString text; QString description; WindowLayout layout; } kLayouts[] = {
        {"view.layoutCurate", tr("Layout: &curate"), tr("Stores and facets on the left, the inspector on the right."), WindowLayout::Curate},
        {"view.layoutInspect", tr("Layout: &inspect"), tr("Room for one record, with the inspector beside it."), WindowLayout::Inspect},
        {"view.layoutMeasure", tr("Layout: &measure"), tr("Room for the laboratory, with the stores beside it."), WindowLayout::Measure}};
    for (const auto& each : kLayouts)
        registry.add({QLatin1String(each.id), each.text, category, {}, {}, each.description, {}, {}}, &window, [&window, layout = each.layout](bool) { window.setLayout(layout); });
    registry.add({QStringLiteral("view.fullScreen"), tr("&Full screen"), category, QStringLiteral("fit"), {QKeySequence(Qt::Key_F11)}, {}, {}, {}, true}, &window, [&window](bool on) { window.setFullScreen(on); });
}

void addHelpActions(ActionRegistry& registry, MainWindow& window) {
    const QString category = tr("Help");
    registry.add({QStringLiteral("help.palette"), tr("&Search actions…"), category, QStringLiteral("search"), {QKeySequence(Qt::CTRL | Qt::Key_K), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_P)}, tr("Everything the window can do, by name."), {}, {}},
                 &window, [&window](bool) { window.showPalette(); });
    registry.add({QStringLiteral("help.shortcuts"), tr("&Keyboard shortcuts"), category, QStringLiteral("keyboard"), {QKeySequence(Qt::Key_F1), QKeySequence(Qt::Key_Question)}, {}, {}, {}},
                 &window, [&window](bool) { window.showShortcuts(); });
    registry.add({QStringLiteral("help.sample"), tr("Open the sa&mple store"), category, QStringLiteral("sample"), {}, tr("A set of drawings with labels and outlines to try things out on."), {}, {}},
                 &window, [&window](bool) { window.controller().openSample(); });
    registry.add({QStringLiteral("help.performance"), tr("&Performance…"), category, QStringLiteral("clock"), {}, tr("Measures how long the window takes from each key and click to the finished picture, while you work."), {}, {}},
                 &window, [&window](bool) { window.showPerformance(); });
    registry.add({QStringLiteral("help.diagnostics"), tr("Copy &diagnostics"), category, QStringLiteral("copy"), {}, tr("Version, system and open stores, as text for a report."), {}, {}},
                 &window, [&window](bool) { window.copyDiagnostics(); });
    registry.add({QStringLiteral("help.about"), tr("&About Zrecord Workbench"), category, QStringLiteral("info"), {}, {}, {}, {}}, &window, [&window](bool) { window.showAbout(); });
}

}  // namespace

void addWindowActions(ActionRegistry& registry, MainWindow& window) {
    addFileActions(registry, window);
    addEditActions(registry, window);
    addGoActions(registry, window);
    addStoreActions(registry, window);
    addViewActions(registry, window);
    addHelpActions(registry, window);
}

}  // namespace zrecord::widgets
