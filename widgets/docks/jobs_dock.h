#pragma once

#include "widgets/docks/dock_frame.h"

class QListView;
class QPushButton;

namespace zrecord::workbench {
class Job;
class JobListModel;
class JobQueue;
}

namespace zrecord::widgets {

/// Every job of the window, newest first: what runs with progress, rate and remaining time, and what has ended with its outcome,
/// until it is dismissed. The buttons are about the chosen line; all of it can be reached with Tab.
class JobsDock final : public DockFrame {
    Q_OBJECT

public:
    explicit JobsDock(workbench::JobQueue& queue, QWidget* parent = nullptr);
    ~JobsDock() override;

Q_SIGNALS:
    void message(const QString& text);

private:
    [[nodiscard]] workbench::Job* chosen() const;  ///< nullptr when no line is
    void updateButtons();
    void copyDetails();

    workbench::JobQueue& m_queue;
    workbench::JobListModel* m_model;
    QListView* m_view;
    QPushButton* m_cancel;
    QPushButton* m_pause;
    QPushButton* m_dismiss;
    QPushButton* m_copy;
    QPushButton* m_clear;
};

}  // namespace zrecord::widgets
