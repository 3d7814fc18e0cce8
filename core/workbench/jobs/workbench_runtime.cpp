#include "workbench/jobs/workbench_runtime.h"

#include <utility>

namespace zrecord::workbench {
namespace {

constexpr int kLoaderThreads = 5;  // table, grid and viewer each have one request running, and tags and histograms now and then
constexpr int kParallelJobs = 2;

}  // namespace

WorkbenchRuntime::WorkbenchRuntime()
    : m_ownLoader(std::make_unique<PoolTaskRunner>(kLoaderThreads)),
      m_ownJobs(std::make_unique<PoolTaskRunner>(kParallelJobs)), m_loader(m_ownLoader.get()),
      m_queue(std::make_unique<JobQueue>(*m_ownJobs, kParallelJobs)) {}

WorkbenchRuntime::WorkbenchRuntime(TaskRunner& loader, TaskRunner& jobs, Job::Clock clock)
    : m_loader(&loader), m_queue(std::make_unique<JobQueue>(jobs, kParallelJobs, std::move(clock))) {}

WorkbenchRuntime::~WorkbenchRuntime() {
    shutdown();
    m_queue.reset();
}

bool WorkbenchRuntime::shutdown(int milliseconds) {
    m_queue->cancelAll();
    const bool jobsDone = !m_ownJobs || m_ownJobs->waitForDone(milliseconds);
    const bool loadsDone = !m_ownLoader || m_ownLoader->waitForDone(milliseconds);
    return jobsDone && loadsDone;
}

}  // namespace zrecord::workbench
