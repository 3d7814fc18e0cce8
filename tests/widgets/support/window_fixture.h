#pragma once

#include <memory>

#include <QApplication>
#include <QRegularExpression>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "widgets/browse/browse_perspective.h"
#include "widgets/main_window/document_controller.h"
#include "widgets/main_window/main_window.h"
#include "widgets/theme/theme_manager.h"
#include "workbench/document/document_list.h"
#include "workbench/importing/sample_store.h"
#include "workbench/jobs/workbench_runtime.h"
#include "workbench/settings/workbench_settings.h"

namespace zrecord::widgets {

/// Any Qt warning fails the test, except that the off-screen platform has no window manager to tell sizes to
/// or to raise a tool tip with, and no keyboard to grab for a menu.
inline void failOnAnyWarning() { QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support (propagateSizeHints|raise|grabbing the keyboard))"))); }

/// A whole window over settings and stores in a folder of its own.
struct WindowFixture {
    static constexpr std::uint64_t kRecords = 500;

    WindowFixture()
        : settings(std::make_unique<QSettings>(folder.filePath(QStringLiteral("settings.ini")), QSettings::IniFormat)),
          documents(runtime), theme(*qApp) {
        QStandardPaths::setTestModeEnabled(true);  // no trace in the caches of whoever runs the tests
        theme.apply(workbench::ThemeChoice::Light, ThemeManager::kDefaultFontSize);
        window = std::make_unique<MainWindow>(WorkbenchContext{documents, settings, theme});
        window->addPerspective(std::make_unique<BrowsePerspective>(runtime.loader()));
        window->finish();
        window->show();
    }
    ~WindowFixture() {
        window.reset();
        documents.closeAll();
        runtime.shutdown();
    }

    QString samplePath() const { return folder.filePath(QStringLiteral("shapes")); }

    /// Makes the sample set and opens it.
    bool openSample() {
        if (!workbench::makeSampleStore(samplePath(), kRecords).ok())
            return false;
        window->controller().open(samplePath());
        return QTest::qWaitFor([this] { return session() != nullptr && session()->document().isOpen() && session()->document().hasStatistics(); }, 20'000);
    }
    bool enableEditing() {
        window->controller().setEditing(true);
        return QTest::qWaitFor([this] { return session()->document().isEditable() && !session()->document().isBusy(); }, 20'000);
    }
    workbench::DocumentSession* session() { return documents.current(); }
    template <typename Widget>
    Widget* find(const char* name) {
        return window->findChild<Widget*>(QLatin1String(name));
    }

    QTemporaryDir folder;
    workbench::WorkbenchSettings settings;
    workbench::WorkbenchRuntime runtime;
    workbench::DocumentList documents;
    ThemeManager theme;
    std::unique_ptr<MainWindow> window;
};

}  // namespace zrecord::widgets
