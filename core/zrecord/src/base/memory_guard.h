#pragma once

#include <new>
#include <utility>

#include "zrecord/result.h"

namespace zrecord {

/// Runs what a public call does. Memory that runs out is an error like any other: no exception leaves the library.
template <typename Work>
auto withMemoryErrors(Work&& work) -> decltype(work())
{
    try {
        return std::forward<Work>(work)();
    } catch (const std::bad_alloc&) {
        return Status(ErrorCode::OutOfMemory, "there is not enough memory for this operation");
    }
}

}  // namespace zrecord
