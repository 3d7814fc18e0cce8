#include <atomic>
#include <memory>
#include <thread>

#include <pthread.h>

#include "concurrency/thread_pool.h"

namespace zrecord {
namespace {

// The pool of this process. Only pointers and atomics, so that a fork at any moment leaves it usable.
constinit std::atomic<ThreadPool*> g_pool{nullptr};

// Threads do not survive fork: the child forgets the parent's pool (its locks may be held for ever) and makes its own.
void forgetPoolInChild()
{
    g_pool.store(nullptr, std::memory_order_relaxed);
}

// Joins the workers before static objects of the program go. The pool itself is kept: late users run in their own thread.
struct StopAtExit {
    ~StopAtExit()
    {
        if (ThreadPool* pool = g_pool.load(std::memory_order_acquire))
            pool->stop();
    }
};

ThreadPool& currentPool()
{
    ThreadPool* pool = g_pool.load(std::memory_order_acquire);
    if (pool)
        return *pool;
    static const bool registered = [] {
        pthread_atfork(nullptr, nullptr, forgetPoolInChild);
        static const StopAtExit stopAtExit;
        return true;
    }();
    static_cast<void>(registered);
    auto fresh = std::make_unique<ThreadPool>(std::thread::hardware_concurrency());  // no threads yet
    if (g_pool.compare_exchange_strong(pool, fresh.get(), std::memory_order_acq_rel))
        return *fresh.release();
    return *pool;
}

// What callers may keep across a fork: it finds the pool of the process that it is used in.
class DefaultExecutor final : public Executor {
public:
    [[nodiscard]] unsigned concurrency() const noexcept override { return currentPool().concurrency(); }
    void parallelFor(std::uint64_t count, std::uint64_t grain,
                     const std::function<void(std::uint64_t, std::uint64_t)>& body) override
    {
        currentPool().parallelFor(count, grain, body);
    }
};

class InlineExecutor final : public Executor {
public:
    [[nodiscard]] unsigned concurrency() const noexcept override { return 1; }
    void parallelFor(std::uint64_t count, std::uint64_t grain,
                     const std::function<void(std::uint64_t, std::uint64_t)>& body) override
    {
        runInline(count, grain, body);
    }
};

}  // namespace

Executor& defaultExecutor()
{
    static DefaultExecutor executor;
    return executor;
}

Executor& inlineExecutor()
{
    static InlineExecutor executor;
    return executor;
}

}  // namespace zrecord
