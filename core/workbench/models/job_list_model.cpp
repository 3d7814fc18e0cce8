#include "workbench/models/job_list_model.h"

#include <algorithm>

#include "workbench/jobs/job_queue.h"
#include "workbench/messages/result_text.h"
#include "workbench/messages/user_message.h"

namespace zrecord::workbench {

JobListModel::JobListModel(JobQueue& queue, QObject* parent) : QAbstractListModel(parent), m_jobs(queue.jobs()) {
    connect(&queue, &JobQueue::jobAdded, this, [this](Job* job) {
        beginInsertRows({}, 0, 0);
        m_jobs.push_back(job);
        endInsertRows();
    });
    connect(&queue, &JobQueue::jobAboutToBeRemoved, this, [this](Job* job) {
        const int row = rowOf(job);
        if (row < 0)
            return;
        beginRemoveRows({}, row, row);
        std::erase(m_jobs, job);
        endRemoveRows();
    });
    const auto update = [this](const Job* job) {
        if (const int row = rowOf(job); row >= 0)
            Q_EMIT dataChanged(index(row), index(row));
    };
    connect(&queue, &JobQueue::jobChanged, this, update);
    connect(&queue, &JobQueue::jobFinished, this, update);
}

int JobListModel::rowOf(const Job* job) const {
    const auto it = std::find(m_jobs.begin(), m_jobs.end(), job);
    return it == m_jobs.end() ? -1 : static_cast<int>(m_jobs.end() - it) - 1;
}

Job* JobListModel::jobAt(int row) const {
    return row >= 0 && row < rowCount() ? m_jobs[m_jobs.size() - 1 - static_cast<std::size_t>(row)] : nullptr;
}

int JobListModel::rowCount(const QModelIndex& parent) const {
    return parent.isValid() ? 0 : static_cast<int>(m_jobs.size());
}

QVariant JobListModel::data(const QModelIndex& index, int role) const {
    const Job* job = jobAt(index.row());
    if (!job)
        return {};
    switch (role) {
    case Qt::DisplayRole:
    case TitleRole: return job->title();
    case Qt::ToolTipRole:
    case SubjectRole: return job->subject();
    case StateRole: return static_cast<int>(job->state());
    case PermilleRole: return job->permille();
    case ProgressTextRole: return jobProgressText(*job);
    case ResultTextRole:
        return job->state() == Job::State::Failed ? userMessage(job->status()).oneLine() : job->resultText();
    case JobRole: return QVariant::fromValue<QObject*>(const_cast<Job*>(job));
    default: return {};
    }
}

QHash<int, QByteArray> JobListModel::roleNames() const {
    QHash<int, QByteArray> names = QAbstractListModel::roleNames();
    names.insert(TitleRole, "title");
    names.insert(SubjectRole, "subject");
    names.insert(StateRole, "state");
    names.insert(PermilleRole, "permille");
    names.insert(ProgressTextRole, "progressText");
    names.insert(ResultTextRole, "resultText");
    names.insert(JobRole, "job");
    return names;
}

}  // namespace zrecord::workbench
