#pragma once

#include <cstdint>
#include <filesystem>

#include "zrecord/export.h"
#include "zrecord/laboratory/slot_map.h"
#include "zrecord/operation_context.h"
#include "zrecord/result.h"
#include "zrecord/sampler_report.h"

namespace zrecord {

/// How fast compacting a store would go here and now.
struct CompactionRates {
    std::uint64_t entryBytes = 0;   ///< of the location table, for each record
    double recordSeconds = 0;       ///< that looking one record up takes: compacting does so, too
    double copyBytesPerSecond = 0;  ///< into a file without a name beside the store's; 0 where nothing can be written there
};
/// Looks up to 65,536 records up and copies up to 16 MiB, for half a second at most; leaves nothing behind. `store` is the
/// folder that the map is of. Cancelled; what locating gives.
ZRECORD_EXPORT Result<CompactionRates> measureCompaction(const RecordLocator& locate, const std::filesystem::path& store, const SlotMap& map,
                                                         const OperationContext& context = {});

/// What compact() would do once the marked records are removed.
struct CompactionOutlook {
    std::uint64_t freedBytes = 0;
    std::uint64_t neededBytes = 0;  ///< free space for the new files while it runs
    double seconds = 0;             ///< about; 0 when that is not known
};
ZRECORD_EXPORT CompactionOutlook foresee(const SlotMap& map, const CompactionRates& rates) noexcept;

}  // namespace zrecord
