#include "workbench/laboratory/dismiss_later.h"

#include <QPointer>

#include "workbench/jobs/job_queue.h"

namespace zrecord::workbench {

void dismissLater(JobQueue& jobs, Job& job) {
    QMetaObject::invokeMethod(&jobs, [&jobs, gone = QPointer<Job>(&job)] {
        if (gone && gone->isFinished())
            jobs.dismiss(gone);
    }, Qt::QueuedConnection);
}

}  // namespace zrecord::workbench
