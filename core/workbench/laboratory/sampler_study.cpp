#include "workbench/laboratory/sampler_study.h"

#include <utility>

#include "workbench/document/stream_set.h"
#include "workbench/jobs/job_queue.h"
#include "workbench/jobs/latest_task.h"
#include "workbench/jobs/workbench_runtime.h"
#include "workbench/laboratory/dismiss_later.h"

namespace zrecord::workbench {

namespace {

constexpr std::size_t kDots = kReportDots;

Result<SamplerStudy::Outcome> runReports(const SamplerStudy::Request& request, const std::function<void(const SamplerReport&)>& onPartial,
                                         const OperationContext& context) {
    SamplerStudy::Outcome outcome;
    ZR_ASSIGN_OR_RETURN(outcome.report, reportSampler(request.view, onPartial, context));
    if (request.streams) {
        const auto locate = [&request](std::uint64_t index) { return request.streams->locate(request.stream, index); };
        ZR_ASSIGN_OR_RETURN(outcome.locality, measureLocality(locate, request.view, context));
    }
    if (request.other) {
        ZR_ASSIGN_OR_RETURN(outcome.other, reportSampler(*request.other, {}, context));
    }
    return outcome;
}

}  // namespace

SamplerStudy::SamplerStudy(WorkbenchRuntime& runtime, QObject* parent)
    : QObject(parent), m_jobs(runtime.jobs()), m_dots(new LatestTask(runtime.loader(), this)), m_mailbox(this) {}

SamplerStudy::~SamplerStudy() {
    for (const QPointer<Job>& job : {m_job, m_question})
        if (job)
            job->cancel();
}

void SamplerStudy::start(const Request& request) {
    cancel();
    m_subject = request.subject;
    const std::uint64_t run = ++m_run;
    const auto onPartial = [this, run, box = m_mailbox.box()](const SamplerReport& report) {
        box->post([this, run, report] {
            if (run == m_run && m_job)
                Q_EMIT grown(report);
        });
    };
    m_job = m_jobs.startFor<Outcome>(
        request.title, request.subject, [request, onPartial](const OperationContext& context) { return runReports(request, onPartial, context); }, this,
        [this](Job& job, Result<Outcome> result) { settle(job, std::move(result)); });
}

void SamplerStudy::settle(Job& job, Result<Outcome> result) {
    settleStudy(*this, m_jobs, m_job, job, std::move(result), [this](Outcome found) { m_outcome = std::move(found); });
}

void SamplerStudy::cancel() {
    if (m_job)
        m_job->cancel();
}

template <typename T>
void SamplerStudy::ask(QPointer<Job>& place, const QString& title, std::function<Result<T>(const OperationContext&)> work, std::function<void(T)> answer) {
    if (place)
        place->cancel();
    place = m_jobs.startFor<T>(title, m_subject, std::move(work), this, [this, &place, answer = std::move(answer)](Job& job, Result<T> result) {
        dismissLater(m_jobs, job);
        if (place != &job)
            return;
        place.clear();
        if (result.ok())
            answer(std::move(result).value());
        else if (result.code() != ErrorCode::Cancelled)
            Q_EMIT failed(result.status());
    });
}

void SamplerStudy::loadDots(const SamplerView& view, std::uint64_t first, std::uint64_t count) {
    m_dots->submit([this, view, first, count, ticket = m_dots->ticket() + 1, box = m_dots->mailbox()](std::stop_token stop) {
        OperationContext context;
        context.stop = std::move(stop);
        auto dots = sampleOrder(view, first, count, kDots, context);
        if (dots.ok())
            box->post([this, ticket, found = std::move(dots).value()] {
                if (m_dots->isCurrent(ticket))
                    Q_EMIT dotsReady(found);
            });
    });
}

void SamplerStudy::askRecord(const SamplerView& view, std::uint64_t record, const QString& title) {
    ask<std::vector<RecordVisit>>(
        m_question, title,
        [view, record](const OperationContext& context) { return findVisits(view, record, kVisits, UINT64_C(1) << 32, context); },
        [this, record](const std::vector<RecordVisit>& visits) { Q_EMIT recordAnswered(record, visits); });
}

void SamplerStudy::askUnseen(const SamplerView& view, const QString& title) {
    ask<UnseenRecords>(
        m_question, title, [view](const OperationContext& context) { return findUnseen(view, kUnseenRanges, context); },
        [this, view](const UnseenRecords& unseen) { Q_EMIT unseenAnswered(view, unseen); });
}

}  // namespace zrecord::workbench
