#include "store/store_files.h"

#include <algorithm>
#include <utility>

#include "format/file_names.h"

namespace zrecord {
namespace {

std::string nameOfKey(std::uint64_t key)
{
    return (key & 1) != 0 ? locationFileName(key >> 1) : chunkFileName(key >> 1);
}

Result<std::shared_ptr<const SharedFile>> damaged(Result<std::shared_ptr<const SharedFile>> file)
{
    // Open found the file there, or a record names it: a file that is gone now is damage, not a wrong path.
    if (file.code() == ErrorCode::NotFound)
        return Status(ErrorCode::BadFormat, "the file is missing").withFile(file.status().file());
    return file;
}

}  // namespace

Result<std::shared_ptr<const SharedFile>> StoreFiles::chunk(std::uint32_t number)
{
    return damaged(m_cache.get(std::uint64_t{number} << 1, nameOfKey));
}

Result<std::shared_ptr<const SharedFile>> StoreFiles::segment(std::uint64_t number)
{
    return damaged(m_cache.get((number << 1) | 1, nameOfKey));
}

bool StoreFiles::mapChunk(std::uint32_t number, std::uint64_t bytes)
{
    if (!mayMap())
        return false;
    const auto file = chunk(number);
    return file.ok() && m_mappedChunks.reach(number, **file, bytes, m_mapping == Mapping::Growing);
}

bool StoreFiles::mapSegment(std::uint64_t number, std::uint64_t bytes)
{
    if (!mayMap())
        return false;
    const auto file = segment(number);
    return file.ok() && m_mappedSegments.reach(number, **file, bytes, m_mapping == Mapping::Growing);
}

void StoreFiles::forget()
{
    m_mappedChunks.clear();
    m_mappedSegments.clear();
    m_cache.clear();
}

void StoreFiles::show(PendingView view)
{
    m_pending = std::move(view.entries);
    m_overlaid = !m_pending.empty() || !view.newFiles.empty();
    // A map shows what the files hold.
    forget();
    m_cache.setUpperFolder(std::move(view.newFiles));
}

void StoreFiles::applyPending(std::uint64_t first, std::span<LocationEntry> out) const
{
    if (m_pending.empty())
        return;
    for (auto entry = std::ranges::lower_bound(m_pending, first, {}, &EntryChange::physical);
         entry != m_pending.end() && entry->physical - first < out.size(); ++entry)
        out[entry->physical - first] = entry->entry;
}

}  // namespace zrecord
