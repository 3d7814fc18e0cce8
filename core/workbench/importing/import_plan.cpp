#include "workbench/importing/import_plan.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <zrecord/import_source.h>
#include <zrecord/npy_file.h>

#include "workbench/jobs/job_queue.h"
#include "workbench/messages/number_text.h"

namespace zrecord::workbench {

namespace {

std::filesystem::path toPath(const QString& path) { return {path.toStdU16String()}; }

ImportOptions optionsFor(const ArrayChoice& array) {
    ImportOptions options;
    options.member = array.name.toStdString();
    options.membersAreRecords = array.allAsRecords;
    return options;
}

/// Empty unless the file is an .npz with more than one array.
QStringList arraysToChooseFrom(const QString& path) {
    const auto members = listNpzMembers(toPath(path));
    if (!members.ok() || members->size() < 2)
        return {};
    QStringList names;
    for (const NpzMember& member : *members)
        names << QString::fromStdString(member.name);
    return names;
}

Result<std::uint64_t> runImport(const ImportPlan& plan, const OperationContext& context) {
    ImportOptions options = optionsFor(plan.array);
    options.skipEmptyLines = plan.skipEmptyLines;
    ZR_ASSIGN_OR_RETURN(const std::unique_ptr<ImportSource> source, openImportSource(toPath(plan.source), options));
    NewStoreOptions store;
    store.codec = plan.codec;
    ZR_ASSIGN_OR_RETURN(const ImportReport report, importAsNewStore(*source, toPath(plan.target), store, context));
    return report.records;
}

}  // namespace

Result<ImportPreview> previewImport(const QString& path, const ArrayChoice& array) {
    ImportPreview preview;
    preview.array = array;
    const bool chosen = !array.name.isEmpty() || array.allAsRecords;
    Result<std::unique_ptr<ImportSource>> source = openImportSource(toPath(path), optionsFor(array));
    // An archive that opens without a name is one array, or a ragged store that was exported.
    if (chosen || !source.ok())
        preview.arrays = arraysToChooseFrom(path);
    if (!source.ok() && !chosen && !preview.arrays.isEmpty()) {
        preview.array.name = preview.arrays.constFirst();
        source = openImportSource(toPath(path), optionsFor(preview.array));
    }
    if (!source.ok())
        return std::move(source).status();
    const ImportDescription& found = (*source)->description();
    const std::string_view format = importFormatName(found.format);
    preview.path = path;
    preview.format = QString::fromLatin1(format.data(), static_cast<qsizetype>(format.size()));
    preview.kind = found.kind;
    preview.dtype = found.dtype;
    preview.itemShape = found.itemShape;
    preview.records = found.records;
    preview.fileBytes = static_cast<std::uint64_t>(QFileInfo(path).size());
    return preview;
}

Job* startImport(JobQueue& queue, const ImportPlan& plan, QObject* context, std::function<void(Job&, Result<std::uint64_t>)> whenDone) {
    const QString title = QCoreApplication::translate("ImportJob", "Import");
    auto finish = [whenDone = std::move(whenDone), plan](Job& job, Result<std::uint64_t> records) {
        if (records.ok())
            job.setResultText(QCoreApplication::translate("ImportJob", "%1 imported into %2.").arg(recordsText(*records), plan.target));
        whenDone(job, std::move(records));
    };
    return queue.startFor<std::uint64_t>(title, plan.source, [plan](const OperationContext& operation) { return runImport(plan, operation); },
                                         context, std::move(finish));
}

}  // namespace zrecord::workbench
