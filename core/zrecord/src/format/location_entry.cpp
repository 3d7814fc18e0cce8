#include "format/location_entry.h"

namespace zrecord {

const char* locationEntryFault(const LocationEntry& entry, std::uint32_t tailChunk, std::uint32_t tailOffset,
                               std::uint64_t fixedWidth) noexcept
{
    if (entry.chunk > tailChunk)
        return "the entry names a chunk beyond the last one";
    if (entry.physLength == 0)
        return "the entry says that 0 bytes are stored";
    if (entry.end() > (std::uint64_t{1} << 32))
        return "the entry reaches past 4 GiB";
    if (entry.chunk == tailChunk && entry.end() > tailOffset)
        return "the entry reaches past the end of the last chunk in use";
    if (entry.logicLength == 0 || entry.logicLength > kLargestRecord)
        return "the entry gives the record a size outside 1 to 2147483648 bytes";
    if (fixedWidth != 0 && entry.logicLength != fixedWidth)
        return "the entry gives the record another size than this store's records have";
    return nullptr;
}

}  // namespace zrecord
