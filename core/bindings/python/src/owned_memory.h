#pragma once

#include <cstddef>
#include <cstdint>

#include "numpy_bridge.h"

namespace zrecord::python {

/// Bytes from which results lie in the library's recycled memory; smaller ones are quicker from the ordinary allocator.
inline constexpr std::size_t kPooledResult = 64 << 10;

/// Memory of one result and the Python object that owns it. While any array refers to the owner, nothing else uses the
/// memory; afterwards it serves a later result, so that batches in a loop cause no page faults.
struct OwnedMemory {
    std::byte* data = nullptr;
    nb::object owner;
};

/// Needs the interpreter lock. Throws MemoryError.
OwnedMemory takeMemory(std::size_t bytes);

/// Bytes of recycled memory under living results.
std::uint64_t bytesInUse();

}  // namespace zrecord::python
