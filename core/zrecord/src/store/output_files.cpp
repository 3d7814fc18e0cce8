#include "store/output_files.h"

#include <algorithm>
#include <utility>

#include "format/file_names.h"
#include "format/location_entry.h"

namespace zrecord {

OutputFiles::OutputFiles(FileSystem& fileSystem, std::filesystem::path folder, const StoreLimits& limits)
    : m_fileSystem(fileSystem), m_folder(std::move(folder)), m_limits(limits)
{
}

Status OutputFiles::select(Open& slot, std::uint64_t number, const std::string& name)
{
    if (slot.file && slot.number == number)
        return {};
    slot.file.reset();
    auto opened = m_fileSystem.open(m_folder / name, OpenMode::ReadWrite);
    if (opened.code() == ErrorCode::NotFound) {
        // Never exclusive: a file that a dead writer left here is reused.
        opened = m_fileSystem.open(m_folder / name, OpenMode::OpenOrCreate);
        m_folderChanged = true;
    }
    if (!opened.ok())
        return std::move(opened).status().withFile(name);
    slot.file = std::move(opened).value();
    slot.number = number;
    return {};
}

Status OutputFiles::writeChunk(std::uint32_t number, std::uint64_t offset, std::span<const std::byte> bytes)
{
    ZR_RETURN_IF_ERROR(select(m_chunk, number, chunkFileName(number)));
    m_chunks.insert(number);
    m_reachedChunk = number;
    m_reachedOffset = offset + bytes.size();
    return m_chunk.file->writeAt(offset, bytes);
}

void OutputFiles::giveBack(const MetaHeader& published)
{
    for (std::uint32_t number = published.tailChunk; number <= m_reachedChunk; ++number) {
        const std::uint64_t end = number == published.tailChunk ? published.tailOffset : 0;
        // Of the chunks before the last one the append wrote all that fits.
        const std::uint64_t reached = number == m_reachedChunk ? m_reachedOffset : m_limits.chunkCapacity;
        if (!select(m_chunk, number, chunkFileName(number)).ok())
            return;
        const auto size = m_chunk.file->size();
        if (size.ok() && *size > end && *size <= reached && m_chunk.file->truncate(end).ok())
            m_chunks.insert(number);
    }
}

Status OutputFiles::writeEntries(std::uint64_t first, std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const std::uint64_t number = first / m_limits.entriesPerSegment;
        const std::uint64_t within = first % m_limits.entriesPerSegment;
        const std::uint64_t count = std::min<std::uint64_t>(bytes.size() / kLocationEntryBytes, m_limits.entriesPerSegment - within);
        ZR_RETURN_IF_ERROR(select(m_segment, number, locationFileName(number)));
        m_segments.insert(number);
        const std::size_t part = static_cast<std::size_t>(count) * kLocationEntryBytes;
        ZR_RETURN_IF_ERROR(m_segment.file->writeAt(within * kLocationEntryBytes, bytes.first(part)));
        bytes = bytes.subspan(part);
        first += count;
    }
    return {};
}

Status OutputFiles::syncFile(const std::string& name)
{
    auto file = m_fileSystem.open(m_folder / name, OpenMode::Read);
    if (!file.ok())
        return std::move(file).status().withFile(name);
    Status status = (*file)->sync();
    m_syncFailed = m_syncFailed || !status.ok();
    return status;
}

Status OutputFiles::sync(const MetaHeader& header)
{
    // Files that an earlier, killed writer changed may still be on their way to the device.
    if (!m_syncedOnce) {
        for (std::uint32_t number = 0; number <= header.tailChunk; ++number)
            m_chunks.insert(number);
        for (std::uint64_t first = 0; first < header.length; first += m_limits.entriesPerSegment)
            m_segments.insert(first / m_limits.entriesPerSegment);
    }
    for (const std::uint32_t number : m_chunks)
        ZR_RETURN_IF_ERROR(syncFile(chunkFileName(number)));
    for (const std::uint64_t number : m_segments)
        ZR_RETURN_IF_ERROR(syncFile(locationFileName(number)));
    if (m_folderChanged)
        if (Status status = m_fileSystem.syncFolder(m_folder); !status.ok()) {
            m_syncFailed = true;
            return status;
        }
    m_chunks.clear();
    m_segments.clear();
    m_folderChanged = false;
    m_syncedOnce = true;
    return {};
}

void OutputFiles::forget()
{
    m_chunk.file.reset();
    m_segment.file.reset();
    m_chunks.clear();
    m_segments.clear();
    m_folderChanged = false;
    m_reachedChunk = 0;
    m_reachedOffset = 0;
}

void OutputFiles::forgetReplaced(bool durable)
{
    forget();
    m_syncedOnce = durable;
    m_folderChanged = !durable;
}

}  // namespace zrecord
