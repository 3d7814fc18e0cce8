#include "workbench/jobs/job_queue.h"

#include <algorithm>
#include <mutex>

#include <QElapsedTimer>

namespace zrecord::workbench {
namespace {

Job::Clock monotonicClock() {
    QElapsedTimer timer;
    timer.start();
    return [timer] { return static_cast<std::int64_t>(timer.elapsed()) + 1; };
}

/// Newest progress of a running job on its way to the GUI thread: at most one letter is under way, so that a fast
/// worker cannot fill the event loop.
struct ProgressRelay {
    std::mutex mutex;
    Progress newest;
    bool underWay = false;
};

}  // namespace

JobQueue::JobQueue(TaskRunner& runner, int parallel, Job::Clock clock, QObject* parent)
    : QObject(parent), m_runner(runner), m_parallel(parallel), m_clock(clock ? std::move(clock) : monotonicClock()),
      m_mailbox(this) {}

JobQueue::~JobQueue() {
    m_mailbox.box()->close();
    for (Job* job : m_jobs)
        job->m_stop.request_stop();
}

Job* JobQueue::start(const QString& title, const QString& subject, Job::Work work, QObject* context,
                     std::function<void(Job&, const Status&)> whenDone, Company company) {
    auto* job = new Job(m_nextId++, title, subject, std::move(work), m_clock, this);
    job->m_alone = company == Company::Alone;
    job->m_hasContext = context != nullptr;
    job->m_context = context;
    job->m_whenDone = std::move(whenDone);
    job->m_whenCancelledInQueue = [this, job] { finish(*job, Status(ErrorCode::Cancelled, "stopped before it began")); };
    job->m_whenResumed = [this, job] {
        job->m_stop = {};
        job->setState(Job::State::Queued);
        startNext();
    };
    connect(job, &Job::progressChanged, this, [this, job] { Q_EMIT jobChanged(job); });
    connect(job, &Job::stateChanged, this, [this, job] { Q_EMIT jobChanged(job); });
    m_jobs.push_back(job);
    Q_EMIT jobAdded(job);
    Q_EMIT activeCountChanged();
    startNext();
    return job;
}

int JobQueue::activeCount() const noexcept {
    return static_cast<int>(std::count_if(m_jobs.begin(), m_jobs.end(), [](const Job* job) { return !job->isFinished(); }));
}

void JobQueue::startNext() {
    while (m_running < m_parallel && !m_runningAlone) {
        const auto next = std::find_if(m_jobs.begin(), m_jobs.end(),
                                       [](const Job* job) { return job->state() == Job::State::Queued; });
        if (next == m_jobs.end() || ((*next)->m_alone && m_running > 0))
            return;  // who came later waits with it, so that it gets its turn
        launch(**next);
    }
}

void JobQueue::launch(Job& job) {
    ++m_running;
    m_runningAlone = job.m_alone;
    job.setState(Job::State::Running);
    auto relay = std::make_shared<ProgressRelay>();
    auto box = m_mailbox.box();
    OperationContext context;
    context.stop = job.m_stop.get_token();
    context.progress = [relay, box, &job](const Progress& progress) {
        const std::lock_guard lock(relay->mutex);
        relay->newest = progress;
        if (std::exchange(relay->underWay, true))
            return;
        box->post([relay, &job] {
            Progress newest;
            {
                const std::lock_guard inner(relay->mutex);
                newest = relay->newest;
                relay->underWay = false;
            }
            job.takeProgress(newest);
        });
    };
    // The job stays alive while it runs: only finished ones are dismissed, and letters end with the queue.
    m_runner.run([this, box, &job, context = std::move(context), work = job.m_work] {
        Status status = context.stop.stop_requested() ? Status(ErrorCode::Cancelled, "stopped before it began")
                                                      : work(context);
        box->post([this, &job, status = std::move(status)] {
            --m_running;
            m_runningAlone = false;
            // What came to its end all the same is done.
            if (std::exchange(job.m_pauseWanted, false) && status.code() == ErrorCode::Cancelled)
                job.setState(Job::State::Paused);
            else
                finish(job, status);
            startNext();
        });
    });
}

void JobQueue::finish(Job& job, const Status& status) {
    job.m_status = status;
    job.m_work = {};
    Job::State state = Job::State::Succeeded;
    if (!status.ok())
        state = status.code() == ErrorCode::Cancelled ? Job::State::Cancelled : Job::State::Failed;
    job.setState(state);
    const auto whenDone = std::exchange(job.m_whenDone, {});
    if (whenDone && (!job.m_hasContext || job.m_context))
        whenDone(job, status);
    Q_EMIT job.finished();
    Q_EMIT jobFinished(&job);
    Q_EMIT activeCountChanged();
    forgetOldest();
}

void JobQueue::forgetOldest() {
    auto finished = static_cast<std::size_t>(std::count_if(m_jobs.begin(), m_jobs.end(), [](const Job* job) { return job->isFinished(); }));
    for (Job* job : std::vector<Job*>(m_jobs)) {
        if (finished <= kMostFinished)
            return;
        if (job->isFinished()) {
            dismiss(job);
            --finished;
        }
    }
}

void JobQueue::cancelAll() {
    for (Job* job : std::vector<Job*>(m_jobs))
        job->cancel();
}

void JobQueue::dismiss(Job* job) {
    const auto it = std::find(m_jobs.begin(), m_jobs.end(), job);
    if (it == m_jobs.end() || !job->isFinished())
        return;
    Q_EMIT jobAboutToBeRemoved(job);
    m_jobs.erase(it);
    Q_EMIT jobRemoved();
    job->deleteLater();
}

void JobQueue::dismissFinished() {
    for (Job* job : std::vector<Job*>(m_jobs))
        dismiss(job);
}

}  // namespace zrecord::workbench
