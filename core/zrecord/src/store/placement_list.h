#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "format/location_entry.h"
#include "store/store_core.h"
#include "zrecord/operation_context.h"

namespace zrecord {

/// Where one physical record lies; small because there is one for every record while compact or verify runs.
struct Placement {
    std::uint64_t place = 0;  ///< chunk · 2^32 + offset
    std::uint32_t bytes = 0;  ///< stored size
    std::uint32_t index = 0;  ///< physical record

    [[nodiscard]] std::uint32_t chunk() const noexcept { return static_cast<std::uint32_t>(place >> 32); }
    [[nodiscard]] std::uint32_t offset() const noexcept { return static_cast<std::uint32_t>(place); }
    [[nodiscard]] std::uint64_t end() const noexcept { return place + bytes; }
};

/// Decides about one entry: true keeps it in the list. A failure ends the loading. May be called by several threads.
using PlacementFilter = std::function<Result<bool>(std::uint64_t physical, const LocationEntry& entry)>;

/// Reads the whole table and returns its entries as they lie on disk: 16 bytes of memory for each. Unsupported beyond
/// 2^32 − 2 physical records, OutOfMemory when the machine has not enough for it.
Result<std::vector<Placement>> loadPlacements(const StoreCore& core, const MetaHeader& header, const OperationContext& context,
                                              const PlacementFilter& filter);

/// Calls `overlap` for every placement that begins before the furthest end of those before it, until it returns false.
void forEachOverlap(std::span<const Placement> placements,
                    const std::function<bool(const Placement& earlier, const Placement& later)>& overlap);

}  // namespace zrecord
