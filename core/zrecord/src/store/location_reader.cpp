#include "store/location_reader.h"

#include <algorithm>
#include <bit>

namespace zrecord {
namespace {

// Entries up to this far apart are read together: a call costs more than a few pages of the table.
constexpr std::uint64_t kNear = 256;
constexpr std::uint64_t kWindowRecords = 2048;
constexpr std::size_t kLongRun = 16;

std::size_t consecutive(std::span<const std::uint64_t> records)
{
    std::size_t count = 1;
    while (count < records.size() && records[count] == records[count - 1] + 1)
        ++count;
    return count;
}

}  // namespace

Status LocationReader::read(std::uint64_t first, std::span<LocationEntry> out)
{
    static_assert(sizeof(LocationEntry) == kLocationEntryBytes);
    const std::uint64_t perSegment = m_files.limits().entriesPerSegment;
    while (!out.empty()) {
        const std::uint64_t number = first / perSegment;
        const std::uint64_t within = first % perSegment;
        const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(out.size(), perSegment - within));
        if (!m_file || number != m_number) {
            ZR_ASSIGN_OR_RETURN(m_file, m_files.segment(number));
            m_number = number;
        }
        const std::span<std::byte> bytes = std::as_writable_bytes(out.first(count));
        ZR_ASSIGN_OR_RETURN(const std::size_t got, m_file->readAt(within * kLocationEntryBytes, bytes));
        if (got != bytes.size())
            return Status(ErrorCode::BadFormat, "the record table ends early")
                .withFile(m_file->name(), within * kLocationEntryBytes + got);
        if constexpr (std::endian::native == std::endian::big)
            for (LocationEntry& entry : out.first(count))
                entry = loadLocationEntry(std::as_bytes(std::span(&entry, 1)).data());
        m_files.applyPending(first, out.first(count));
        first += count;
        out = out.subspan(count);
    }
    return {};
}

Status LocationReader::readRecords(std::span<const std::uint64_t> records, unsigned perRecord, std::span<LocationEntry> out)
{
    for (std::size_t i = 0; i < records.size();) {
        const std::size_t run = consecutive(records.subspan(i));
        if (run >= kLongRun || run == records.size() - i) {
            ZR_RETURN_IF_ERROR(read(records[i] * perRecord, out.subspan(i * perRecord, run * perRecord)));
            i += run;
            continue;
        }
        std::uint64_t lowest = records[i];
        std::uint64_t highest = records[i];
        std::size_t end = i + 1;
        for (; end < records.size(); ++end) {
            const std::uint64_t low = std::min(lowest, records[end]);
            const std::uint64_t high = std::max(highest, records[end]);
            if (lowest - low > kNear || high - highest > kNear || high - low >= kWindowRecords)
                break;
            lowest = low;
            highest = high;
        }
        ZR_RETURN_IF_ERROR(readWindow(records.subspan(i, end - i), perRecord, lowest, highest,
                                      out.subspan(i * perRecord, (end - i) * perRecord)));
        i = end;
    }
    return {};
}

Status LocationReader::readWindow(std::span<const std::uint64_t> records, unsigned perRecord, std::uint64_t lowest,
                                  std::uint64_t highest, std::span<LocationEntry> out)
{
    if (records.size() == 1)
        return read(lowest * perRecord, out);
    m_window.resize((highest - lowest + 1) * perRecord);
    ZR_RETURN_IF_ERROR(read(lowest * perRecord, m_window));
    for (std::size_t i = 0; i < records.size(); ++i)
        std::copy_n(m_window.begin() + static_cast<std::ptrdiff_t>((records[i] - lowest) * perRecord), perRecord,
                    out.begin() + static_cast<std::ptrdiff_t>(i * perRecord));
    return {};
}

}  // namespace zrecord
