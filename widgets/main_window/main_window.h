#pragma once

#include <map>
#include <memory>

#include <QWidget>

#include "widgets/actions/workbench_state.h"
#include "widgets/main_window/drop_intent.h"
#include "widgets/main_window/record_history.h"
#include "widgets/main_window/window_layout.h"
#include "widgets/main_window/workbench_context.h"
#include "workbench/settings/workbench_settings.h"

class QDockWidget;
class QMainWindow;
class QTimer;

namespace zrecord::workbench {
class DocumentSession;
}

namespace zrecord::widgets {

class ActionRegistry;
class CenterArea;
class DocumentController;
class DropOverlay;
class FacetsDock;
class InspectorDock;
class JobsDock;
class JobsStrip;
class LogDock;
class MenuBuilder;
class PaneCycler;
class PendingStrip;
class Perspective;
class SessionKeeper;
class StatusStrip;
class StoresDock;
class ToolStrip;
class WindowHeader;

/// The window of the Workbench: header with menus and tools, docks around the perspectives, strips below. It connects its
/// parts and knows perspectives only through their interface. GUI thread.
class MainWindow final : public QWidget {
    Q_OBJECT

public:
    explicit MainWindow(const WorkbenchContext& context, QWidget* parent = nullptr);
    ~MainWindow() override;

    /// Takes it over. Call for all of them, then finish().
    void addPerspective(std::unique_ptr<Perspective> perspective);
    /// Builds the menus and restores the saved geometry.
    void finish();

    [[nodiscard]] ActionRegistry& actions() { return *m_actions; }
    [[nodiscard]] DocumentController& controller() { return *m_controller; }
    [[nodiscard]] CenterArea& center() { return *m_center; }
    [[nodiscard]] DropOverlay& dropOverlay() { return *m_overlay; }
    [[nodiscard]] StatusStrip& status() { return *m_status; }
    [[nodiscard]] SessionKeeper& keeper() { return *m_keeper; }
    /// That is shown of a document, or was shown last.
    [[nodiscard]] std::size_t streamOf(workbench::DocumentSession* session) const;

    // What the window's own actions do.
    void undo();
    void redo();
    void focusGoTo();
    void focusFilter();
    void goToRecord(quint64 record);
    void goBack();
    void goForward();
    void showPerspective(Perspective* perspective);
    void cyclePane(int step);
    void openMenus();
    void cancelNewestJob();
    void setTheme(workbench::ThemeChoice choice);
    void setStream(std::size_t stream);  ///< of the current document
    void exportRecords();
    void changeFontSize(int step);  ///< 0 = back to the default
    void resetLayout();
    void setLayout(WindowLayout layout);
    void setRestoresSession(bool restores);
    void setFullScreen(bool on);
    void showPalette();
    void showShortcuts();
    void changeKeys();
    void showPerformance();
    void copyDiagnostics();
    void showAbout();

protected:
    void closeEvent(QCloseEvent* event) override;
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dragLeaveEvent(QDragLeaveEvent* event) override;
    void dropEvent(QDropEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    static constexpr int kLayoutVersion = 3;  ///< another one puts the panels back to their first places
    void buildLayout();
    void connectParts();
    void followSession(workbench::DocumentSession* session);
    void setSession(workbench::DocumentSession* session);
    void takeDrop(const DropIntent& intent);
    [[nodiscard]] QList<QDockWidget*> docks() const;
    void focusPerspective();
    void updatePage();
    void updateTitle();
    void updateState();
    void updateThemeActions();
    void fillRecentMenu();

    struct Place {
        std::size_t stream = 0;
        RecordHistory history;
    };

    WorkbenchContext m_context;
    ActionRegistry* m_actions;
    DocumentController* m_controller;
    WindowHeader* m_header;
    ToolStrip* m_tools = nullptr;
    QMainWindow* m_frame;
    CenterArea* m_center = nullptr;
    StoresDock* m_stores = nullptr;
    FacetsDock* m_facets = nullptr;
    InspectorDock* m_inspector = nullptr;
    JobsDock* m_jobsList = nullptr;
    LogDock* m_log = nullptr;
    PendingStrip* m_pending = nullptr;
    JobsStrip* m_jobs = nullptr;
    StatusStrip* m_status = nullptr;
    DropOverlay* m_overlay = nullptr;
    PaneCycler* m_panes = nullptr;
    SessionKeeper* m_keeper = nullptr;
    std::unique_ptr<MenuBuilder> m_menus;
    QTimer* m_stateTimer;
    workbench::DocumentSession* m_session = nullptr;
    std::map<workbench::DocumentSession*, Place> m_places;
    QByteArray m_firstLayout;
    bool m_travelling = false;
};

}  // namespace zrecord::widgets
