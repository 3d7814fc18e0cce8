#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <string_view>

#include "zrecord/operation_context.h"
#include "zrecord/status.h"

namespace zrecord {

/// Counts the work of one stage, passes it on to the context's sink at most every 50 ms, and polls the stop token.
/// advance() may be called by several threads of the operation; finish() once, by one.
///
///     ProgressReporter progress(context, "copying records", count, ProgressUnit::Records);
///     … ZR_RETURN_IF_ERROR(progress.advance(n)); …
///     progress.finish();
class ProgressReporter {
public:
    static constexpr std::chrono::milliseconds kInterval{50};

    /// `stage` must live as long as the program; `total` 0 = unknown. The context is borrowed.
    ProgressReporter(const OperationContext& context, std::string_view stage, std::uint64_t total,
                     ProgressUnit unit = ProgressUnit::Records);
    ProgressReporter(const ProgressReporter&) = delete;
    ProgressReporter& operator=(const ProgressReporter&) = delete;

    /// Adds `amount`; Cancelled once a stop was requested (the amount counts all the same).
    Status advance(std::uint64_t amount);
    /// Without counting: for loops that have done nothing countable yet.
    [[nodiscard]] Status checkStop() const;
    [[nodiscard]] bool stopRequested() const noexcept { return m_context.stop.stop_requested(); }
    [[nodiscard]] std::uint64_t done() const noexcept { return m_done.load(std::memory_order_relaxed); }
    /// Reports the end of the stage: exactly one report, whatever was throttled before.
    void finish();

private:
    void report();

    const OperationContext& m_context;
    const std::string_view m_stage;
    const std::uint64_t m_total;
    const ProgressUnit m_unit;
    std::atomic<std::uint64_t> m_done{0};
    std::atomic<std::int64_t> m_nextReport;  ///< steady clock, nanoseconds
    std::mutex m_sinkMutex;                  ///< one report at a time
};

/// Cancelled when the context was asked to stop.
Status checkStop(const OperationContext& context);

}  // namespace zrecord
