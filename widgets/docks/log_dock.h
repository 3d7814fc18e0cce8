#pragma once

#include "widgets/docks/dock_frame.h"

class QListView;

namespace zrecord::workbench {
class CurationLog;
}

namespace zrecord::widgets {

/// What was done to the stores since the window opened, each with the command of zr that does the same; copied by Ctrl+C, or all
/// of it saved as a script. GUI thread only.
class LogDock final : public DockFrame {
    Q_OBJECT

public:
    /// The log outlives the dock.
    explicit LogDock(workbench::CurationLog& log, QWidget* parent = nullptr);

Q_SIGNALS:
    void message(const QString& text);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void copyChosen();
    void saveScript();

    workbench::CurationLog& m_log;
    QListView* m_view;
};

}  // namespace zrecord::widgets
