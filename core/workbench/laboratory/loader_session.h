#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <vector>

#include <QObject>
#include <QString>

#include <zrecord/data_loader.h>

#include "workbench/fetch/decoded_record.h"
#include "workbench/jobs/mailbox.h"

namespace zrecord::workbench {

class LatestTask;
class TaskRunner;

/// What one call of the loader's next() gave, and what it cost.
struct LoaderStep {
    std::uint64_t step = 0;
    std::uint64_t readyBefore = 0;  ///< batches that were ready when it was asked for
    double waited = 0;              ///< milliseconds until it was there
    double sampled = 0;             ///< milliseconds that a worker took for the indices
    double read = 0;                ///< milliseconds that a worker took to read and decode
    std::uint64_t bytes = 0;        ///< of all streams
};

/// The batch that was delivered last.
struct LoaderBatch {
    std::uint64_t step = 0;
    std::uint64_t checksum = 0;
    std::vector<std::uint64_t> indices;
    std::vector<QString> streams;
    /// [stream][place]: the first records of the batch; null where a record is too large to be copied for a look.
    std::vector<std::vector<DecodedRecord>> records;
};

/// Runs the library's data loader over a store or an aligned set like a debugger: one step, many, or from another step on. The
/// loader has handles of its own and lives on the runner; this object lives on the GUI thread.
class LoaderSession final : public QObject {
    Q_OBJECT
public:
    /// Records of a batch that are copied for a look, and the most bytes of one.
    static constexpr std::size_t kShownRecords = 64;
    static constexpr std::uint64_t kShownBytes = UINT64_C(1) << 18;

    /// The runner outlives the session.
    explicit LoaderSession(TaskRunner& runner, QObject* parent = nullptr);
    ~LoaderSession() override;

    /// Makes a loader at options.firstStep and delivers its first batch. Takes the place of one that is open.
    void open(const QString& path, const LoaderOptions& options);
    /// Delivers the next batch; without effect while nothing is open.
    void step();
    /// Goes on until pause().
    void run();
    void pause();
    void close();
    /// Writes the batch that was delivered last, whole, to an .npz file; ends with exported() or exportFailed().
    void exportBatch(const QString& file);

    [[nodiscard]] bool isOpen() const noexcept { return m_open; }
    [[nodiscard]] bool isRunning() const noexcept { return m_running; }
    [[nodiscard]] const LoaderBatch& batch() const noexcept { return m_batch; }
    [[nodiscard]] const LoaderStats& stats() const noexcept { return m_stats; }
    [[nodiscard]] std::uint64_t stepsPerCycle() const noexcept { return m_stepsPerCycle; }

Q_SIGNALS:
    /// Steps since the last signal; batch() is the last of them.
    void stepped(const std::vector<zrecord::workbench::LoaderStep>& steps);
    void runningChanged(bool running);
    /// The loader could not be made, or a step failed; it is closed.
    void failed(const zrecord::Status& status);
    void exported(const QString& file, std::uint64_t bytes);
    void exportFailed(const zrecord::Status& status);

private:
    struct Answer;
    struct Machine;
    void submit(std::function<Result<Answer>(Machine&, std::stop_token)> work);
    void take(Result<Answer> answer);
    void setRunning(bool running);
    [[nodiscard]] static Result<Answer> deliver(Machine& machine, bool many, const std::stop_token& stop);

    TaskRunner& m_runner;
    LatestTask* m_task;
    std::shared_ptr<Machine> m_machine;
    bool m_open = false;
    bool m_running = false;
    LoaderBatch m_batch;
    Batch m_whole;  ///< of m_batch
    LoaderStats m_stats;
    std::uint64_t m_stepsPerCycle = 0;
    MailboxOwner m_mailbox;
};

}  // namespace zrecord::workbench
