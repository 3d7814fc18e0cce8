#include "platform/file_map.h"

#include <sys/mman.h>
#include <sys/vfs.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <limits>

#include "platform/fault_guard.h"

namespace zrecord {
namespace {

// A quarter of the maps that Linux lets a process have (vm.max_map_count, 65,530): allocators need theirs.
constexpr std::size_t kMostMaps = 16384;

// Where the maps of this process lie. A signal handler searches it, so it is made of atomics and never freed.
struct Place {
    std::atomic<std::uintptr_t> begin{0};
    std::atomic<std::uintptr_t> end{0};
    std::atomic<bool> taken{false};
};
constinit std::array<Place, kMostMaps> g_places{};
constinit std::atomic<std::size_t> g_used{0};  // places from here on never held a map

std::size_t takePlace() noexcept
{
    for (std::size_t i = 0; i < kMostMaps; ++i) {
        if (g_places[i].taken.load(std::memory_order_relaxed) || g_places[i].taken.exchange(true, std::memory_order_acq_rel))
            continue;
        std::size_t used = g_used.load(std::memory_order_relaxed);
        while (used <= i && !g_used.compare_exchange_weak(used, i + 1, std::memory_order_acq_rel)) {
        }
        return i;
    }
    return kMostMaps;
}

void givePlaceBack(std::size_t slot) noexcept
{
    g_places[slot].end.store(0, std::memory_order_release);
    g_places[slot].taken.store(false, std::memory_order_release);
}

// Numbers from linux/magic.h and statfs(2), written out because old headers lack some.
constexpr std::array<std::uint32_t, 12> kRemoteFileSystems{
    0x6969,      // NFS
    0xFF534D42,  // CIFS
    0xFE534D42,  // SMB2
    0x517B,      // SMB
    0x01021997,  // 9P
    0x65735546,  // FUSE
    0x00C36400,  // Ceph
    0x0BD00BD0,  // Lustre
    0x47504653,  // GPFS
    0x5346414F,  // AFS
    0x6B414653,  // AFS in the kernel
    0x73757245,  // Coda
};

bool isLocal(int descriptor) noexcept
{
    struct statfs info {};
    if (::fstatfs(descriptor, &info) != 0)
        return false;
    return std::ranges::find(kRemoteFileSystems, static_cast<std::uint32_t>(info.f_type)) == kRemoteFileSystems.end();
}

}  // namespace

FileMap::~FileMap()
{
    if (!m_data)
        return;
    // Unlisted first: afterwards the addresses may belong to anybody.
    givePlaceBack(m_slot);
    ::munmap(const_cast<std::byte*>(m_data), m_bytes);
}

FileMap mapDescriptor(int descriptor, std::uint64_t bytes) noexcept
{
    if (bytes == 0 || bytes > std::numeric_limits<std::size_t>::max() / 2 || !isLocal(descriptor) || !installFaultHandler())
        return {};
    const std::size_t slot = takePlace();
    if (slot == kMostMaps)
        return {};
    void* const mapped = ::mmap(nullptr, static_cast<std::size_t>(bytes), PROT_READ, MAP_SHARED, descriptor, 0);
    if (mapped == MAP_FAILED) {
        givePlaceBack(slot);
        return {};
    }
    const auto begin = reinterpret_cast<std::uintptr_t>(mapped);
    g_places[slot].begin.store(begin, std::memory_order_relaxed);
    g_places[slot].end.store(begin + bytes, std::memory_order_release);
    return {static_cast<const std::byte*>(mapped), static_cast<std::size_t>(bytes), slot};
}

bool isInsideFileMap(const void* address) noexcept
{
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    const std::size_t used = g_used.load(std::memory_order_acquire);
    for (std::size_t i = 0; i < used; ++i) {
        const std::uintptr_t end = g_places[i].end.load(std::memory_order_acquire);
        if (at < end && at >= g_places[i].begin.load(std::memory_order_relaxed))
            return true;
    }
    return false;
}

}  // namespace zrecord
