#include "store/reading/page_requests.h"

#include <algorithm>
#include <array>
#include <functional>
#include <vector>

#include "platform/page_residency.h"
#include "store/entry_check.h"
#include "store/reading/mapped_reader.h"
#include "store/record_gatherer.h"

namespace zrecord {
namespace {

constexpr std::size_t kSamples = 16;
// Reading so much for nothing costs a device less than another request.
constexpr std::ptrdiff_t kBridgedBytes = 16 * 1024;

}  // namespace

bool PageRequests::locate(std::span<const std::uint64_t> indices, std::span<LocationEntry> entries, std::span<Range> ranges) const
{
    StoreFiles& files = m_core.files();
    if (MappedReader(m_core, m_header).entries(indices, entries) != MappedOutcome::Done)
        return false;
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const LocationEntry& entry = entries[i];
        const std::uint64_t end = std::uint64_t{entry.offset} + storedBytesOf(entry, m_core.codec());
        const MappedFile* file = files.mappedChunks().find(entry.chunk);
        if (!file || file->usable() < end) {
            if (!files.mapChunk(entry.chunk, end))
                return false;
            file = files.mappedChunks().find(entry.chunk);
        }
        ranges[i] = {file->data() + entry.offset, file->data() + end};
    }
    return true;
}

bool PageRequests::areResident(std::span<const std::uint64_t> indices) const
{
    std::array<std::uint64_t, kSamples> sample;
    std::array<LocationEntry, 2 * kSamples> entries;
    std::array<Range, 2 * kSamples> ranges;
    const std::size_t count = std::min(indices.size(), kSamples);
    for (std::size_t i = 0; i < count; ++i)
        sample[i] = indices[i * indices.size() / count];
    const std::size_t found = count * m_core.perRecord();
    return locate(std::span(sample).first(count), std::span(entries).first(found), std::span(ranges).first(found)) &&
           std::ranges::all_of(std::span(ranges).first(found), [](const Range& range) { return isPageResident(range.begin); });
}

std::uint64_t PageRequests::ask(std::span<const std::uint64_t> indices, ReadAheadCheck check) const
{
    if (indices.empty() || !MappedReader(m_core, m_header).usable() || !checkIndices(indices, m_header.length / m_core.perRecord()).ok() ||
        (check == ReadAheadCheck::Sample && areResident(indices)))
        return 0;
    std::vector<LocationEntry> entries(indices.size() * m_core.perRecord());
    std::vector<Range> ranges(entries.size());
    if (!locate(indices, entries, ranges))
        return 0;
    std::ranges::sort(ranges, std::less<>(), &Range::begin);
    std::uint64_t bytes = 0;
    for (std::size_t i = 0; i < ranges.size();) {
        Range joined = ranges[i++];
        for (; i < ranges.size() && ranges[i].begin - joined.end <= kBridgedBytes; ++i)
            joined.end = std::max(joined.end, ranges[i].end);
        const auto size = static_cast<std::size_t>(joined.end - joined.begin);
        requestPages(joined.begin, size);
        bytes += size;
    }
    return bytes;
}

}  // namespace zrecord
