#include "platform/page_residency.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

namespace zrecord {
namespace {

std::uintptr_t pageBytes() noexcept
{
    static const auto size = static_cast<std::uintptr_t>(::sysconf(_SC_PAGESIZE));
    return size;
}

void* pageOf(const std::byte* at) noexcept
{
    return reinterpret_cast<void*>(reinterpret_cast<std::uintptr_t>(at) & ~(pageBytes() - 1));
}

}  // namespace

bool isPageResident(const std::byte* at) noexcept
{
    unsigned char resident = 1;
    return ::mincore(pageOf(at), pageBytes(), &resident) != 0 || (resident & 1U) != 0;
}

void requestPages(const std::byte* at, std::size_t bytes) noexcept
{
    if (bytes == 0)
        return;
    void* const begin = pageOf(at);
    const auto before = static_cast<std::size_t>(at - static_cast<const std::byte*>(begin));
    static_cast<void>(::madvise(begin, before + bytes, MADV_WILLNEED));
}

std::uint64_t majorFaultsOfThread() noexcept
{
    struct rusage usage {};
    return ::getrusage(RUSAGE_THREAD, &usage) == 0 ? static_cast<std::uint64_t>(usage.ru_majflt) : 0;
}

}  // namespace zrecord
