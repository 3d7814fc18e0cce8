#include "store/recovery/entry_patch.h"

#include <algorithm>

#include "base/checksum.h"
#include "store/location_reader.h"

namespace zrecord {
namespace {

constexpr std::size_t kSlice = 1 << 16;  // records between two looks at the stop token; even, so that no pair is cut

}  // namespace

Result<EntryPatch> EntryPatch::ofMoves(StoreFiles& files, std::span<const RecordMove> moves, unsigned perRecord, ProgressReporter& progress)
{
    std::vector<EntryChange> changes;
    changes.reserve(moves.size() * perRecord);
    LocationReader reader(files);
    std::vector<std::uint64_t> places;
    std::vector<LocationEntry> entries;
    for (std::size_t begin = 0; begin < moves.size(); begin += kSlice) {
        const auto slice = moves.subspan(begin, std::min(kSlice, moves.size() - begin));
        ZR_RETURN_IF_ERROR(progress.advance(slice.size()));
        places.resize(slice.size());
        std::ranges::transform(slice, places.begin(), &RecordMove::from);
        entries.resize(slice.size() * perRecord);
        ZR_RETURN_IF_ERROR(reader.readRecords(places, perRecord, entries));
        for (std::size_t i = 0; i < entries.size(); ++i)
            changes.push_back({slice[i / perRecord].to * perRecord + i % perRecord, entries[i]});
    }
    return EntryPatch(std::move(changes));
}

Status EntryPatch::apply(OutputFiles& output) const
{
    std::vector<std::byte> bytes;
    for (std::size_t begin = 0; begin < m_changes.size();) {
        std::size_t end = begin + 1;
        while (end < m_changes.size() && m_changes[end].physical == m_changes[end - 1].physical + 1 && end - begin < kSlice)
            ++end;
        bytes.resize((end - begin) * kLocationEntryBytes);
        for (std::size_t i = begin; i < end; ++i)
            storeLocationEntry(bytes.data() + (i - begin) * kLocationEntryBytes, m_changes[i].entry);
        ZR_RETURN_IF_ERROR(output.writeEntries(m_changes[begin].physical, bytes));
        begin = end;
    }
    return {};
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
