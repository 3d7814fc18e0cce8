#pragma once

#include <QWidget>

class QProgressBar;
class QPushButton;

namespace zrecord::workbench {
class Job;
}

namespace zrecord::widgets {

class ElidedLabel;
class TextLabel;

/// One job in the jobs strip. The bar appears only when the job has run for a moment, so that quick work does not flash.
class JobRow final : public QWidget {
    Q_OBJECT

public:
    explicit JobRow(workbench::Job& job, QWidget* parent = nullptr);

    [[nodiscard]] workbench::Job& job() const { return m_job; }
    void refresh();

Q_SIGNALS:
    void dismissRequested();

private:
    workbench::Job& m_job;
    TextLabel* m_title;
    TextLabel* m_icon;
    QProgressBar* m_bar;
    ElidedLabel* m_text;
    QPushButton* m_copy;
    QPushButton* m_pause;
    QPushButton* m_button;
};

}  // namespace zrecord::widgets
