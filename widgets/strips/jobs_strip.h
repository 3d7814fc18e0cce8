#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <QTimer>
#include <QWidget>

class QVBoxLayout;

namespace zrecord::workbench {
class Job;
class JobQueue;
}

namespace zrecord::widgets {

class JobRow;

/// Long work as lines above the status bar: what runs, how far, how fast, how long yet, and Cancel. What ended stays with
/// its outcome until dismissed here or until the next work begins; figures that refresh themselves (statistics, forecasts) leave
/// when they succeed, and searches are seen only when they take their time. The list of all jobs keeps what leaves here.
class JobsStrip final : public QWidget {
    Q_OBJECT

public:
    static constexpr int kVisibleRows = 3;

    explicit JobsStrip(workbench::JobQueue& queue, QWidget* parent = nullptr);

    /// Cancels the newest job that runs or waits; false when there is none.
    bool cancelNewest();
    /// Takes away what has ended about a document that is closed.
    void forget(const QString& subject);

private:
    void addJob(workbench::Job* job);
    /// Takes away the outcomes that stand there from before the job, unless that is a quiet one.
    void dismissBefore(std::uint64_t id);
    void removeJob(const workbench::Job* job);
    void settle(workbench::Job* job);
    void refresh();
    void removeSettled(const std::function<bool(const workbench::Job&)>& which);

    workbench::JobQueue& m_queue;
    QVBoxLayout* m_layout;
    std::vector<JobRow*> m_rows;  // newest first
    QTimer m_later;
};

}  // namespace zrecord::widgets
