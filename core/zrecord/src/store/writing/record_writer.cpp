#include "store/writing/record_writer.h"

namespace zrecord {
namespace {

constexpr std::size_t kEntriesBytes = 1 << 20;

}  // namespace

RecordWriter::RecordWriter(OutputFiles& files, const MetaHeader& frontier)
    : m_files(files), m_header(frontier), m_chunks(files, {frontier.tailChunk, frontier.tailOffset})
{
}

MetaHeader RecordWriter::frontier() const noexcept
{
    MetaHeader header = m_header;
    header.tailChunk = m_chunks.end().chunk;
    header.tailOffset = m_chunks.end().offset;
    return header;
}

Status RecordWriter::record(const LocationEntry& entry)
{
    const std::size_t at = m_entries.size();
    m_entries.resize(at + kLocationEntryBytes);
    storeLocationEntry(m_entries.data() + at, entry);
    ++m_header.length;
    return m_entries.size() >= kEntriesBytes ? flushEntries() : Status();
}

Status RecordWriter::add(std::span<const std::byte> stored, std::uint32_t logicLength)
{
    ChunkWriter::Place place;
    ZR_RETURN_IF_ERROR(m_chunks.add(stored, place));
    return record({place.offset, static_cast<std::uint32_t>(stored.size()), logicLength, place.chunk});
}

Status RecordWriter::addRun(std::span<const std::byte> records, std::uint32_t width)
{
    while (!records.empty()) {
        ChunkWriter::Place place;
        std::uint64_t count = 0;
        ZR_RETURN_IF_ERROR(m_chunks.addRun(records, width, place, count));
        for (std::uint64_t i = 0; i < count; ++i) {
            ZR_RETURN_IF_ERROR(record({place.offset, width, width, place.chunk}));
            place.offset += width;
        }
        records = records.subspan(count * width);
    }
    return {};
}

Status RecordWriter::flushEntries()
{
    if (m_entries.empty())
        return {};
    const std::uint64_t first = m_header.length - m_entries.size() / kLocationEntryBytes;
    Status status = m_files.writeEntries(first, m_entries);
    m_entries.clear();
    return status;
}

Status RecordWriter::finish()
{
    ZR_RETURN_IF_ERROR(m_chunks.flush());
    return flushEntries();
}

}  // namespace zrecord
