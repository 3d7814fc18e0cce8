#include "concurrency/thread_pool.h"

#include <algorithm>
#include <exception>

#include <pthread.h>

#include "concurrency/blocked_signals.h"

namespace zrecord {
namespace {

// True while this thread works on a block; a parallelFor() from there runs inline.
thread_local bool t_insideBody = false;

class InsideBody {
public:
    InsideBody() noexcept : m_before(t_insideBody) { t_insideBody = true; }
    InsideBody(const InsideBody&) = delete;
    InsideBody& operator=(const InsideBody&) = delete;
    ~InsideBody() { t_insideBody = m_before; }

private:
    bool m_before;
};

// Some ten microseconds: longer than the gap between two batches of a loop, far shorter than a time slice.
constexpr int kSpins = 400;

void pauseCpu() noexcept
{
#if defined(__x86_64__) || defined(__i386__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    asm volatile("yield");
#endif
}

}  // namespace

struct ThreadPool::Job {
    std::uint64_t count;
    std::uint64_t grain;
    std::uint64_t blocks;
    const std::function<void(std::uint64_t, std::uint64_t)>& body;
    std::atomic<std::uint64_t> nextBlock{0};
    std::atomic<unsigned> helpers{0};  // written under the pool's mutex

    [[nodiscard]] bool hasBlocks() const noexcept { return nextBlock.load(std::memory_order_relaxed) < blocks; }
};

void runInline(std::uint64_t count, std::uint64_t grain, const std::function<void(std::uint64_t, std::uint64_t)>& body)
{
    grain = std::max<std::uint64_t>(grain, 1);
    for (std::uint64_t begin = 0; begin < count;) {
        const std::uint64_t end = begin + std::min(grain, count - begin);
        body(begin, end);
        begin = end;
    }
}

ThreadPool::ThreadPool(unsigned concurrency) : m_concurrency(std::max(concurrency, 1U)) {}

ThreadPool::~ThreadPool()
{
    stop();
}

void ThreadPool::stop()
{
    if (t_insideBody)
        return;
    std::vector<std::thread> threads;
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
        m_published.fetch_add(1, std::memory_order_release);
        threads.swap(m_threads);
    }
    m_workAvailable.notify_all();
    for (std::thread& thread : threads)
        thread.join();
}

void ThreadPool::ensureStarted()
{
    std::call_once(m_started, [this] {
        const BlockedSignals blocked;
        const std::lock_guard lock(m_mutex);
        if (m_stopping)
            return;
        try {
            m_threads.reserve(m_concurrency - 1);
            for (unsigned i = 1; i < m_concurrency; ++i) {
                m_threads.emplace_back([this] { workerLoop(); });
#if defined(__linux__)
                pthread_setname_np(m_threads.back().native_handle(), "zrecord");
#endif
            }
        } catch (const std::exception&) {
            // A limit on threads: go on with those that started, the caller always works.
        }
    });
}

void ThreadPool::parallelFor(std::uint64_t count, std::uint64_t grain,
                             const std::function<void(std::uint64_t, std::uint64_t)>& body)
{
    grain = std::max<std::uint64_t>(grain, 1);
    if (count <= grain || m_concurrency == 1 || t_insideBody) {
        runInline(count, grain, body);
        return;
    }
    ensureStarted();

    Job job{.count = count, .grain = grain, .blocks = (count - 1) / grain + 1, .body = body};
    unsigned wake = 0;
    {
        const std::lock_guard lock(m_mutex);
        m_jobs.push_back(&job);
        m_published.fetch_add(1, std::memory_order_release);
        wake = static_cast<unsigned>(std::min<std::uint64_t>(m_sleeping, job.blocks - 1));
    }
    while (wake-- > 0)
        m_workAvailable.notify_one();

    runBlocks(job);

    // Every block is taken: nobody joins any more, and helpers on their last block are usually done within the spin.
    for (int i = 0; i < kSpins && job.helpers.load(std::memory_order_acquire) != 0; ++i)
        pauseCpu();
    std::unique_lock lock(m_mutex);
    std::erase(m_jobs, &job);
    m_jobFinished.wait(lock, [&job] { return job.helpers.load(std::memory_order_relaxed) == 0; });
}

void ThreadPool::runBlocks(Job& job)
{
    const InsideBody inside;
    for (;;) {
        const std::uint64_t block = job.nextBlock.fetch_add(1, std::memory_order_relaxed);
        if (block >= job.blocks)
            return;
        const std::uint64_t begin = block * job.grain;
        job.body(begin, begin + std::min(job.grain, job.count - begin));
    }
}

ThreadPool::Job* ThreadPool::findJob() const
{
    const auto found = std::find_if(m_jobs.begin(), m_jobs.end(), [](const Job* job) { return job->hasBlocks(); });
    return found == m_jobs.end() ? nullptr : *found;
}

void ThreadPool::workerLoop()
{
    std::unique_lock lock(m_mutex);
    for (;;) {
        if (Job* job = findJob()) {
            job->helpers.fetch_add(1, std::memory_order_relaxed);
            lock.unlock();
            runBlocks(*job);
            lock.lock();
            // The job lives in its caller's frame, which cannot go before the mutex is free again.
            if (job->helpers.fetch_sub(1, std::memory_order_release) == 1)
                m_jobFinished.notify_all();
        } else if (m_stopping) {
            return;
        } else {
            waitForWork(lock);
        }
    }
}

void ThreadPool::waitForWork(std::unique_lock<std::mutex>& lock)
{
    const std::uint64_t seen = m_published.load(std::memory_order_relaxed);
    lock.unlock();
    for (int i = 0; i < kSpins; ++i) {
        if (m_published.load(std::memory_order_acquire) != seen)
            break;
        pauseCpu();
    }
    lock.lock();
    ++m_sleeping;
    m_workAvailable.wait(lock, [&] { return m_published.load(std::memory_order_relaxed) != seen; });
    --m_sleeping;
}

}  // namespace zrecord
