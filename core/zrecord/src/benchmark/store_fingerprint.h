#pragma once

#include <cstdint>

#include "zrecord/result.h"

namespace zrecord {

class Store;

/// What BenchmarkReport::fingerprint says.
Result<std::uint64_t> fingerprintStore(const Store& store);

}  // namespace zrecord
