#pragma once

#include <cstdint>
#include <functional>

#include "zrecord/export.h"

namespace zrecord {

/// Where the library runs parallel work. Thread-safe.
class ZRECORD_EXPORT Executor {
public:
    virtual ~Executor() = default;

    /// Threads that may work at once, the caller included; ≥ 1.
    [[nodiscard]] virtual unsigned concurrency() const noexcept = 0;

    /// Runs body(begin, end) over disjoint blocks of at most `grain` items until [0, count) is covered, then returns.
    /// The caller works too. Body must not throw; it may run on several threads at once. Nested calls run inline.
    virtual void parallelFor(std::uint64_t count, std::uint64_t grain,
                             const std::function<void(std::uint64_t begin, std::uint64_t end)>& body) = 0;
};

/// The process-wide pool: one thread per core, started at first use, never restarted after fork (a child gets its own).
ZRECORD_EXPORT Executor& defaultExecutor();
/// Runs everything in the calling thread.
ZRECORD_EXPORT Executor& inlineExecutor();

}  // namespace zrecord
