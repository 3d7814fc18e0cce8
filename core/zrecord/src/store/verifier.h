#pragma once

#include "store/store_core.h"
#include "zrecord/operation_context.h"
#include "zrecord/store_stats.h"

namespace zrecord {

/// Judges every entry, looks for records that share bytes, and with options.decode reads and decodes every record. Faults
/// of the store are findings; a failure means that verifying itself could not go on. The caller holds the gate shared.
Result<VerifyReport> verifyStore(const StoreCore& core, const VerifyOptions& options, const OperationContext& context);

}  // namespace zrecord
