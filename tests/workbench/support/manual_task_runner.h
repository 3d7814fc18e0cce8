#pragma once

#include <cstddef>
#include <deque>
#include <functional>
#include <utility>

#include <QCoreApplication>

#include "workbench/jobs/task_runner.h"

namespace zrecord::workbench::test {

/// Keeps tasks until the test lets them run, in the test's own thread: late answers without sleeping.
class ManualTaskRunner final : public TaskRunner {
public:
    void run(std::function<void()> task) override { m_tasks.push_back(std::move(task)); }

    [[nodiscard]] std::size_t waiting() const noexcept { return m_tasks.size(); }
    /// Runs the oldest task; its answers wait in the event loop.
    void runNext() {
        const auto task = std::move(m_tasks.front());
        m_tasks.pop_front();
        task();
    }
    /// Runs tasks and delivers their answers until nothing is left.
    void settle() {
        do {
            while (!m_tasks.empty())
                runNext();
            deliver();
        } while (!m_tasks.empty());
    }
    /// Delivers answers that are under way.
    static void deliver() { QCoreApplication::sendPostedEvents(); }

private:
    std::deque<std::function<void()>> m_tasks;
};

}  // namespace zrecord::workbench::test
