#pragma once

#include <cstdint>
#include <optional>

#include <QObject>
#include <QPointer>
#include <QString>

#include <zrecord/dictionary_tuning.h>

#include "workbench/jobs/job.h"
#include "workbench/jobs/mailbox.h"

namespace zrecord::workbench {

class JobQueue;

/// Compares dictionaries for the dictionary panel, as a job on a handle of its own, and writes stores with one of them. GUI
/// thread.
class DictionaryStudy final : public QObject {
    Q_OBJECT
public:
    /// The queue outlives the study.
    explicit DictionaryStudy(JobQueue& jobs, QObject* parent = nullptr);
    ~DictionaryStudy() override;

    /// Compares on the records of the store at `path`; cancels what runs. `title` is the job's, translated.
    void start(const QString& path, const TuneOptions& options, const QString& title);
    void cancel();
    [[nodiscard]] bool isRunning() const noexcept { return !m_job.isNull(); }
    [[nodiscard]] const QString& path() const noexcept { return m_path; }
    /// The last complete one, of path().
    [[nodiscard]] const std::optional<TuneReport>& report() const noexcept { return m_report; }
    void forget();

    /// Copies the whole store into a new one at `target` in the form of a measured candidate; the job stays in the list. Ends
    /// with written() or failed().
    Job* writeStore(std::size_t result, const QString& target, const QString& title);

Q_SIGNALS:
    void grown(const zrecord::TuneReport& soFar);
    void finished();
    void cancelled();
    void failed(const zrecord::Status& status);
    void written(const QString& target, std::uint64_t records);

private:
    void settle(Job& job, Result<TuneReport> result);

    JobQueue& m_jobs;
    QString m_path;
    std::optional<TuneReport> m_report;
    QPointer<Job> m_job;
    std::uint64_t m_run = 0;
    MailboxOwner m_mailbox;
};

}  // namespace zrecord::workbench
