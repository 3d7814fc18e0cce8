#pragma once

#include <utility>

#include <QPointer>

#include <zrecord/result.h>

namespace zrecord::workbench {

class Job;
class JobQueue;

/// Takes a finished job off the list once control is back in the event loop: its panel shows what it found. GUI thread.
void dismissLater(JobQueue& jobs, Job& job);

/// How a study ends its job: `keep` gets the value, then the study says finished(), cancelled() or failed(). Nothing happens
/// when a newer job has taken the place of this one as `current`.
template <typename Study, typename T, typename Keep>
void settleStudy(Study& study, JobQueue& jobs, QPointer<Job>& current, Job& job, Result<T> result, Keep keep) {
    dismissLater(jobs, job);
    if (current != &job)
        return;
    current.clear();
    if (result.ok()) {
        keep(std::move(result).value());
        Q_EMIT study.finished();
    } else if (result.code() == ErrorCode::Cancelled) {
        Q_EMIT study.cancelled();
    } else {
        Q_EMIT study.failed(result.status());
    }
}

}  // namespace zrecord::workbench
