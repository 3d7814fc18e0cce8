#include "platform/process_identity.h"

#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <limits>

#include <pthread.h>

namespace zrecord {
namespace {

constinit std::atomic<std::uint64_t> g_forks{0};

void countFork()
{
    g_forks.fetch_add(1, std::memory_order_relaxed);
}

}  // namespace

std::uint64_t forkGeneration() noexcept
{
    static const bool counting = ::pthread_atfork(nullptr, nullptr, countFork) == 0;
    static_cast<void>(counting);
    return g_forks.load(std::memory_order_relaxed);
}

std::int64_t currentProcessId() noexcept
{
    return ::getpid();
}

std::uint64_t openFileLimit() noexcept
{
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
        return std::numeric_limits<std::uint64_t>::max();
    return limit.rlim_cur;
}

std::uint64_t physicalMemory() noexcept
{
    const long pages = ::sysconf(_SC_PHYS_PAGES);
    const long pageSize = ::sysconf(_SC_PAGESIZE);
    if (pages <= 0 || pageSize <= 0)
        return std::numeric_limits<std::uint64_t>::max();
    return static_cast<std::uint64_t>(pages) * static_cast<std::uint64_t>(pageSize);
}

}  // namespace zrecord
