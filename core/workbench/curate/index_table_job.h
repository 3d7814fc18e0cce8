#pragma once

#include <cstdint>
#include <functional>

#include <QString>

#include "workbench/selection/record_ranges.h"

class QObject;

namespace zrecord {
class Status;
}

namespace zrecord::workbench {

class Job;
class JobQueue;

/// Writes which record would be where once these are removed from a store of so many: a job, because planning and writing take a
/// while for millions. A target ending in .npy becomes an array, any other one text (zrecord/export_target.h); what is there is
/// replaced. `whenDone` runs in the GUI thread, not after `context` has gone.
Job* startIndexTable(JobQueue& jobs, const QString& store, const RecordRanges& removed, std::uint64_t recordCount, const QString& target, QObject* context,
                     std::function<void(const Status&)> whenDone);

}  // namespace zrecord::workbench
