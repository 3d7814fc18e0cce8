#pragma once

#include <memory>

#include "workbench/jobs/job_queue.h"
#include "workbench/jobs/task_runner.h"

namespace zrecord::workbench {

/// Threads and queue of one Workbench process; made first and destroyed last by the application. Views load on their own
/// small pool, so that a long job never keeps a picture waiting.
class WorkbenchRuntime {
public:
    /// Tests give runners of their own, which outlive the runtime.
    WorkbenchRuntime();
    WorkbenchRuntime(TaskRunner& loader, TaskRunner& jobs, Job::Clock clock = {});
    ~WorkbenchRuntime();

    [[nodiscard]] TaskRunner& loader() noexcept { return *m_loader; }
    [[nodiscard]] JobQueue& jobs() noexcept { return *m_queue; }

    /// Stops all jobs and waits; false when something still runs after that time.
    bool shutdown(int milliseconds = 10'000);

private:
    std::unique_ptr<PoolTaskRunner> m_ownLoader;
    std::unique_ptr<PoolTaskRunner> m_ownJobs;
    TaskRunner* m_loader;
    std::unique_ptr<JobQueue> m_queue;
};

}  // namespace zrecord::workbench
