#include "store/record_writer.h"

#include <algorithm>
#include <cstring>
#include <limits>

namespace zrecord {
namespace {

constexpr std::size_t kStagingBytes = 1 << 20;
constexpr std::size_t kDirectBytes = 1 << 18;
constexpr std::size_t kEntriesBytes = 1 << 20;

}  // namespace

RecordWriter::RecordWriter(OutputFiles& files, const MetaHeader& frontier)
    : m_files(files), m_frontier(frontier), m_staging(std::make_unique_for_overwrite<std::byte[]>(kStagingBytes))
{
}

Status RecordWriter::makeRoom(std::uint64_t bytes)
{
    const std::uint64_t capacity = m_files.limits().chunkCapacity;
    if (bytes >= capacity)
        return Status(ErrorCode::RecordTooLarge, "a record of " + std::to_string(bytes) + " stored bytes does not fit into one chunk");
    if (m_frontier.tailOffset + bytes < capacity)
        return {};
    ZR_RETURN_IF_ERROR(flushBytes());
    if (m_frontier.tailChunk >= std::numeric_limits<std::uint32_t>::max() - 1)
        return Status(ErrorCode::StoreFull, "the store has as many chunk files as the format allows");
    ++m_frontier.tailChunk;
    m_frontier.tailOffset = 0;
    return {};
}

Status RecordWriter::record(const LocationEntry& entry)
{
    const std::size_t at = m_entries.size();
    m_entries.resize(at + kLocationEntryBytes);
    storeLocationEntry(m_entries.data() + at, entry);
    ++m_frontier.length;
    return m_entries.size() >= kEntriesBytes ? flushEntries() : Status();
}

Status RecordWriter::place(std::uint32_t physLength, std::uint32_t logicLength, LocationEntry& placed)
{
    ZR_RETURN_IF_ERROR(makeRoom(physLength));
    placed = {m_frontier.tailOffset, physLength, logicLength, m_frontier.tailChunk};
    m_frontier.tailOffset += physLength;
    return record(placed);
}

Status RecordWriter::add(std::span<const std::byte> stored, std::uint32_t logicLength)
{
    ZR_RETURN_IF_ERROR(makeRoom(stored.size()));
    const auto size = static_cast<std::uint32_t>(stored.size());
    const LocationEntry entry{m_frontier.tailOffset, size, logicLength, m_frontier.tailChunk};
    if (stored.size() > kStagingBytes - m_staged || stored.size() >= kDirectBytes)
        ZR_RETURN_IF_ERROR(flushBytes());
    if (stored.size() >= kDirectBytes) {
        ZR_RETURN_IF_ERROR(m_files.writeChunk(m_frontier.tailChunk, m_frontier.tailOffset, stored));
    } else {
        std::memcpy(m_staging.get() + m_staged, stored.data(), stored.size());
        m_staged += stored.size();
    }
    m_frontier.tailOffset += size;
    return record(entry);
}

Status RecordWriter::addRun(std::span<const std::byte> records, std::uint32_t width)
{
    ZR_RETURN_IF_ERROR(flushBytes());
    while (!records.empty()) {
        ZR_RETURN_IF_ERROR(makeRoom(width));
        // The frontier stays below the capacity, so at least one record fits after makeRoom().
        const std::uint64_t room = (m_files.limits().chunkCapacity - 1 - m_frontier.tailOffset) / width;
        const std::uint64_t count = std::min<std::uint64_t>(room, records.size() / width);
        const auto bytes = static_cast<std::size_t>(count * width);
        ZR_RETURN_IF_ERROR(m_files.writeChunk(m_frontier.tailChunk, m_frontier.tailOffset, records.first(bytes)));
        for (std::uint64_t i = 0; i < count; ++i) {
            const LocationEntry entry{m_frontier.tailOffset, width, width, m_frontier.tailChunk};
            m_frontier.tailOffset += width;
            ZR_RETURN_IF_ERROR(record(entry));
        }
        records = records.subspan(bytes);
    }
    return {};
}

Status RecordWriter::flushBytes()
{
    if (m_staged == 0)
        return {};
    const std::size_t bytes = std::exchange(m_staged, 0);
    return m_files.writeChunk(m_frontier.tailChunk, m_frontier.tailOffset - bytes, {m_staging.get(), bytes});
}

Status RecordWriter::flushEntries()
{
    if (m_entries.empty())
        return {};
    const std::uint64_t first = m_frontier.length - m_entries.size() / kLocationEntryBytes;
    const Status status = m_files.writeEntries(first, m_entries);
    m_entries.clear();
    return status;
}

Status RecordWriter::finish()
{
    ZR_RETURN_IF_ERROR(flushBytes());
    return flushEntries();
}

}  // namespace zrecord
