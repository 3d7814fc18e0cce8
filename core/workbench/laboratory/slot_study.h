#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include <QObject>
#include <QPointer>
#include <QString>

#include <zrecord/laboratory/compaction_outlook.h>
#include <zrecord/laboratory/slot_map.h>

#include "workbench/jobs/job.h"
#include "workbench/selection/record_ranges.h"

namespace zrecord::workbench {

class JobQueue;
class LatestTask;
class StreamSet;
class WorkbenchRuntime;

/// Maps where a stream's records lie, as a job, and follows the marks without mapping anew. GUI thread.
class SlotStudy final : public QObject {
    Q_OBJECT
public:
    /// The runtime outlives the study.
    explicit SlotStudy(WorkbenchRuntime& runtime, QObject* parent = nullptr);
    ~SlotStudy() override;

    /// Maps a stream; cancels what runs. `title` is the job's, translated, `subject` the
    /// document's path, `store` that of the stream: beside it is tried how fast compacting would be.
    void start(std::shared_ptr<const StreamSet> streams, std::size_t stream, const RecordRanges& marked, const QString& title, const QString& subject, const QString& store);
    void cancel();
    void forget();
    [[nodiscard]] bool isRunning() const noexcept { return !m_job.isNull(); }
    /// The last complete one.
    [[nodiscard]] const std::shared_ptr<const SlotMap>& map() const noexcept { return m_map; }
    /// Of the store that the map is of.
    [[nodiscard]] const CompactionRates& rates() const noexcept { return m_rates; }
    /// Counts other marks into the map; ends with marked(), unless newer ones come.
    void setMarks(const RecordRanges& marked);

    /// Marks that are looked up one by one; beyond that only a new map counts them.
    static constexpr std::uint64_t kMostMarks = 5'000'000;

Q_SIGNALS:
    void finished();
    void marked();
    void cancelled();
    void failed(const zrecord::Status& status);

private:
    struct Outcome {
        SlotMap map;
        CompactionRates rates;
    };
    void settle(Job& job, Result<Outcome> result);

    JobQueue& m_jobs;
    LatestTask* m_marking;
    std::shared_ptr<const StreamSet> m_streams;
    std::size_t m_stream = 0;
    std::shared_ptr<const SlotMap> m_map;
    CompactionRates m_rates;
    QPointer<Job> m_job;
};

}  // namespace zrecord::workbench
