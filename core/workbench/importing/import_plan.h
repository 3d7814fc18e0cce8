#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include <QObject>
#include <QString>
#include <QStringList>

#include <zrecord/codec.h>
#include <zrecord/dtype.h>
#include <zrecord/result.h>
#include <zrecord/shape.h>

namespace zrecord::workbench {

class Job;
class JobQueue;

/// Which array of an .npz to import. Neither: the only one.
struct ArrayChoice {
    QString name;
    bool allAsRecords = false;  ///< every array is one ragged record
};

/// What a file holds, as its header says; no record is read.
struct ImportPreview {
    QString path;
    QStringList arrays;  ///< of an .npz that leaves a choice, otherwise empty
    ArrayChoice array;   ///< the one described here
    QString format;  ///< "npy", "npz", "idx", "text"
    StoreKind kind = StoreKind::Dense;
    DType dtype;
    Shape itemShape;                       ///< dense only
    std::optional<std::uint64_t> records;  ///< unknown for text
    std::uint64_t fileBytes = 0;
};

/// One import into a new store.
struct ImportPlan {
    QString source;
    QString target;  ///< folder of the new store; must not exist or be empty
    Codec codec = Codec::Zstd;
    bool skipEmptyLines = false;  ///< text only
    ArrayChoice array;            ///< .npz only
};

/// Opens the file and reads its header. Of an .npz with several arrays the first is described unless `array` says which.
/// Blocking: for workers.
[[nodiscard]] Result<ImportPreview> previewImport(const QString& path, const ArrayChoice& array = {});

/// Starts the import as a job; `whenDone` gets the number of records and runs on the GUI thread unless `context` is gone.
/// A cancelled or failed import leaves nothing behind.
Job* startImport(JobQueue& queue, const ImportPlan& plan, QObject* context, std::function<void(Job&, Result<std::uint64_t>)> whenDone);

}  // namespace zrecord::workbench
