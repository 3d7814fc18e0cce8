#include "zrecord/result_memory.h"

#include <algorithm>
#include <limits>
#include <mutex>
#include <string>
#include <vector>

#include <sys/mman.h>
#include <unistd.h>

#include "platform/process_identity.h"

namespace zrecord {
namespace {

constexpr std::uint64_t kLargestIdle = std::uint64_t{256} << 20;
constexpr std::size_t kMostBlocks = 64;  // so that the search stays short
// From here on huge pages are asked for: touching a fresh result then costs a fault for 2 MiB, not for 4 KiB.
constexpr std::size_t kHugePagesFrom = std::size_t{4} << 20;

struct Block {
    std::byte* data;
    std::size_t bytes;
};

void giveToSystem(const Block& block) noexcept
{
    ::munmap(block.data, block.bytes);
}

/// Idle blocks, the one given back last at the end.
class Pool {
public:
    Pool() : m_limit(std::min(kLargestIdle, physicalMemory() / 16)) { m_blocks.reserve(kMostBlocks + 1); }

    /// The smallest block that holds `bytes` and wastes no more than a quarter; empty when there is none.
    Block take(std::size_t bytes)
    {
        // A child that was forked while another thread held the mutex never gets it: it does without the pool.
        const std::unique_lock lock(m_mutex, std::try_to_lock);
        if (!lock)
            return {};
        auto best = m_blocks.end();
        for (auto block = m_blocks.begin(); block != m_blocks.end(); ++block)
            if (block->bytes >= bytes && block->bytes - bytes <= bytes / 4 && (best == m_blocks.end() || block->bytes < best->bytes))
                best = block;
        if (best == m_blocks.end())
            return {};
        const Block found = *best;
        m_blocks.erase(best);
        m_idle -= found.bytes;
        return found;
    }
    void giveBack(const Block& block)
    {
        const std::unique_lock lock(m_mutex, std::try_to_lock);
        if (!lock || block.bytes > m_limit) {
            giveToSystem(block);
            return;
        }
        m_blocks.push_back(block);
        m_idle += block.bytes;
        shrink();
    }
    void setLimit(std::uint64_t bytes)
    {
        const std::lock_guard lock(m_mutex);
        m_limit = bytes;
        shrink();
    }
    std::uint64_t idle()
    {
        const std::lock_guard lock(m_mutex);
        return m_idle;
    }

private:
    /// Those that nobody wanted for longest go first.
    void shrink()
    {
        std::size_t gone = 0;
        while (gone < m_blocks.size() && (m_idle > m_limit || m_blocks.size() - gone > kMostBlocks)) {
            giveToSystem(m_blocks[gone]);
            m_idle -= m_blocks[gone].bytes;
            ++gone;
        }
        m_blocks.erase(m_blocks.begin(), m_blocks.begin() + static_cast<std::ptrdiff_t>(gone));
    }

    std::mutex m_mutex;
    std::vector<Block> m_blocks;
    std::uint64_t m_idle = 0;
    std::uint64_t m_limit;
};

Pool& pool()
{
    // Never destroyed: results may outlive everything else.
    static Pool* const shared = new Pool;
    return *shared;
}

std::size_t pageSize() noexcept
{
    static const auto size = static_cast<std::size_t>(::sysconf(_SC_PAGESIZE));
    return size;
}

}  // namespace

Result<ResultMemory> ResultMemory::take(std::size_t bytes)
{
    if (bytes == 0)
        return ResultMemory();
    const std::size_t page = pageSize();
    if (bytes <= std::numeric_limits<std::size_t>::max() - page) {
        const std::size_t rounded = (bytes + page - 1) / page * page;
        if (const Block block = pool().take(rounded); block.data)
            return ResultMemory(block.data, bytes, block.bytes);
        void* const mapped = ::mmap(nullptr, rounded, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        if (mapped != MAP_FAILED && rounded >= kHugePagesFrom)
            static_cast<void>(::madvise(mapped, rounded, MADV_HUGEPAGE));  // a wish: what the system does not have it refuses
        if (mapped != MAP_FAILED)
            return ResultMemory(static_cast<std::byte*>(mapped), bytes, rounded);
    }
    return Status(ErrorCode::OutOfMemory, "there is not enough memory for a result of " + std::to_string(bytes) + " bytes");
}

ResultMemory::~ResultMemory()
{
    if (m_data)
        pool().giveBack({m_data, m_capacity});
}

void ResultMemory::setIdleLimit(std::uint64_t bytes)
{
    pool().setLimit(bytes);
}

std::uint64_t ResultMemory::idleBytes()
{
    return pool().idle();
}

}  // namespace zrecord
