#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QObject>

#include <zrecord/result.h>

#include "workbench/jobs/job.h"
#include "workbench/jobs/mailbox.h"
#include "workbench/jobs/task_runner.h"

namespace zrecord::workbench {

/// Starts jobs in order of arrival, at most `parallel` at once, and keeps the finished ones until dismissed. GUI thread.
class JobQueue : public QObject {
    Q_OBJECT
public:
    /// The runner outlives the queue. `clock` for tests; monotonic time otherwise.
    explicit JobQueue(TaskRunner& runner, int parallel = 2, Job::Clock clock = {}, QObject* parent = nullptr);
    ~JobQueue() override;  ///< stops everything; workers that still run report to nobody

    /// Alone: the job runs when no other does, and no other begins before it has ended. For measurements.
    enum class Company { Others, Alone };

    /// `whenDone` runs on the GUI thread, also after failure and cancellation, unless `context` is gone by then; it is
    /// dropped silently after the queue was shut down. A nullptr context ties it to the queue.
    Job* start(const QString& title, const QString& subject, Job::Work work, QObject* context = nullptr,
               std::function<void(Job&, const Status&)> whenDone = {}, Company company = Company::Others);

    /// The same for work with a value: whenDone(job, Result<T>).
    template <typename T>
    Job* startFor(const QString& title, const QString& subject,
                  std::function<Result<T>(const OperationContext&)> work, QObject* context,
                  std::function<void(Job&, Result<T>)> whenDone, Company company = Company::Others) {
        auto slot = std::make_shared<std::optional<Result<T>>>();
        auto run = [slot, work = std::move(work)](const OperationContext& operation) -> Status {
            slot->emplace(work(operation));
            return (*slot)->status();
        };
        auto done = [slot, whenDone = std::move(whenDone)](Job& job, const Status& status) {
            if (status.ok() && slot->has_value())
                whenDone(job, std::move(**slot));
            else
                whenDone(job, Result<T>(status));
        };
        return start(title, subject, std::move(run), context, std::move(done), company);
    }

    /// Finished ones stay until they are dismissed, the latest kMostFinished of them.
    static constexpr std::size_t kMostFinished = 200;
    [[nodiscard]] const std::vector<Job*>& jobs() const noexcept { return m_jobs; }  ///< oldest first
    [[nodiscard]] int activeCount() const noexcept;  ///< queued, running or paused
    void cancelAll();
    /// Forgets a finished job; nothing happens while it is active.
    void dismiss(Job* job);
    void dismissFinished();

Q_SIGNALS:
    void jobAdded(zrecord::workbench::Job* job);
    void jobAboutToBeRemoved(zrecord::workbench::Job* job);
    void jobRemoved();
    /// Progress or state of one job.
    void jobChanged(zrecord::workbench::Job* job);
    void jobFinished(zrecord::workbench::Job* job);
    void activeCountChanged();

private:
    void startNext();
    void launch(Job& job);
    void finish(Job& job, const Status& status);
    void forgetOldest();

    TaskRunner& m_runner;
    int m_parallel;
    Job::Clock m_clock;
    std::uint64_t m_nextId = 1;
    std::vector<Job*> m_jobs;
    int m_running = 0;
    bool m_runningAlone = false;
    MailboxOwner m_mailbox;
};

}  // namespace zrecord::workbench
