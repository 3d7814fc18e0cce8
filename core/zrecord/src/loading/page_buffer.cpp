#include "loading/page_buffer.h"

#include <limits>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

namespace zrecord {
namespace {

std::size_t pageSize() noexcept
{
    static const auto size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    return size;
}

}  // namespace

Status PageBuffer::reserve(std::size_t bytes)
{
    if (bytes <= m_capacity)
        return {};
    const std::size_t page = pageSize();
    if (bytes > std::numeric_limits<std::size_t>::max() - page)
        return Status(ErrorCode::OutOfMemory, "a batch of " + std::to_string(bytes) + " bytes does not fit into memory");
    const std::size_t rounded = (bytes + page - 1) / page * page;
    // The old memory goes first: nothing in it is wanted any more.
    release();
    void* const mapped = ::mmap(nullptr, rounded, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (mapped == MAP_FAILED)
        return Status(ErrorCode::OutOfMemory, "there is not enough memory for a batch of " + std::to_string(bytes) + " bytes");
    m_data = static_cast<std::byte*>(mapped);
    m_capacity = rounded;
    return {};
}

void PageBuffer::release() noexcept
{
    if (m_data)
        ::munmap(m_data, m_capacity);
    m_data = nullptr;
    m_capacity = 0;
}

}  // namespace zrecord
