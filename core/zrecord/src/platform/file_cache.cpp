#include "platform/file_cache.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "platform/process_identity.h"

namespace zrecord {
namespace {

struct Registry {
    std::mutex mutex;
    std::vector<FileCache*> caches;
};

Registry& registry()
{
    static Registry* const caches = new Registry;
    return *caches;
}

std::size_t defaultCapacity()
{
    const std::uint64_t quarter = openFileLimit() / 4;
    return static_cast<std::size_t>(std::clamp<std::uint64_t>(quarter, 1, FileCache::kDefaultCapacity));
}

}  // namespace

Result<bool> SharedFile::reaches(std::uint64_t bytes) const
{
    if (bytes <= m_knownSize.load(std::memory_order_relaxed))
        return true;
    ZR_ASSIGN_OR_RETURN(const std::uint64_t size, m_file->size());
    m_knownSize.store(size, std::memory_order_relaxed);
    return bytes <= size;
}

FileCache::FileCache(FileSystem& fileSystem, std::filesystem::path folder, std::size_t capacity)
    : m_fileSystem(fileSystem), m_folder(std::move(folder)), m_capacity(capacity == 0 ? defaultCapacity() : capacity)
{
    const std::lock_guard guard(registry().mutex);
    registry().caches.push_back(this);
}

FileCache::~FileCache()
{
    const std::lock_guard guard(registry().mutex);
    std::erase(registry().caches, this);
}

Result<std::shared_ptr<const SharedFile>> FileCache::get(std::uint64_t key, std::string (*nameOf)(std::uint64_t key))
{
    {
        const std::lock_guard guard(m_mutex);
        if (const auto found = m_slots.find(key); found != m_slots.end()) {
            m_order.splice(m_order.begin(), m_order, found->second);
            return m_order.front().file;
        }
    }
    const std::string name = nameOf(key);
    // Opened without the mutex: a slow disk must not stop readers of other files. Two threads may open the same file.
    auto opened = openFile(name);
    if (opened.code() == ErrorCode::IoError) {
        dropIdleEverywhere();
        opened = openFile(name);
    }
    if (!opened.ok())
        return std::move(opened).status().withFile(name);
    auto file = std::make_shared<const SharedFile>(std::move(opened).value(), name);

    const std::lock_guard guard(m_mutex);
    if (const auto found = m_slots.find(key); found != m_slots.end())
        return found->second->file;
    m_order.push_front({key, file});
    m_slots.emplace(key, m_order.begin());
    while (m_order.size() > m_capacity) {
        m_slots.erase(m_order.back().key);
        m_order.pop_back();
    }
    return file;
}

Result<std::unique_ptr<File>> FileCache::openFile(const std::string& name)
{
    if (!m_upperFolder.empty())
        if (auto opened = m_fileSystem.open(m_upperFolder / name, OpenMode::Read); opened.code() != ErrorCode::NotFound)
            return opened;
    return m_fileSystem.open(m_folder / name, OpenMode::Read);
}

void FileCache::setUpperFolder(std::filesystem::path folder)
{
    m_upperFolder = std::move(folder);
    clear();
}

void FileCache::clear()
{
    const std::lock_guard guard(m_mutex);
    m_slots.clear();
    m_order.clear();
}

std::size_t FileCache::openFiles() const
{
    const std::lock_guard guard(m_mutex);
    return m_order.size();
}

void FileCache::dropIdle()
{
    const std::lock_guard guard(m_mutex);
    for (auto slot = m_order.begin(); slot != m_order.end();) {
        if (slot->file.use_count() > 1) {
            ++slot;
            continue;
        }
        m_slots.erase(slot->key);
        slot = m_order.erase(slot);
    }
}

void FileCache::dropIdleEverywhere()
{
    const std::lock_guard guard(registry().mutex);
    for (FileCache* cache : registry().caches)
        cache->dropIdle();
}

}  // namespace zrecord
