#pragma once

#include <cstddef>

namespace zrecord::test {

using AllocationHook = void (*)(std::size_t size);

/// Told of the size of every allocation by operator new in this program, on any thread, before it is made; a std::bad_alloc
/// that it throws is the allocation's. Null: nobody. A program that names it has the operators replaced.
extern AllocationHook allocationHook;

}  // namespace zrecord::test
