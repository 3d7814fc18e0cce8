#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>

#include <QObject>

#include "workbench/jobs/mailbox.h"
#include "workbench/jobs/task_runner.h"

namespace zrecord::workbench {

/// The loading rule of every view: one task runs, at most one waits, a newer one takes the waiting one's place and asks the
/// running one to stop. GUI thread; the work itself runs on the runner.
class LatestTask : public QObject {
    Q_OBJECT
public:
    using Work = std::function<void(std::stop_token)>;

    explicit LatestTask(TaskRunner& runner, QObject* parent = nullptr);
    ~LatestTask() override;

    /// Returns the ticket of this work; answers that carry an older one are stale.
    std::uint64_t submit(Work work);
    /// Nothing waits any more, what runs is asked to stop, and its ticket is stale.
    void cancel();

    [[nodiscard]] std::uint64_t ticket() const noexcept { return m_ticket; }
    [[nodiscard]] bool isCurrent(std::uint64_t ticket) const noexcept { return ticket == m_ticket; }
    [[nodiscard]] bool isRunning() const noexcept { return m_running.has_value(); }
    [[nodiscard]] bool isWaiting() const noexcept { return m_waiting.has_value(); }
    /// Post answers to the GUI thread through this.
    [[nodiscard]] const std::shared_ptr<Mailbox>& mailbox() const noexcept { return m_mailbox.box(); }

Q_SIGNALS:
    /// Nothing runs and nothing waits any more.
    void idle();

private:
    void launch(Work work);
    void finish();

    TaskRunner& m_runner;
    std::uint64_t m_ticket = 0;
    std::optional<std::stop_source> m_running;
    std::optional<Work> m_waiting;
    MailboxOwner m_mailbox;
};

}  // namespace zrecord::workbench
