#include "store/record_fetcher.h"

#include <algorithm>
#include <cstring>

namespace zrecord {
namespace {

constexpr std::uint64_t kNear = 4096;                  // bytes worth reading for nothing to save a call
constexpr std::uint64_t kWindowBytes = 256 * 1024;     // stays in the second-level cache
constexpr std::uint64_t kDirectBytes = 4096;           // raw records from this size on are not copied
constexpr std::size_t kKeptBytes = 4 * 1024 * 1024;

ScratchBuffer& scratch()
{
    thread_local ScratchBuffer buffer;
    return buffer;
}

Status pastTheEnd(const SharedFile& file, const LocationEntry& entry)
{
    return Status(ErrorCode::CorruptRecord, "the record reaches past the end of the chunk file").withFile(file.name(), entry.offset);
}

}  // namespace

std::span<std::byte> ScratchBuffer::take(std::size_t bytes)
{
    if (bytes > m_capacity) {
        m_bytes.reset();
        m_capacity = 0;
        m_bytes = std::make_unique_for_overwrite<std::byte[]>(bytes);
        m_capacity = bytes;
    }
    return {m_bytes.get(), bytes};
}

void ScratchBuffer::trim()
{
    if (m_capacity <= kKeptBytes)
        return;
    m_bytes.reset();
    m_capacity = 0;
}

Status RecordFetcher::readExactly(std::uint32_t chunk, std::uint64_t offset, std::span<std::byte> out)
{
    ZR_ASSIGN_OR_RETURN(const SharedFile* const file, m_cursor.file(chunk));
    ZR_ASSIGN_OR_RETURN(const std::size_t got, file->readAt(offset, out));
    if (got != out.size())
        return Status(ErrorCode::CorruptRecord, "the record reaches past the end of the chunk file").withFile(file->name(), offset);
    return {};
}

std::size_t RecordFetcher::contiguousRun(std::span<const FetchItem> items) const noexcept
{
    std::size_t count = 1;
    while (count < items.size()) {
        const FetchItem& last = items[count - 1];
        const FetchItem& next = items[count];
        if (next.entry.chunk != last.entry.chunk || next.out != last.out + last.entry.logicLength ||
            next.entry.offset != std::uint64_t{last.entry.offset} + last.entry.logicLength)
            break;
        ++count;
    }
    return count;
}

Status RecordFetcher::fetch(std::span<const FetchItem> items, std::size_t& failed)
{
    for (std::size_t i = 0; i < items.size();) {
        const LocationEntry& first = items[i].entry;
        if (m_codec.isIdentity()) {
            const std::size_t run = contiguousRun(items.subspan(i));
            if (run > 1 || first.logicLength >= kDirectBytes) {
                const FetchItem& last = items[i + run - 1];
                const auto bytes = static_cast<std::size_t>(last.out - items[i].out) + last.entry.logicLength;
                if (Status status = readExactly(first.chunk, first.offset, {items[i].out, bytes}); !status.ok()) {
                    failed = i;
                    if (run == 1 || status.code() != ErrorCode::CorruptRecord)
                        return status;
                    // One of them is cut off: find out which.
                    for (; failed < i + run; ++failed) {
                        const FetchItem& item = items[failed];
                        ZR_RETURN_IF_ERROR(readExactly(item.entry.chunk, item.entry.offset, {item.out, item.entry.logicLength}));
                    }
                    return status;
                }
                i += run;
                continue;
            }
        }
        std::uint64_t lowest = first.offset;
        std::uint64_t highest = lowest + storedBytes(first);
        std::size_t end = i + 1;
        for (; end < items.size() && items[end].entry.chunk == first.chunk; ++end) {
            const std::uint64_t low = std::min<std::uint64_t>(lowest, items[end].entry.offset);
            const std::uint64_t high = std::max(highest, items[end].entry.offset + storedBytes(items[end].entry));
            if (lowest - low > kNear + storedBytes(items[end].entry) || items[end].entry.offset > highest + kNear ||
                high - low > kWindowBytes)
                break;
            lowest = low;
            highest = high;
        }
        failed = i;
        std::size_t within = 0;
        if (Status status = fetchWindow(items.subspan(i, end - i), lowest, highest, within); !status.ok()) {
            failed = i + within;
            return status;
        }
        i = end;
    }
    return {};
}

Status RecordFetcher::fetchWindow(std::span<const FetchItem> items, std::uint64_t lowest, std::uint64_t highest,
                                  std::size_t& failed)
{
    const std::uint32_t chunk = items.front().entry.chunk;
    ZR_ASSIGN_OR_RETURN(const SharedFile* const file, m_cursor.file(chunk));
    // Before memory is taken: a damaged size must not cost gigabytes. One that reaches past the file is found below.
    ZR_ASSIGN_OR_RETURN(const bool whole, file->reaches(highest));
    if (!whole) {
        ZR_ASSIGN_OR_RETURN(highest, file->size());
    }
    highest = std::max(highest, lowest);
    const std::span<std::byte> window = scratch().take(highest - lowest);
    ZR_ASSIGN_OR_RETURN(const std::size_t got, file->readAt(lowest, window));
    for (failed = 0; failed < items.size(); ++failed) {
        const FetchItem& item = items[failed];
        const std::uint64_t begin = item.entry.offset - lowest;
        const std::uint64_t bytes = storedBytes(item.entry);
        if (begin + bytes > got)
            return pastTheEnd(*file, item.entry);
        const std::span<const std::byte> stored = window.subspan(begin, bytes);
        if (m_codec.isIdentity())
            std::memcpy(item.out, stored.data(), bytes);
        else if (Status status = m_codec.decode(stored, {item.out, item.entry.logicLength}); !status.ok())
            return std::move(status).withFile(file->name(), item.entry.offset);
    }
    scratch().trim();
    return {};
}

Result<std::vector<std::byte>> RecordFetcher::fetchStored(const LocationEntry& entry, std::uint64_t record)
{
    ZR_ASSIGN_OR_RETURN(const SharedFile* const file, m_cursor.file(entry.chunk));
    ZR_ASSIGN_OR_RETURN(const bool whole, file->reaches(entry.offset + storedBytes(entry)));
    if (!whole)
        return pastTheEnd(*file, entry).withRecord(record);
    std::vector<std::byte> stored(storedBytes(entry));
    if (Status status = readExactly(entry.chunk, entry.offset, stored); !status.ok())
        return std::move(status).withRecord(record);
    return stored;
}

}  // namespace zrecord
