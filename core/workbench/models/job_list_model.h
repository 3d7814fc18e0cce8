#pragma once

#include <vector>

#include <QAbstractListModel>

namespace zrecord::workbench {

class Job;
class JobQueue;

/// The jobs, newest first.
class JobListModel : public QAbstractListModel {
    Q_OBJECT
public:
    enum Role {
        TitleRole = Qt::UserRole + 1,  ///< QString (also DisplayRole)
        SubjectRole,                   ///< QString: path
        StateRole,                     ///< int: Job::State
        PermilleRole,                  ///< int, −1 unknown
        ProgressTextRole,              ///< QString: "38 %, 1.2 million records/s, 0:31 left"
        ResultTextRole,                ///< QString: outcome in a sentence
        JobRole                        ///< Job* (as QObject*)
    };

    explicit JobListModel(JobQueue& queue, QObject* parent = nullptr);

    [[nodiscard]] Job* jobAt(int row) const;
    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    [[nodiscard]] QHash<int, QByteArray> roleNames() const override;

private:
    int rowOf(const Job* job) const;

    std::vector<Job*> m_jobs;  // oldest first, as the queue has them
};

}  // namespace zrecord::workbench
