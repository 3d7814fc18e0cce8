#pragma once

#include <cstdint>

#include "zrecord/operation_context.h"
#include "zrecord/result.h"

namespace zrecord {

class Store;

/// What BenchmarkReport::fingerprint says. Cancelled.
Result<std::uint64_t> fingerprintStore(const Store& store, const OperationContext& context = {});

}  // namespace zrecord
