#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <QObject>
#include <QPointer>
#include <QString>

#include <zrecord/sampler_report.h>

#include "workbench/jobs/job.h"
#include "workbench/jobs/mailbox.h"

namespace zrecord::workbench {

class JobQueue;
class LatestTask;
class StreamSet;
class WorkbenchRuntime;

/// Runs samplers for the sampler panel: one report at a time as a job, with what is known so far several times a second, and
/// the questions beside it. Newer requests take the place of older ones of the same kind. GUI thread.
class SamplerStudy final : public QObject {
    Q_OBJECT
public:
    struct Request {
        SamplerView view;
        std::optional<SamplerView> other;  ///< to compare with
        QString title;                     ///< of the job, translated
        QString subject;                   ///< path of the store
        std::shared_ptr<const StreamSet> streams;  ///< may be empty: then nothing is said about the disk
        std::size_t stream = 0;
    };
    struct Outcome {
        SamplerReport report;
        std::optional<SamplerReport> other;
        std::optional<LocalityFigures> locality;
    };

    /// The runtime outlives the study.
    explicit SamplerStudy(WorkbenchRuntime& runtime, QObject* parent = nullptr);
    ~SamplerStudy() override;

    void start(const Request& request);
    void cancel();
    [[nodiscard]] bool isRunning() const noexcept { return !m_job.isNull(); }
    /// The last complete one.
    [[nodiscard]] const std::optional<Outcome>& outcome() const noexcept { return m_outcome; }

    /// A closer look at a part of the order, loaded like any view; ends with dotsReady(), unless a newer one comes.
    void loadDots(const SamplerView& view, std::uint64_t first, std::uint64_t count);
    /// Ends with recordAnswered().
    void askRecord(const SamplerView& view, std::uint64_t record, const QString& title);
    /// Ends with unseenAnswered(): the records that none of the view's steps visits.
    void askUnseen(const SamplerView& view, const QString& title);
    static constexpr std::size_t kVisits = 4;
    static constexpr std::size_t kUnseenRanges = 12;

Q_SIGNALS:
    /// A part of the (first) report is there.
    void grown(const zrecord::SamplerReport& soFar);
    void finished();
    void cancelled();
    void failed(const zrecord::Status& status);
    void dotsReady(const std::vector<zrecord::OrderDot>& dots);
    void recordAnswered(std::uint64_t record, const std::vector<zrecord::RecordVisit>& visits);
    void unseenAnswered(const zrecord::SamplerView& view, const zrecord::UnseenRecords& unseen);

private:
    template <typename T>
    void ask(QPointer<Job>& place, const QString& title, std::function<Result<T>(const OperationContext&)> work, std::function<void(T)> answer);
    void settle(Job& job, Result<Outcome> result);

    JobQueue& m_jobs;
    LatestTask* m_dots;
    QString m_subject;
    std::optional<Outcome> m_outcome;
    QPointer<Job> m_job;
    QPointer<Job> m_question;
    std::uint64_t m_run = 0;
    MailboxOwner m_mailbox;
};

}  // namespace zrecord::workbench
