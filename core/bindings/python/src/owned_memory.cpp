#include "owned_memory.h"

#include <atomic>
#include <memory>
#include <utility>

#include "status_error.h"
#include "zrecord/result_memory.h"

namespace zrecord::python {
namespace {

std::atomic<std::uint64_t> inUse = 0;

void giveBack(PyObject* capsule)
{
    const std::unique_ptr<ResultMemory> memory(static_cast<ResultMemory*>(PyCapsule_GetPointer(capsule, nullptr)));
    inUse -= memory->capacity();
}

void freeSmall(PyObject* capsule)
{
    PyMem_Free(PyCapsule_GetPointer(capsule, nullptr));
}

nb::object own(void* what, PyCapsule_Destructor destructor)
{
    PyObject* capsule = PyCapsule_New(what, nullptr, destructor);
    if (capsule == nullptr)
        throw nb::python_error();
    return nb::steal(capsule);
}

OwnedMemory takeSmall(std::size_t bytes)
{
    void* data = PyMem_Malloc(bytes);
    if (data == nullptr) {
        PyErr_NoMemory();
        throw nb::python_error();
    }
    return {static_cast<std::byte*>(data), own(data, freeSmall)};
}

}  // namespace

OwnedMemory takeMemory(std::size_t bytes)
{
    if (bytes < kPooledResult)
        return takeSmall(bytes);
    auto memory = std::make_unique<ResultMemory>(take(ResultMemory::take(bytes)));
    OwnedMemory owned{memory->data(), own(memory.get(), giveBack)};
    inUse += memory.release()->capacity();
    return owned;
}

std::uint64_t bytesInUse()
{
    return inUse;
}

}  // namespace zrecord::python
