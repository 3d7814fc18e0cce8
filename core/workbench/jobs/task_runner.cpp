#include "workbench/jobs/task_runner.h"

#include <utility>

namespace zrecord::workbench {

PoolTaskRunner::PoolTaskRunner(int threads) {
    m_pool.setMaxThreadCount(threads);
}

PoolTaskRunner::~PoolTaskRunner() {
    m_pool.clear();
    m_pool.waitForDone();
}

void PoolTaskRunner::run(std::function<void()> task) {
    m_pool.start(std::move(task));
}

bool PoolTaskRunner::waitForDone(int milliseconds) {
    return m_pool.waitForDone(milliseconds);
}

}  // namespace zrecord::workbench
