#pragma once

#include <cstdint>
#include <optional>

#include <QObject>
#include <QPointer>
#include <QString>

#include <zrecord/benchmark.h>

#include "workbench/jobs/job.h"
#include "workbench/jobs/mailbox.h"

namespace zrecord::workbench {

class JobQueue;

/// Runs benchmarks for the benchmark panel, as a job beside which no other runs. GUI thread.
class BenchmarkStudy final : public QObject {
    Q_OBJECT
public:
    /// The queue outlives the study.
    explicit BenchmarkStudy(JobQueue& jobs, QObject* parent = nullptr);
    ~BenchmarkStudy() override;

    /// Measures the store at `path`, or in its place `data`, which is made for it; cancels what runs. `title` is the job's,
    /// translated.
    void start(const QString& path, const BenchmarkOptions& options, const QString& title, const std::optional<SyntheticData>& data = {});
    void cancel();
    void forget();
    [[nodiscard]] bool isRunning() const noexcept { return !m_job.isNull(); }
    /// Other jobs are still running; the measurement begins after them.
    [[nodiscard]] bool isWaiting() const noexcept { return m_job && m_job->state() == Job::State::Queued; }
    /// The last complete one.
    [[nodiscard]] const std::optional<BenchmarkReport>& report() const noexcept { return m_report; }

    /// Between two signals of a run that goes on: drawing must not disturb what is measured.
    static constexpr int kPartialMilliseconds = 500;

Q_SIGNALS:
    void grown(const zrecord::BenchmarkReport& soFar);
    void finished();
    void cancelled();
    void failed(const zrecord::Status& status);

private:
    void settle(Job& job, Result<BenchmarkReport> result);

    JobQueue& m_jobs;
    std::optional<BenchmarkReport> m_report;
    QPointer<Job> m_job;
    std::uint64_t m_run = 0;
    MailboxOwner m_mailbox;
};

}  // namespace zrecord::workbench
