#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "zrecord/executor.h"

namespace zrecord {

/// Runs body over [0, count) block by block in the calling thread.
void runInline(std::uint64_t count, std::uint64_t grain, const std::function<void(std::uint64_t, std::uint64_t)>& body);

/// A fixed set of threads that help whoever calls parallelFor(). Several threads may call it at once; each works on its
/// own call while the workers join wherever blocks are left. Workers start with the first call that has more than one
/// block, block all signals, and spin for some microseconds before they sleep, so that a run of small batches does not
/// pay for a wake-up each time.
class ThreadPool final : public Executor {
public:
    /// `concurrency` counts the caller: concurrency − 1 threads are started; 0 counts as 1.
    explicit ThreadPool(unsigned concurrency);
    ThreadPool(const ThreadPool&) = delete;
    ThreadPool& operator=(const ThreadPool&) = delete;
    /// No call may be running.
    ~ThreadPool() override;

    [[nodiscard]] unsigned concurrency() const noexcept override { return m_concurrency; }
    void parallelFor(std::uint64_t count, std::uint64_t grain,
                     const std::function<void(std::uint64_t, std::uint64_t)>& body) override;

    /// Ends and joins the workers; later calls run in the calling thread alone. Does nothing inside a parallelFor() body,
    /// where joining would wait for itself.
    void stop();

private:
    struct Job;

    void ensureStarted();
    void workerLoop();
    void waitForWork(std::unique_lock<std::mutex>& lock);
    [[nodiscard]] Job* findJob() const;
    static void runBlocks(Job& job);

    const unsigned m_concurrency;
    std::once_flag m_started;
    std::vector<std::thread> m_threads;  ///< written by ensureStarted(), emptied by stop()

    std::mutex m_mutex;
    std::condition_variable m_workAvailable;
    std::condition_variable m_jobFinished;
    std::vector<Job*> m_jobs;       ///< guarded by m_mutex; the callers own the jobs
    unsigned m_sleeping = 0;        ///< guarded by m_mutex
    bool m_stopping = false;        ///< guarded by m_mutex
    std::atomic<std::uint64_t> m_published{0};  ///< grows with every job and with stop(): what idle workers spin on
};

}  // namespace zrecord
