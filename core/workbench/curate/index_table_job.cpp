#include "workbench/curate/index_table_job.h"

#include <filesystem>
#include <utility>
#include <vector>

#include <zrecord/export_target.h>

#include "workbench/document/index_remap.h"
#include "workbench/document/stream_set.h"
#include "workbench/jobs/job.h"
#include "workbench/jobs/job_queue.h"
#include "workbench/messages/curate_text.h"

namespace zrecord::workbench {

Job* startIndexTable(JobQueue& jobs, const QString& store, const RecordRanges& removed, std::uint64_t recordCount, const QString& target, QObject* context,
                     std::function<void(const Status&)> whenDone) {
    return jobs.start(
        text::indexTableJob(), store,
        [removed, recordCount, path = std::filesystem::path(target.toStdU16String())](const OperationContext&) -> Status {
            ZR_ASSIGN_OR_RETURN(const std::vector<std::uint64_t> indices, removed.indices(StreamSet::kMaximumRemoval));
            return exportIndexTable(indices, IndexRemap::plan(removed, recordCount).moves(), path, true);
        },
        context,
        [whenDone = std::move(whenDone), target](Job& job, const Status& status) {
            if (status.ok())
                job.setResultText(text::indexTableWritten(target));
            whenDone(status);
        });
}

}  // namespace zrecord::workbench
