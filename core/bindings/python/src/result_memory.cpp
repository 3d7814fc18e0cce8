#include "result_memory.h"

#include <sys/mman.h>

#include <bit>
#include <deque>
#include <mutex>
#include <utility>

namespace zrecord::python {
namespace {

constexpr std::size_t kPage = 4096;
constexpr std::size_t kHugePage = 2 << 20;

/// Eight sizes for each power of two: at most an eighth is unused, and batches of similar size share memory.
std::size_t sizeClass(std::size_t bytes)
{
    const std::size_t step = std::max(kPage, std::bit_floor(bytes) / 8);
    return (bytes + step - 1) / step * step;
}

struct Block {
    void* data = nullptr;
    std::size_t capacity = 0;
};

/// Freed blocks, the longest unused first.
class KeptBlocks {
public:
    Block take(std::size_t capacity)
    {
        const std::lock_guard guard(m_mutex);
        for (auto block = m_blocks.rbegin(); block != m_blocks.rend(); ++block) {
            if (block->capacity != capacity)
                continue;
            const Block found = *block;
            m_blocks.erase(std::next(block).base());
            m_bytes -= capacity;
            return found;
        }
        return {};
    }

    void give(Block block)
    {
        const std::lock_guard guard(m_mutex);
        m_blocks.push_back(block);
        m_bytes += block.capacity;
        while (m_bytes > kKeptMemory)
            dropOldest();
    }

    std::size_t clear()
    {
        const std::lock_guard guard(m_mutex);
        const std::size_t bytes = m_bytes;
        while (!m_blocks.empty())
            dropOldest();
        return bytes;
    }

    std::size_t bytes()
    {
        const std::lock_guard guard(m_mutex);
        return m_bytes;
    }

private:
    void dropOldest()
    {
        ::munmap(m_blocks.front().data, m_blocks.front().capacity);
        m_bytes -= m_blocks.front().capacity;
        m_blocks.pop_front();
    }

    // Taken under the interpreter lock only, which a fork holds too: never found locked in a child.
    std::mutex m_mutex;
    std::deque<Block> m_blocks;
    std::size_t m_bytes = 0;
};

/// Lives as long as the process: arrays may outlive the module.
KeptBlocks& keptBlocks()
{
    static KeptBlocks* const blocks = new KeptBlocks;
    return *blocks;
}

std::size_t& bytesInUse()
{
    static std::size_t bytes = 0;
    return bytes;
}

void giveBack(PyObject* capsule)
{
    const Block block{PyCapsule_GetPointer(capsule, nullptr), reinterpret_cast<std::size_t>(PyCapsule_GetContext(capsule))};
    bytesInUse() -= block.capacity;
    keptBlocks().give(block);
}

void freeSmall(PyObject* capsule)
{
    PyMem_Free(PyCapsule_GetPointer(capsule, nullptr));
}

ResultMemory own(void* data, PyCapsule_Destructor destructor)
{
    PyObject* capsule = PyCapsule_New(data, nullptr, destructor);
    if (capsule == nullptr)
        throw nb::python_error();
    return {static_cast<std::byte*>(data), nb::steal(capsule)};
}

ResultMemory takeSmall(std::size_t bytes)
{
    void* data = PyMem_Malloc(bytes);
    if (data == nullptr) {
        PyErr_NoMemory();
        throw nb::python_error();
    }
    return own(data, freeSmall);
}

}  // namespace

ResultMemory takeResultMemory(std::size_t bytes)
{
    if (bytes < kPooledResult)
        return takeSmall(bytes);
    const std::size_t capacity = sizeClass(bytes);
    Block block = keptBlocks().take(capacity);
    if (block.data == nullptr) {
        block = {::mmap(nullptr, capacity, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0), capacity};
        if (block.data == MAP_FAILED) {
            PyErr_NoMemory();
            throw nb::python_error();
        }
        if (capacity >= kHugePage)
            ::madvise(block.data, capacity, MADV_HUGEPAGE);
    }
    ResultMemory memory = own(block.data, giveBack);
    PyCapsule_SetContext(memory.owner.ptr(), reinterpret_cast<void*>(capacity));
    bytesInUse() += capacity;
    return memory;
}

ResultMemoryUse resultMemoryUse()
{
    return {bytesInUse(), keptBlocks().bytes()};
}

std::size_t releaseResultMemory()
{
    return keptBlocks().clear();
}

}  // namespace zrecord::python
