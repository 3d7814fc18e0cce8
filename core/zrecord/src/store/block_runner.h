#pragma once

#include <cstdint>
#include <functional>

#include "concurrency/progress_reporter.h"
#include "zrecord/operation_context.h"
#include "zrecord/result.h"

namespace zrecord {

/// Runs body over [0, count) in blocks on the context's pool, or in the calling thread when there is one block only. After
/// each block its items are counted as progress. Of several failures the one of the lowest block is returned; blocks that
/// have not begun by then are left out. Cancelled when stopped.
Status runAnyBlocks(const OperationContext& context, ProgressReporter& progress, std::uint64_t count, std::uint64_t block,
                    const std::function<Status(std::uint64_t begin, std::uint64_t end)>& body);

/// The same for any callable; it is not copied, so that nothing comes from the heap.
template <typename Body>
Status runBlocks(const OperationContext& context, ProgressReporter& progress, std::uint64_t count, std::uint64_t block, const Body& body)
{
    return runAnyBlocks(context, progress, count, block, std::cref(body));
}

}  // namespace zrecord
