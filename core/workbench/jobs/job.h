#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

#include <QObject>
#include <QPointer>
#include <QString>

#include <zrecord/operation_context.h>
#include <zrecord/status.h>

namespace zrecord::workbench {


/// One long piece of work as the window sees it: verify, statistics, apply, compact. Made and owned by JobQueue, lives on
/// the GUI thread; finished jobs stay until dismissed.
class Job : public QObject {
    Q_OBJECT
public:
    enum class State { Queued, Running, Paused, Succeeded, Failed, Cancelled };
    Q_ENUM(State)
    using Work = std::function<Status(const OperationContext&)>;
    using Clock = std::function<std::int64_t()>;  ///< milliseconds, monotonic

    ~Job() override;

    [[nodiscard]] std::uint64_t id() const noexcept { return m_id; }
    [[nodiscard]] const QString& title() const noexcept { return m_title; }      ///< translated by the starter
    [[nodiscard]] const QString& subject() const noexcept { return m_subject; }  ///< the store's path
    [[nodiscard]] State state() const noexcept { return m_state; }
    [[nodiscard]] bool isFinished() const noexcept { return m_state >= State::Succeeded; }
    [[nodiscard]] bool isCancelRequested() const noexcept { return m_stop.stop_requested() && !m_pauseWanted && m_state != State::Paused; }

    [[nodiscard]] QString stage() const;
    [[nodiscard]] std::uint64_t done() const noexcept { return m_progress.done; }
    [[nodiscard]] std::uint64_t total() const noexcept { return m_progress.total; }  ///< 0 = unknown
    [[nodiscard]] ProgressUnit unit() const noexcept { return m_progress.unit; }
    [[nodiscard]] int permille() const noexcept;  ///< 0 … 1000, −1 when the total is unknown
    /// Units a second over the last seconds of this stage; nothing in the first half second.
    [[nodiscard]] std::optional<double> rate() const;
    /// Nothing before three seconds, without a total, or when nothing moves.
    [[nodiscard]] std::optional<std::int64_t> remainingMilliseconds() const;
    [[nodiscard]] std::int64_t elapsedMilliseconds() const;

    [[nodiscard]] const Status& status() const noexcept { return m_status; }  ///< why it failed; success otherwise
    /// One translated sentence about the outcome: "12 records removed, …". Set by who started the job.
    [[nodiscard]] const QString& resultText() const noexcept { return m_resultText; }
    void setResultText(const QString& text);

    /// True for work that, started again, goes on where it was stopped. Set by who started the job.
    [[nodiscard]] bool isPausable() const noexcept { return m_pausable; }
    void setPausable(bool pausable) { m_pausable = pausable; }
    /// Stops pausable work at a record boundary and keeps its place in the list; resume() puts it into the queue again.
    void pause();
    void resume();
    [[nodiscard]] bool isPauseRequested() const noexcept { return m_pauseWanted; }

    /// A queued or paused job is Cancelled at once, a running one when its work has come to a record boundary.
    void cancel();

Q_SIGNALS:
    void progressChanged();
    void stateChanged();
    /// After the last stateChanged() and after the starter's own callback.
    void finished();

private:
    friend class JobQueue;
    Job(std::uint64_t id, QString title, QString subject, Work work, Clock clock, QObject* parent);
    void setState(State state);
    void takeProgress(const Progress& progress);

    struct Sample {
        std::int64_t time = 0;
        std::uint64_t done = 0;
    };
    std::uint64_t m_id;
    QString m_title;
    QString m_subject;
    Work m_work;
    Clock m_clock;
    std::stop_source m_stop;
    bool m_pausable = false;
    bool m_pauseWanted = false;
    State m_state = State::Queued;
    Progress m_progress;
    Status m_status;
    QString m_resultText;
    std::int64_t m_started = 0;
    std::int64_t m_ended = 0;
    std::int64_t m_stageStarted = 0;
    std::vector<Sample> m_samples;
    bool m_alone = false;
    bool m_hasContext = false;
    QPointer<QObject> m_context;
    std::function<void(Job&, const Status&)> m_whenDone;
    std::function<void()> m_whenCancelledInQueue;
    std::function<void()> m_whenResumed;
};

}  // namespace zrecord::workbench
