#include "store/writing/chunk_writer.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <string>
#include <utility>

namespace zrecord {
namespace {

constexpr std::size_t kStagingBytes = 1 << 20;
constexpr std::size_t kDirectBytes = 1 << 18;  // from this size on a copy costs more than a call

}  // namespace

ChunkWriter::ChunkWriter(OutputFiles& files, Place start)
    : m_files(files), m_end(start)
{
}

Status ChunkWriter::makeRoom(std::uint64_t bytes)
{
    const std::uint64_t capacity = m_files.limits().chunkCapacity;
    if (bytes >= capacity)
        return Status(ErrorCode::RecordTooLarge, "a record of " + std::to_string(bytes) + " stored bytes does not fit into one chunk");
    if (fits(bytes))
        return {};
    ZR_RETURN_IF_ERROR(flush());
    if (m_end.chunk >= std::numeric_limits<std::uint32_t>::max() - 1)
        return Status(ErrorCode::StoreFull, "the store has as many chunk files as the format allows");
    m_end = {m_end.chunk + 1, 0};
    return {};
}

Status ChunkWriter::add(std::span<const std::byte> stored, Place& placed)
{
    ZR_RETURN_IF_ERROR(makeRoom(stored.size()));
    placed = m_end;
    if (stored.size() > kStagingBytes - m_staged || stored.size() >= kDirectBytes)
        ZR_RETURN_IF_ERROR(flush());
    if (stored.size() >= kDirectBytes) {
        ZR_RETURN_IF_ERROR(m_files.writeChunk(m_end.chunk, m_end.offset, stored));
    } else {
        if (!m_staging)
            m_staging = std::make_unique_for_overwrite<std::byte[]>(kStagingBytes);
        std::memcpy(m_staging.get() + m_staged, stored.data(), stored.size());
        m_staged += stored.size();
    }
    m_end.offset += static_cast<std::uint32_t>(stored.size());
    return {};
}

Status ChunkWriter::addRun(std::span<const std::byte> records, std::uint32_t width, Place& first, std::uint64_t& count)
{
    ZR_RETURN_IF_ERROR(flush());
    ZR_RETURN_IF_ERROR(makeRoom(width));
    first = m_end;
    // At least one fits after makeRoom(); the end stays below the capacity.
    const std::uint64_t room = (m_files.limits().chunkCapacity - 1 - m_end.offset) / width;
    count = std::min<std::uint64_t>(room, records.size() / width);
    const auto bytes = static_cast<std::size_t>(count * width);
    ZR_RETURN_IF_ERROR(m_files.writeChunk(m_end.chunk, m_end.offset, records.first(bytes)));
    m_end.offset += static_cast<std::uint32_t>(bytes);
    return {};
}

Status ChunkWriter::flush()
{
    const std::size_t bytes = std::exchange(m_staged, 0);
    if (bytes == 0)
        return {};
    return m_files.writeChunk(m_end.chunk, m_end.offset - bytes, {m_staging.get(), bytes});
}

}  // namespace zrecord
