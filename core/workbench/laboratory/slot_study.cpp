#include "workbench/laboratory/slot_study.h"

#include <filesystem>
#include <utility>

#include "workbench/document/stream_set.h"
#include "workbench/jobs/job_queue.h"
#include "workbench/jobs/latest_task.h"
#include "workbench/jobs/workbench_runtime.h"
#include "workbench/laboratory/dismiss_later.h"

namespace zrecord::workbench {

namespace {

std::vector<IndexRange> indexRanges(const RecordRanges& records) {
    std::vector<IndexRange> ranges;
    for (const RecordRange& range : records.ranges())
        ranges.push_back({range.first, range.count, 1});
    return ranges;
}

}  // namespace

SlotStudy::SlotStudy(WorkbenchRuntime& runtime, QObject* parent) : QObject(parent), m_jobs(runtime.jobs()), m_marking(new LatestTask(runtime.loader(), this)) {}

SlotStudy::~SlotStudy() { cancel(); }

void SlotStudy::start(std::shared_ptr<const StreamSet> streams, std::size_t stream, const RecordRanges& marked, const QString& title, const QString& subject, const QString& store) {
    cancel();
    m_marking->cancel();
    m_map.reset();
    m_streams = std::move(streams);
    m_stream = stream;
    SlotMapOptions options;
    options.marked = indexRanges(marked);
    auto work = [source = m_streams, stream, options, folder = std::filesystem::path(store.toStdU16String())](const OperationContext& context) -> Result<Outcome> {
        Outcome outcome;
        ZR_ASSIGN_OR_RETURN(outcome.map, source->mapSlots(stream, options, context));
        const auto locate = [&source, stream](std::uint64_t index) { return source->locate(stream, index); };
        ZR_ASSIGN_OR_RETURN(outcome.rates, measureCompaction(locate, folder, outcome.map, context));
        return outcome;
    };
    m_job = m_jobs.startFor<Outcome>(title, subject, std::move(work), this, [this](Job& job, Result<Outcome> result) { settle(job, std::move(result)); });
}

void SlotStudy::settle(Job& job, Result<Outcome> result) {
    settleStudy(*this, m_jobs, m_job, job, std::move(result), [this](Outcome found) {
        m_map = std::make_shared<const SlotMap>(std::move(found.map));
        m_rates = found.rates;
    });
}

void SlotStudy::setMarks(const RecordRanges& records) {
    if (!m_map || records.count() > kMostMarks)
        return;
    m_marking->submit([this, source = m_streams, stream = m_stream, before = m_map, ranges = indexRanges(records), ticket = m_marking->ticket() + 1,
                       box = m_marking->mailbox()](std::stop_token stop) {
        auto map = std::make_shared<SlotMap>(*before);
        OperationContext context;
        context.stop = std::move(stop);
        const Status status = source->markSlots(stream, *map, ranges, context);
        box->post([this, ticket, map, status] {
            if (!m_marking->isCurrent(ticket))
                return;
            if (status.ok()) {
                m_map = map;
                Q_EMIT marked();
            } else if (status.code() != ErrorCode::Cancelled) {
                Q_EMIT failed(status);
            }
        });
    });
}

void SlotStudy::cancel() {
    if (m_job)
        m_job->cancel();
}

void SlotStudy::forget() {
    cancel();
    m_marking->cancel();
    m_job.clear();
    m_map.reset();
    m_streams.reset();
}

}  // namespace zrecord::workbench
