#include "store/block_runner.h"

#include <algorithm>
#include <atomic>
#include <limits>
#include <mutex>
#include <new>
#include <utility>

namespace zrecord {
namespace {

class FirstFailure {
public:
    [[nodiscard]] bool happenedBefore(std::uint64_t begin) const noexcept
    {
        return m_begin.load(std::memory_order_acquire) < begin;
    }
    void note(std::uint64_t begin, Status status)
    {
        const std::lock_guard guard(m_mutex);
        if (begin >= m_begin.load(std::memory_order_relaxed))
            return;
        m_status = std::move(status);
        m_begin.store(begin, std::memory_order_release);
    }
    Status take() { return std::move(m_status); }

private:
    std::mutex m_mutex;
    std::atomic<std::uint64_t> m_begin{std::numeric_limits<std::uint64_t>::max()};
    Status m_status;
};

}  // namespace

Status runAnyBlocks(const OperationContext& context, ProgressReporter& progress, std::uint64_t count, std::uint64_t block,
                    const std::function<Status(std::uint64_t, std::uint64_t)>& body)
{
    if (count == 0)
        return {};
    if (count <= block) {
        ZR_RETURN_IF_ERROR(progress.checkStop());
        ZR_RETURN_IF_ERROR(body(0, count));
        return progress.advance(count);
    }
    FirstFailure failure;
    const auto work = [&](std::uint64_t begin, std::uint64_t end) {
        // An executor may hand out larger pieces than asked for.
        for (std::uint64_t at = begin; at < end; at += block) {
            if (failure.happenedBefore(at))
                return;
            const std::uint64_t stop = std::min(end, at + block);
            Status status = progress.checkStop();
            try {
                if (status.ok())
                    status = body(at, stop);
            } catch (const std::bad_alloc&) {
                status = Status(ErrorCode::OutOfMemory, "there is not enough memory for this operation");
            }
            if (status.ok())
                status = progress.advance(stop - at);
            if (!status.ok())
                failure.note(at, std::move(status));
        }
    };
    // By reference: a function object of that size would be copied to the heap.
    context.pool().parallelFor(count, block, std::cref(work));
    return failure.take();
}

}  // namespace zrecord
