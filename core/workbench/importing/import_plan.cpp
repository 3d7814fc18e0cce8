#include "workbench/importing/import_plan.h"

#include <QCoreApplication>
#include <QFileInfo>

#include <zrecord/import_source.h>

#include "workbench/jobs/job_queue.h"
#include "workbench/messages/number_text.h"

namespace zrecord::workbench {

namespace {

std::filesystem::path toPath(const QString& path) { return {path.toStdU16String()}; }

Result<std::uint64_t> runImport(const ImportPlan& plan, const OperationContext& context) {
    ImportOptions options;
    options.skipEmptyLines = plan.skipEmptyLines;
    ZR_ASSIGN_OR_RETURN(const std::unique_ptr<ImportSource> source, openImportSource(toPath(plan.source), options));
    NewStoreOptions store;
    store.codec = plan.codec;
    ZR_ASSIGN_OR_RETURN(const ImportReport report, importAsNewStore(*source, toPath(plan.target), store, context));
    return report.records;
}

}  // namespace

Result<ImportPreview> previewImport(const QString& path) {
    ZR_ASSIGN_OR_RETURN(const std::unique_ptr<ImportSource> source, openImportSource(toPath(path)));
    const ImportDescription& found = source->description();
    const std::string_view format = importFormatName(found.format);
    ImportPreview preview;
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
