#pragma once

#include <cstddef>
#include <cstdint>

#include "numpy_bridge.h"

namespace zrecord::python {

/// Bytes from which results lie in recycled memory; smaller ones are quicker from the ordinary allocator.
inline constexpr std::size_t kPooledResult = 64 << 10;
/// Unused memory that is kept for later results.
inline constexpr std::size_t kKeptMemory = 256 << 20;

/// Memory of one result and the Python object that owns it. While any array refers to the owner, nothing else uses the
/// memory; afterwards it serves a later result, so that batches in a loop cause no page faults.
struct ResultMemory {
    std::byte* data = nullptr;
    nb::object owner;
};

/// Needs the interpreter lock. Throws MemoryError.
ResultMemory takeResultMemory(std::size_t bytes);

struct ResultMemoryUse {
    std::size_t inUse = 0;  ///< bytes under living results
    std::size_t kept = 0;   ///< bytes that wait for the next ones
};
ResultMemoryUse resultMemoryUse();
/// Gives kept memory back to the system. Returns bytes.
std::size_t releaseResultMemory();

}  // namespace zrecord::python
