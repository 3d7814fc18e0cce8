#include "support/allocation_hook.h"

#include <cstdlib>
#include <new>

namespace zrecord::test {

constinit AllocationHook allocationHook = nullptr;  // operator new runs before constructors of globals

namespace {

void* allocate(std::size_t size)
{
    if (allocationHook != nullptr)
        allocationHook(size);
    if (void* const memory = std::malloc(size == 0 ? 1 : size))
        return memory;
    throw std::bad_alloc();
}

}  // namespace

}  // namespace zrecord::test

void* operator new(std::size_t size)
{
    return zrecord::test::allocate(size);
}

void* operator new[](std::size_t size)
{
    return zrecord::test::allocate(size);
}

void operator delete(void* memory) noexcept
{
    std::free(memory);
}

void operator delete[](void* memory) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}

void operator delete[](void* memory, std::size_t) noexcept
{
    std::free(memory);
}
