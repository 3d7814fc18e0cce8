#pragma once

#include "store/store_core.h"
#include "zrecord/operation_context.h"
#include "zrecord/store_stats.h"

namespace zrecord {

/// One pass over the table in large reads; remembered until the store changes. Entries are summed as they are, not judged.
Result<StoreStats> countStats(const StoreCore& core, const OperationContext& context);

}  // namespace zrecord
