#include "concurrency/progress_reporter.h"

namespace zrecord {
namespace {

std::int64_t nowNanoseconds()
{
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

constexpr std::int64_t kIntervalNanoseconds = std::chrono::nanoseconds(ProgressReporter::kInterval).count();

}  // namespace

Status checkStop(const OperationContext& context)
{
    if (context.stop.stop_requested())
        return Status(ErrorCode::Cancelled, "the operation was stopped on request");
    return {};
}

ProgressReporter::ProgressReporter(const OperationContext& context, std::string_view stage, std::uint64_t total,
                                   ProgressUnit unit)
    : m_context(context), m_stage(stage), m_total(total), m_unit(unit),
      m_nextReport(context.progress ? nowNanoseconds() + kIntervalNanoseconds : 0)
{
}

Status ProgressReporter::checkStop() const
{
    return zrecord::checkStop(m_context);
}

Status ProgressReporter::advance(std::uint64_t amount)
{
    m_done.fetch_add(amount, std::memory_order_relaxed);
    if (m_context.progress) {
        const std::int64_t now = nowNanoseconds();
        std::int64_t due = m_nextReport.load(std::memory_order_relaxed);
        if (now >= due && m_nextReport.compare_exchange_strong(due, now + kIntervalNanoseconds, std::memory_order_relaxed)) {
            // A sink that is still busy with the last report is not queued up for.
            if (const std::unique_lock lock(m_sinkMutex, std::try_to_lock); lock)
                report();
        }
    }
    return checkStop();
}

void ProgressReporter::finish()
{
    if (!m_context.progress)
        return;
    const std::lock_guard lock(m_sinkMutex);
    report();
}

void ProgressReporter::report()
{
    m_context.progress(Progress{.stage = m_stage, .done = done(), .total = m_total, .unit = m_unit});
}

}  // namespace zrecord
