#pragma once

#include <QWidget>

class QVBoxLayout;

namespace zrecord::workbench {
class WorkbenchSettings;
}

namespace zrecord::widgets {

class ActionRegistry;

/// What the window shows without a store: three ways to begin, the stores of before, and the keys worth knowing.
class EmptyPage final : public QWidget {
    Q_OBJECT

public:
    /// The actions "file.open", "file.import" and "help.sample" must exist.
    EmptyPage(ActionRegistry& actions, workbench::WorkbenchSettings& settings, QWidget* parent = nullptr);

Q_SIGNALS:
    void openRequested(const QString& path);

private:
    QWidget* makeStart(ActionRegistry& actions);
    QWidget* makeShortcuts(ActionRegistry& actions);
    void fillRecent();

    workbench::WorkbenchSettings& m_settings;
    QWidget* m_recent;
    QVBoxLayout* m_recentLayout;
};

}  // namespace zrecord::widgets
