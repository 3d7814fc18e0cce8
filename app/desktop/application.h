#pragma once

#include <memory>
#include <optional>

#include <QSettings>

#include "widgets/main_window/main_window.h"
#include "widgets/theme/theme_manager.h"
#include "workbench/document/document_list.h"
#include "workbench/jobs/workbench_runtime.h"
#include "workbench/settings/workbench_settings.h"

class QApplication;

namespace zrecord::desktop {

/// Composition root: makes the parts of the Workbench in the order in which they need each other, and ends them in the
/// reverse one. Nothing is global.
class Application {
public:
    /// `theme` overrides the saved choice without saving it.
    Application(QApplication& application, std::unique_ptr<QSettings> settings, std::optional<workbench::ThemeChoice> theme = {});
    ~Application();

    [[nodiscard]] widgets::MainWindow& window() { return *m_window; }
    [[nodiscard]] workbench::DocumentList& documents() { return m_documents; }
    [[nodiscard]] workbench::WorkbenchSettings& settings() { return m_settings; }
    [[nodiscard]] widgets::ThemeManager& theme() { return m_theme; }

private:
    QString m_settingsFolder;
    workbench::WorkbenchSettings m_settings;
    workbench::WorkbenchRuntime m_runtime;
    workbench::DocumentList m_documents;
    widgets::ThemeManager m_theme;
    std::unique_ptr<widgets::MainWindow> m_window;
};

/// The whole program: parses the arguments, opens the window or takes the screenshot. Returns the exit status.
int runDesktop(int argc, char** argv);

}  // namespace zrecord::desktop
