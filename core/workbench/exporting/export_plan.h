#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

#include <QString>

#include <zrecord/codec.h>
#include <zrecord/record_selection.h>
#include <zrecord/result.h>
#include <zrecord/store_options.h>

class QObject;

namespace zrecord::workbench {

class Job;
class JobQueue;
class RecordOrder;
class RecordRanges;
class StreamSet;

/// What records are written as.
enum class ExportForm { Npy, Npz, Raw, Store };

/// One export of some records of an open document.
struct ExportPlan {
    std::shared_ptr<const StreamSet> streams;
    std::vector<std::size_t> chosen;   ///< streams; several only as a store: they become an aligned set
    std::vector<IndexRange> records;   ///< in this order
    QString target;                    ///< a file, or the folder of a new store
    ExportForm form = ExportForm::Npy;
    Codec codec = Codec::Zstd;         ///< of a new store: raw or zstd
    bool overwrite = false;            ///< a file that is there; never a folder
};

struct ExportedRecords {
    std::uint64_t records = 0;
    std::uint64_t bytes = 0;  ///< of the file; of a store, of the records in memory
};

/// The records of a selection, ascending.
[[nodiscard]] std::vector<IndexRange> exportRanges(const RecordRanges& records);
/// The records that are shown, as they are sorted.
[[nodiscard]] std::vector<IndexRange> exportRanges(const RecordOrder& order);
/// Forms that can hold records of this kind.
[[nodiscard]] std::vector<ExportForm> exportForms(StoreKind kind);
/// ".npy", ".npz", ".bin"; empty for a store.
[[nodiscard]] QString exportSuffix(ExportForm form);
/// What gets lost on the way, in a sentence; empty when nothing does.
[[nodiscard]] QString exportLoss(ExportForm form, StoreKind kind);
/// What is wrong with a target, without looking into the source: a place inside it, a file or folder that is there already.
/// Looks at the disk, briefly.
[[nodiscard]] Status checkExportTarget(const ExportPlan& plan);
/// The same in a translated sentence; empty when nothing is wrong.
[[nodiscard]] QString exportTargetFault(const ExportPlan& plan);
/// The command of zr that exports so.
[[nodiscard]] QString exportCommand(const ExportPlan& plan);

/// Starts the export as a job: it appears as a whole, or not at all when it fails or is cancelled. `whenDone` runs on the GUI thread
/// unless `context` is gone. Changes of the records wait for it.
Job* startExport(JobQueue& queue, const ExportPlan& plan, QObject* context, std::function<void(Job&, Result<ExportedRecords>)> whenDone);

}  // namespace zrecord::workbench
