#include "workbench/laboratory/benchmark_study.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <utility>

#include "workbench/jobs/job_queue.h"
#include "workbench/laboratory/dismiss_later.h"

namespace zrecord::workbench {

namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::milliseconds kInterval(BenchmarkStudy::kPartialMilliseconds);

}  // namespace

BenchmarkStudy::BenchmarkStudy(JobQueue& jobs, QObject* parent) : QObject(parent), m_jobs(jobs), m_mailbox(this) {}

BenchmarkStudy::~BenchmarkStudy() { cancel(); }

void BenchmarkStudy::start(const QString& path, const BenchmarkOptions& options, const QString& title, const std::optional<SyntheticData>& data) {
    cancel();
    m_report.reset();
    const std::uint64_t run = ++m_run;
    auto work = [this, run, file = std::filesystem::path(path.toStdU16String()), options, data,
                 box = m_mailbox.box()](const OperationContext& outer) -> Result<BenchmarkReport> {
        OperationContext context = outer;
        Clock::time_point next = Clock::now();
        // Progress repaints too.
        context.progress = [sink = outer.progress, last = std::make_shared<Clock::time_point>()](const Progress& progress) {
            if (sink && Clock::now() - *last >= kInterval) {
                *last = Clock::now();
                sink(progress);
            }
        };
        const auto onPartial = [&](const BenchmarkReport& soFar) {
            if (Clock::now() < next)
                return;
            next = Clock::now() + kInterval;
            box->post([this, run, soFar] {
                if (run == m_run && m_job)
                    Q_EMIT grown(soFar);
            });
        };
        return data ? runBenchmark(*data, options, onPartial, context) : runBenchmark(file, options, onPartial, context);
    };
    m_job = m_jobs.startFor<BenchmarkReport>(title, path, std::move(work), this, [this](Job& job, Result<BenchmarkReport> result) { settle(job, std::move(result)); },
                                             JobQueue::Company::Alone);
}

void BenchmarkStudy::settle(Job& job, Result<BenchmarkReport> result) {
    settleStudy(*this, m_jobs, m_job, job, std::move(result), [this](BenchmarkReport found) { m_report = std::move(found); });
}

void BenchmarkStudy::cancel() {
    if (m_job)
        m_job->cancel();
}

void BenchmarkStudy::forget() {
    cancel();
    m_job.clear();
    m_report.reset();
    ++m_run;
}

}  // namespace zrecord::workbench
