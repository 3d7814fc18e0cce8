#include "support/repeated_memory.h"

#include <cerrno>
#include <system_error>

#include <sys/mman.h>
#include <unistd.h>

namespace zrecord::test {
namespace {

[[noreturn]] void refuse(const char* what)
{
    throw std::system_error(errno, std::generic_category(), what);
}

}  // namespace

RepeatedMemory::RepeatedMemory(std::size_t periodBytes, std::size_t periods) : m_periodBytes(periodBytes), m_periods(periods)
{
    const int memory = memfd_create("repeated", MFD_CLOEXEC);
    if (memory < 0 || ftruncate(memory, static_cast<off_t>(periodBytes)) != 0)
        refuse("memfd_create");
    void* const range = mmap(nullptr, periodBytes * periods, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (range == MAP_FAILED)
        refuse("mmap");
    m_begin = static_cast<std::byte*>(range);
    for (std::size_t i = 0; i < periods; ++i)
        if (mmap(m_begin + i * periodBytes, periodBytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, memory, 0) == MAP_FAILED)
            refuse("mmap");
    close(memory);
}

RepeatedMemory::~RepeatedMemory()
{
    munmap(m_begin, m_periodBytes * m_periods);
}

}  // namespace zrecord::test
