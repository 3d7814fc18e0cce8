#pragma once

#include <algorithm>
#include <atomic>

#include "zrecord/executor.h"

namespace zrecord::python {

/// The process-wide pool, but no more than `threads` of it at once.
class LimitedExecutor final : public Executor {
public:
    explicit LimitedExecutor(unsigned threads) : m_threads(std::max(threads, 1U)) {}

    [[nodiscard]] unsigned concurrency() const noexcept override { return std::min(m_threads, defaultExecutor().concurrency()); }

    void parallelFor(std::uint64_t count, std::uint64_t grain,
                     const std::function<void(std::uint64_t begin, std::uint64_t end)>& body) override
    {
        if (concurrency() == 1) {
            inlineExecutor().parallelFor(count, grain, body);
            return;
        }
        std::atomic<std::uint64_t> next = 0;
        grain = std::max<std::uint64_t>(grain, 1);
        defaultExecutor().parallelFor(concurrency(), 1, [&](std::uint64_t, std::uint64_t) {
            for (std::uint64_t begin = next.fetch_add(grain); begin < count; begin = next.fetch_add(grain))
                body(begin, std::min(begin + grain, count));
        });
    }

private:
    unsigned m_threads;
};

}  // namespace zrecord::python
