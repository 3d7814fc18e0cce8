#pragma once

#include <cstdint>
#include <span>

#include "store/store_core.h"
#include "zrecord/operation_context.h"
#include "zrecord/store.h"

namespace zrecord {

/// Appends whole records behind the frontier, then their entries, then publishes with one header write. The caller holds
/// writeMutex() and has asked changeable(). Returns the first new logical index; on failure nothing is in force.
Result<std::uint64_t> appendDense(StoreCore& core, std::span<const std::byte> records, const OperationContext& context);
Result<std::uint64_t> appendRagged(StoreCore& core, std::span<const RaggedRecord> records, const OperationContext& context);

}  // namespace zrecord
