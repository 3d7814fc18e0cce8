#include "widgets/strips/jobs_strip.h"

#include <algorithm>

#include <QVBoxLayout>

#include "widgets/strips/job_row.h"
#include "workbench/jobs/job_queue.h"
#include "workbench/messages/model_text.h"

namespace zrecord::widgets {

using workbench::Job;

namespace {

constexpr int kQuietMilliseconds = 300;  // what is over by then is not worth a line that comes and goes

/// Nobody asked for it and its outcome is seen elsewhere.
bool isQuiet(const Job& job) {
    return job.property("quiet").toBool() || job.title() == workbench::text::statisticsJob() || job.title() == workbench::text::forecastJob();
}

}  // namespace

JobsStrip::JobsStrip(workbench::JobQueue& queue, QWidget* parent)
    : QWidget(parent), m_queue(queue), m_layout(new QVBoxLayout(this)) {
    setObjectName(QStringLiteral("jobsStrip"));
    setAttribute(Qt::WA_StyledBackground);
    setAccessibleName(tr("Jobs"));
    m_layout->setContentsMargins(0, 1, 0, 0);
    m_layout->setSpacing(0);
    m_later.setSingleShot(true);
    connect(&m_later, &QTimer::timeout, this, &JobsStrip::refresh);
    connect(&queue, &workbench::JobQueue::jobAdded, this, &JobsStrip::addJob);
    connect(&queue, &workbench::JobQueue::jobAboutToBeRemoved, this, &JobsStrip::removeJob);
    connect(&queue, &workbench::JobQueue::jobChanged, this, [this](Job* job) {
        for (JobRow* row : m_rows)
            if (&row->job() == job)
                row->refresh();
    });
    connect(&queue, &workbench::JobQueue::jobFinished, this, &JobsStrip::settle);
    for (Job* job : queue.jobs())
        addJob(job);
    refresh();
}

void JobsStrip::removeSettled(const std::function<bool(const Job&)>& which) {
    for (const JobRow* row : std::vector<JobRow*>(m_rows))
        if (row->job().isFinished() && which(row->job()))
            removeJob(&row->job());
}

void JobsStrip::forget(const QString& subject) {
    removeSettled([&subject](const Job& job) { return job.subject() == subject; });
}

void JobsStrip::addJob(Job* job) {
    auto* row = new JobRow(*job, this);
    row->hide();
    connect(row, &JobRow::dismissRequested, this, [this, job] { removeJob(job); }, Qt::QueuedConnection);
    m_rows.insert(m_rows.begin(), row);
    m_layout->insertWidget(0, row);
    // Who starts a job says only then whether it is quiet.
    QMetaObject::invokeMethod(this, [this, id = job->id()] { dismissBefore(id); }, Qt::QueuedConnection);
    m_later.start(0);
}

void JobsStrip::dismissBefore(std::uint64_t id) {
    for (const Job* job : m_queue.jobs())
        if (job->id() == id && !isQuiet(*job)) {
            // Who starts the next piece of work has seen how the last one ended; a failure stays until it is dismissed.
            removeSettled([id](const Job& other) { return other.id() != id && other.state() != Job::State::Failed; });
            return;
        }
}

void JobsStrip::removeJob(const Job* job) {
    const auto found = std::find_if(m_rows.begin(), m_rows.end(), [job](const JobRow* row) { return &row->job() == job; });
    if (found == m_rows.end())
        return;
    delete *found;
    m_rows.erase(found);
    refresh();
}

void JobsStrip::settle(Job* job) {
    if (isQuiet(*job) && job->state() != Job::State::Failed) {
        QMetaObject::invokeMethod(this, [this, id = job->id()] {
            removeSettled([id](const Job& candidate) { return candidate.id() == id; });
        }, Qt::QueuedConnection);
        return;
    }
    for (JobRow* row : m_rows)
        if (&row->job() == job)
            row->refresh();  // the sentence about the outcome is there only now
    refresh();
}

bool JobsStrip::cancelNewest() {
    for (JobRow* row : m_rows)
        if (!row->job().isFinished()) {
            row->job().cancel();
            return true;
        }
    return false;
}

void JobsStrip::refresh() {
    int shown = 0;
    for (JobRow* row : m_rows) {
        const bool young = isQuiet(row->job()) && !row->job().isFinished() && row->job().elapsedMilliseconds() < kQuietMilliseconds;
        if (young)
            m_later.start(kQuietMilliseconds);
        const bool visible = shown < kVisibleRows && !young;
        row->setVisible(visible);
        shown += visible ? 1 : 0;
    }
    setVisible(shown > 0);
}

}  // namespace zrecord::widgets
