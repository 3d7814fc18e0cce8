#include "store/reading/mapped_files.h"

#include <algorithm>
#include <bit>

namespace zrecord {
namespace {

constexpr std::uint64_t kSmallestHeadroom = 1 << 20;

}  // namespace

MappedFile& MappedFiles::slot(std::uint64_t number)
{
    std::atomic<Page*>& pageSlot = m_pages[number / kPageFiles];
    Page* page = pageSlot.load(std::memory_order_relaxed);
    if (!page) {
        page = m_ownedPages.emplace_back(std::make_unique<Page>()).get();
        pageSlot.store(page, std::memory_order_release);
    }
    std::atomic<MappedFile*>& fileSlot = (*page)[number % kPageFiles];
    MappedFile* file = fileSlot.load(std::memory_order_relaxed);
    if (!file) {
        file = m_ownedFiles.emplace_back(std::make_unique<MappedFile>()).get();
        fileSlot.store(file, std::memory_order_release);
    }
    return *file;
}

bool MappedFiles::extend(MappedFile& slot, const SharedFile& file, std::uint64_t size, bool headroom)
{
    if (slot.m_maps.empty() || slot.m_maps.back().size() < size) {
        // Twice the size: a file that grows record by record is mapped a few dozen times at most.
        FileMap map = file.map(headroom ? std::max(std::bit_ceil(size) * 2, kSmallestHeadroom) : size);
        if (!map)
            return false;
        slot.m_maps.push_back(std::move(map));
        slot.m_data.store(slot.m_maps.back().data(), std::memory_order_release);
    }
    slot.m_usable.store(size, std::memory_order_release);
    return true;
}

bool MappedFiles::reach(std::uint64_t number, const SharedFile& file, std::uint64_t bytes, bool headroom)
{
    if (number >= kLargestNumber)
        return false;
    const std::lock_guard guard(m_mutex);
    MappedFile& mapped = slot(number);
    if (mapped.usable() >= bytes)
        return true;
    if (mapped.m_refused)
        return false;
    const auto size = file.size();
    if (!size.ok() || *size < bytes)
        return false;
    mapped.m_refused = !extend(mapped, file, *size, headroom);
    return !mapped.m_refused;
}

void MappedFiles::clear() noexcept
{
    const std::lock_guard guard(m_mutex);
    for (std::atomic<Page*>& page : m_pages)
        page.store(nullptr, std::memory_order_release);
    m_ownedPages.clear();
    m_ownedFiles.clear();
}

}  // namespace zrecord
