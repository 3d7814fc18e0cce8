#pragma once

#include <functional>

#include <QThreadPool>

namespace zrecord::workbench {

/// Where work runs that must not run on the GUI thread. Tests put a runner in its place that waits for a word.
class TaskRunner {
public:
    virtual ~TaskRunner() = default;
    /// Runs the task some time, on any thread. Tasks do not throw. Thread-safe.
    virtual void run(std::function<void()> task) = 0;
};

/// A pool of its own. The destructor waits for what is running; what has not started is dropped.
class PoolTaskRunner final : public TaskRunner {
public:
    explicit PoolTaskRunner(int threads);
    ~PoolTaskRunner() override;
    void run(std::function<void()> task) override;
    /// True when all work ended within the time.
    bool waitForDone(int milliseconds);

private:
    QThreadPool m_pool;
};

}  // namespace zrecord::workbench
