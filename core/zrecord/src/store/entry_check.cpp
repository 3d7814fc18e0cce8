#include "store/entry_check.h"

#include <string>
#include <utility>

#include "format/file_names.h"

namespace zrecord {

Status atEntry(const StoreCore& core, std::uint64_t physical, Status status)
{
    const std::uint64_t perSegment = core.limits().entriesPerSegment;
    return std::move(status)
        .withFile(locationFileName(physical / perSegment), physical % perSegment * kLocationEntryBytes)
        .withRecord(physical / core.perRecord());
}

Status checkEntry(const StoreCore& core, const MetaHeader& header, std::uint64_t physical, const LocationEntry& entry)
{
    const char* fault = locationEntryFault(entry, header.tailChunk, header.tailOffset, core.recordBytes());
    if (fault == nullptr && core.isRagged() && (physical & 1) != 0 && !mayBeShapeSize(entry.logicLength))
        fault = "the entry of the shape has a size that no shape has";
    if (fault == nullptr)
        return {};
    return atEntry(core, physical, Status(ErrorCode::CorruptRecord, fault));
}

Status checkShape(std::span<const std::byte> shapeRecord, std::uint64_t itemSize, std::uint64_t payloadBytes)
{
    const auto rank = loadLittleEndian<std::uint64_t>(shapeRecord.data());
    if (rank > kLargestRank || shapeRecord.size() != 8 + 8 * rank)
        return Status(ErrorCode::CorruptRecord, "the shape record says " + std::to_string(rank) + " dimensions but holds " +
                                                    std::to_string(shapeRecord.size() / 8 - 1));
    std::uint64_t bytes = itemSize;
    bool fits = true;
    for (std::uint64_t i = 0; i < rank; ++i) {
        const auto dimension = loadLittleEndian<std::uint64_t>(shapeRecord.data() + 8 + 8 * i);
        fits = fits && dimension != 0 && bytes <= kLargestRecord / dimension;
        if (fits)
            bytes *= dimension;
    }
    if (!fits || bytes != payloadBytes)
        return Status(ErrorCode::CorruptRecord, "the shape does not match the record's size of " + std::to_string(payloadBytes) + " bytes");
    return {};
}

}  // namespace zrecord
