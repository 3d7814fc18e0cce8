#include "store/recovery/entry_patch.h"

#include <algorithm>

#include "base/checksum.h"
#include "store/location_reader.h"

namespace zrecord {
namespace {

constexpr std::size_t kSlice = 1 << 16;  // moves between two looks at the stop token

}  // namespace

Status EntryPatch::load(StoreFiles& files, ProgressReporter& progress)
{
    m_entries.resize(m_moves.size() * m_perRecord);
    LocationReader reader(files);
    std::vector<std::uint64_t> places;
    for (std::size_t begin = 0; begin < m_moves.size(); begin += kSlice) {
        const auto slice = m_moves.subspan(begin, std::min(kSlice, m_moves.size() - begin));
        ZR_RETURN_IF_ERROR(progress.advance(slice.size()));
        places.resize(slice.size());
        std::ranges::transform(slice, places.begin(), &RecordMove::from);
        ZR_RETURN_IF_ERROR(reader.readRecords(places, m_perRecord,
                                              std::span(m_entries).subspan(begin * m_perRecord, slice.size() * m_perRecord)));
    }
    return {};
}

Status EntryPatch::apply(OutputFiles& output) const
{
    std::vector<std::byte> bytes;
    for (std::size_t begin = 0; begin < m_moves.size();) {
        std::size_t end = begin + 1;
        while (end < m_moves.size() && m_moves[end].to == m_moves[end - 1].to + 1 && end - begin < kSlice)
            ++end;
        bytes.resize((end - begin) * m_perRecord * kLocationEntryBytes);
        for (std::size_t i = begin * m_perRecord; i < end * m_perRecord; ++i)
            storeLocationEntry(bytes.data() + (i - begin * m_perRecord) * kLocationEntryBytes, m_entries[i]);
        ZR_RETURN_IF_ERROR(output.writeEntries(m_moves[begin].to * m_perRecord, bytes));
        begin = end;
    }
    return {};
}

PendingView EntryPatch::view() const
{
    PendingView view;
    view.entries.reserve(m_entries.size());
    for (std::size_t i = 0; i < m_entries.size(); ++i)
        view.entries.push_back({m_moves[i / m_perRecord].to * m_perRecord + i % m_perRecord, m_entries[i]});
    return view;
}

Result<std::uint64_t> guardChecksum(StoreFiles& files, std::uint64_t records, std::span<const std::uint64_t> targets, unsigned perRecord)
{
    const std::uint64_t left = records - targets.size();
    auto target = std::ranges::lower_bound(targets, left);
    StreamChecksum checksum;
    LocationReader reader(files);
    std::vector<LocationEntry> entries;
    std::vector<std::byte> bytes;
    for (std::uint64_t begin = left; begin < records; begin += kSlice) {
        const std::uint64_t count = std::min<std::uint64_t>(kSlice, records - begin);
        entries.resize(count * perRecord);
        ZR_RETURN_IF_ERROR(reader.read(begin * perRecord, entries));
        bytes.clear();
        for (std::uint64_t record = begin; record < begin + count; ++record) {
            if (target != targets.end() && *target == record) {
                ++target;
                continue;
            }
            const std::size_t at = bytes.size();
            bytes.resize(at + perRecord * kLocationEntryBytes);
            for (unsigned i = 0; i < perRecord; ++i)
                storeLocationEntry(bytes.data() + at + i * kLocationEntryBytes, entries[(record - begin) * perRecord + i]);
        }
        checksum.add(bytes);
    }
    return checksum.value();
}

}  // namespace zrecord
